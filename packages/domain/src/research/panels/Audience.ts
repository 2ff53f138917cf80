import { Schema } from "effect"

/** For whom a research project is: it decides the composition of the panel. */
export const Audience = Schema.Literal("fo_principal", "vc_partner", "corp_strategist")
export type Audience = typeof Audience.Type
