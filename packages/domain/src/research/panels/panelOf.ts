import type { Audience } from "./Audience.ts"
import type { Specialist } from "./Specialist.ts"
import { specialists } from "./specialists.ts"

const { base_rates, competition, contrarian, domain, finance, industry, macro, market } = specialists
const { operations, private_markets, regulation, risk, superforecaster, tax_structuring } = specialists
const { team_execution, technology } = specialists

const panels: Readonly<Record<Audience, ReadonlyArray<Specialist>>> = {
  fo_principal: [macro, risk, tax_structuring, private_markets, contrarian],
  vc_partner: [market, technology, team_execution, competition, contrarian],
  corp_strategist: [industry, regulation, operations, finance, contrarian]
}

const general: ReadonlyArray<Specialist> = [superforecaster, domain, base_rates, contrarian]

/**
 * The specialists who reason for an audience; for null, those who suit anybody.
 *
 * @example panelOf("vc_partner").map(({ id }) => id) // ["market","technology","team_execution","competition","contrarian"]
 * @example panelOf(null).length // 4
 */
export const panelOf = (audience: Audience | null): ReadonlyArray<Specialist> =>
  audience === null ? general : panels[audience]

/** For whom a panel writes. */
export const audienceNames: Readonly<Record<Audience, string>> = {
  fo_principal: "the principal of a family office, who keeps capital over generations",
  vc_partner: "a partner of a venture capital firm, who backs few companies early",
  corp_strategist: "the strategist of a company, who prepares decisions of its board"
}

/** The specialist with an id, in whichever panel it is. */
export const specialistOf = (id: string): Specialist | undefined =>
  Object.values<Specialist>(specialists).find((one) => one.id === id)
