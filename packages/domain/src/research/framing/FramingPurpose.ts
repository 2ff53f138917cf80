import { Schema } from "effect"

/** What a question is for: a forecast is settled by an event; a survey question is answered by people. */
export const FramingPurpose = Schema.Literal("forecast", "survey")
export type FramingPurpose = typeof FramingPurpose.Type
