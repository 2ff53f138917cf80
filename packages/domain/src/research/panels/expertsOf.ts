import type { Specialist } from "./Specialist.ts"
import { specialists } from "./specialists.ts"

const { base_rates, competition, contrarian, domain, finance, macro, market, operations, regulation } = specialists
const { risk, superforecaster, technology } = specialists

/** Generalists first, so that a small simulation has them. */
const experts: ReadonlyArray<Specialist> = [
  superforecaster,
  base_rates,
  domain,
  contrarian,
  macro,
  risk,
  market,
  technology,
  regulation,
  competition,
  operations,
  finance
]

/**
 * The experts of a simulation: as many as are wanted, of twelve specialists whose ways of working differ.
 *
 * @example expertsOf(3).map(({ id }) => id) // ["superforecaster","base_rates","domain"]
 */
export const expertsOf = (count: number): ReadonlyArray<Specialist> => experts.slice(0, count)
