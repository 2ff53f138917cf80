/** The points for the first prediction of a UTC day. */
export const dailyStipend = 50

/** The points for the first prediction of a founding agent, and the number of founding agents. */
export const foundingBonus = 1_000
export const foundingAgentsMax = 100

/**
 * Whether a prediction earns the founding bonus: it is the account's first, and the agent is among the first 100 that
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
