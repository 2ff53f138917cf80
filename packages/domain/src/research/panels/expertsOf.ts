import type { Specialist } from "./Specialist.ts"
import { panels } from "./specialists.ts"

/**
 * The first `count` experts for a simulation, of twelve specialists with different ways of working.
 *
 * @example expertsOf(3).map(({ id }) => id) // ["superforecaster","base_rates","domain"]
 */
export const expertsOf = (count: number): ReadonlyArray<Specialist> => panels.experts.slice(0, count)
