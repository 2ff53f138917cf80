import { counted } from "../../kernel/Counted.ts"
import { listed } from "../../text/listed.ts"
import {
  crowdGap,
  inQuotes,
  isUnsettled,
  leadersOf,
  pooledSentence,
  specialistName,
  type UnreadAnswer
} from "./answerReading.ts"
import type { DecisionPacket, MindChanger } from "./DecisionPacket.ts"
import { packetConstants } from "./packetConstants.ts"
import { percentWords, wholePercent } from "./probabilityWords.ts"

/** The questions that a recommendation speaks of. */
const questionsMax = 5

const adviceFor = (outcome: string, probability: number): string =>
  wholePercent(probability) > packetConstants.plan_above
    ? `Plan for ${outcome}.`
    : `Lean towards ${outcome}, and keep a way back.`

const adviceOf = (answer: UnreadAnswer): string => {
  const { aggregate, contributions, dissent, question: { kind } } = answer
  if (aggregate === null) return kind === null ? "Read the answers of the specialists." : "Nothing can be recommended."
  const [row] = aggregate.rows
  if (row!.mean !== null) return "Take it as an opinion, not as a forecast."
  if (isUnsettled(answer)) {
    const settle = dissent === null
      ? "."
      : contributions.filter(({ weight }) => weight > 0).length < 3
      ? ": settle first why the two specialists differ."
      : `: settle first why ${specialistName(dissent.specialist)} sees it differently.`
    return `Do not act on this number alone${settle}`
  }
  if (kind === "matrix") return "Decide row by row."
  const sorted = leadersOf(row!)
  const [first, second] = sorted
  const leader = kind === "binary" ? first!.option : inQuotes(first!.option)
  if (wholePercent(first!.probability) > packetConstants.lean_above) return adviceFor(leader, first!.probability)
  if (kind === "binary") return "Plan for both outcomes."
  const named = (probability: number): ReadonlyArray<string> =>
    sorted.filter((one) => one.probability === probability).map(({ option }) => inQuotes(option))
  const leaders = named(first!.probability)
  if (leaders.length > 1) return `Keep several options open, at least ${listed(leaders)}.`
  const rivals = named(second!.probability)
  return `Keep several options open, at least ${listed([leader, ...rivals])} (${percentWords(second!.probability)}${
    rivals.length > 1 ? " each" : ""
  }).`
}

const crowdAdvice = (answer: UnreadAnswer): string => {
  const gap = crowdGap(answer)
  return gap === null || gap < packetConstants.crowd_gap_min
    ? ""
    : ` The panel's probability and the crowd's share are ${
      Math.round(gap * 100)
    } points apart: find out why before you act.`
}

/**
 * The recommendation by rule, one line for each of the first five questions: what to plan for above 80 % and what to lean
 * towards above 55 %, where the specialists agree enough and the interval is not wide; otherwise that the number alone does
 * not carry a decision. At the end stands what would change it first.
 */
export const packetRecommendation = (
  mode: DecisionPacket["mode"],
  answers: ReadonlyArray<UnreadAnswer>,
  changers: ReadonlyArray<MindChanger>
): string => {
  const answered = answers.filter(({ contributions }) => contributions.length > 0)
  if (answered.length === 0) return "Nothing can be recommended before the panel has answered."
  if (mode === "extractive") {
    return "Nothing is recommended, because no model has weighed the evidence. Read what speaks for and against each question "
      + "below, and check the quotes at their sources."
  }
  const named = answered.slice(0, questionsMax)
  const parts = named.map((answer) => {
    const advice = adviceOf(answer) + crowdAdvice(answer)
    // The headline has said the rest already.
    return answers.length === 1
      ? advice
      : [inQuotes(answer.question.text), pooledSentence(answer), advice].filter((part) => part !== "").join(" ")
  })
  const left = answered.length - named.length
  const [changer] = changers
  return [
    ...parts,
    ...(left === 0 ? [] : [`${counted(left, "more question")} answered below.`]),
    ...(changer === undefined ? [] : [`What would change this first: ${inQuotes(changer.text.replace(/\.$/u, ""))}.`])
  ].join("\n")
}
