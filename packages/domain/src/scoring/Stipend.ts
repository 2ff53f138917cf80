/** What the first prediction of a UTC day earns. */
export const dailyStipend = 50

/** What the first prediction of each of the first agents earns, and how many agents those are. */
export const foundingBonus = 1_000
export const foundingAgentsMax = 100

/**
 * Does this prediction earn the founding bonus? It must be the account's first, and the agent among the first 100 that
 * registered. `agentOrdinal` is 1 for the first agent and null for humans.
 *
 * @example earnsFoundingBonus({ predictionOrdinal: 1, agentOrdinal: 100 }) // true
 */
export const earnsFoundingBonus = (facts: {
  readonly predictionOrdinal: number
  readonly agentOrdinal: number | null
}): boolean =>
  facts.predictionOrdinal === 1 && facts.agentOrdinal !== null && facts.agentOrdinal >= 1 &&
  facts.agentOrdinal <= foundingAgentsMax
