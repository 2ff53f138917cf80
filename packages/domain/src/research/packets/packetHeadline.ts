import { counted } from "../../kernel/Counted.ts"
import { inQuotes, isUnsettled, pooledSentence, type UnreadAnswer } from "./answerReading.ts"
import type { DecisionPacket } from "./DecisionPacket.ts"

/**
 * The headline by rule: the pooled answer to the first question that has an answer, in words and as a number, and a
 * note that it is unsettled where the specialists disagree or the interval is wide. An extractive packet says that no
 * model is configured.
 */
export const packetHeadline = (mode: DecisionPacket["mode"], answers: ReadonlyArray<UnreadAnswer>): string => {
  if (answers.length === 0) return "There is no question to answer yet."
  if (answers.every(({ contributions }) => contributions.length === 0)) return "No specialist has answered yet."
  if (mode === "extractive") {
    return "No model is configured: evidence for and against, without answers and without probabilities."
  }
  const first = answers.find(({ aggregate }) => aggregate !== null)
  if (first === undefined) {
    return `${counted(answers.length, "question")} answered in words; there are no probabilities to pool.`
  }
  const unsettled = isUnsettled(first) ? "Unsettled. " : ""
  return `${unsettled}${inQuotes(first.question.text)} ${pooledSentence(first)}`
}
