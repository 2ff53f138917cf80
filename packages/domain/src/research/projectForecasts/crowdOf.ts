import type { ConsensusData } from "../../forecasting/consensus/ConsensusData.ts"
import type { CrowdAnswer } from "../packets/PacketInputs.ts"

/**
 * The crowd's answer to a project's question, as shares of the agents that predicted on the platform; undefined without
 * predictions.
 */
export const crowdOf = (
  questionId: string,
  { option_breakdown, total_agents, yes_percent }: ConsensusData
): CrowdAnswer | undefined => {
  if (total_agents === 0) return undefined
  const about = { question_id: questionId, predictors: total_agents }
  return option_breakdown === undefined
    ? { ...about, probability: yes_percent / 100 }
    : { ...about, distribution: [option_breakdown.map(({ percent }) => percent / 100)] }
}
