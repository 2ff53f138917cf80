import type { Audience } from "./Audience.ts"
import type { Specialist } from "./Specialist.ts"
import { panels, specialists } from "./specialists.ts"

/**
 * The specialists who reason for an audience; for null, the panel for any reader.
 *
 * @example panelOf("vc_partner").map(({ id }) => id) // ["market","technology","team_execution","competition","contrarian"]
 * @example panelOf(null).length // 4
 */
export const panelOf = (audience: Audience | null): ReadonlyArray<Specialist> => panels[audience ?? "general"]

/** Descriptions of the audiences, as prompts name them. */
export const audienceNames: Readonly<Record<Audience, string>> = {
  fo_principal: "the principal of a family office, who keeps capital over generations",
  vc_partner: "a partner of a venture capital firm, who backs few companies early",
  corp_strategist: "the strategist of a company, who prepares decisions of its board"
}

/** The specialist with an id, from any panel. */
export const specialistOf = (id: string): Specialist | undefined => specialists.get(id)
