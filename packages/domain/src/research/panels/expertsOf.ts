import type { Specialist } from "./Specialist.ts"
import { panels } from "./specialists.ts"

/**
 * The experts of a simulation: as many as are wanted, of twelve specialists whose ways of working differ.
 *
 * @example expertsOf(3).map(({ id }) => id) // ["superforecaster","base_rates","domain"]
 */
export const expertsOf = (count: number): ReadonlyArray<Specialist> => panels.experts.slice(0, count)
