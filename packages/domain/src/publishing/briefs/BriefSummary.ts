import type { ConsensusData } from "../../forecasting/consensus/ConsensusData.ts"
import type { BriefFacts, BriefQuestion } from "./BriefStore.ts"
import { counted, grouped } from "../../kernel/Counted.ts"
import { listed } from "../../text/listed.ts"
import { answerInWords, dayInWords, percentInWords, quoted } from "./BriefWords.ts"
import type { KeyArgument } from "./KeyArguments.ts"
import { percentOf } from "../../kernel/percentOf.ts"

/** What a summary is written from. */
export interface BriefSummaryRequest extends Pick<BriefFacts, "now" | "question" | "score"> {
  readonly consensus: ConsensusData
  readonly arguments_for: ReadonlyArray<KeyArgument>
  readonly arguments_against: ReadonlyArray<KeyArgument>
}

/** An answer, and how many predictions gave it. */
interface AnswerCount {
  readonly answer: boolean | string
  readonly count: number
}

/** The answers with predictions, most predictions first; ties in the order of the question. */
const answerCounts = ({ no_count, option_breakdown, yes_count }: ConsensusData): ReadonlyArray<AnswerCount> =>
  (option_breakdown === undefined
    ? [{ answer: true, count: yes_count }, { answer: false, count: no_count }]
    : option_breakdown.map(({ count, option }) => ({ answer: option, count })))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count)

const verbOf = (answer: boolean | string, count: number): string =>
  typeof answer === "string" ? (count === 1 ? "chooses" : "choose") : count === 1 ? "says" : "say"

const shareOf = ({ count }: AnswerCount, total: number): string => percentInWords(percentOf(count, total), total)

/** The distribution of the predictions, as a sentence. */
const standingSentence = ({ consensus, question }: BriefSummaryRequest): string => {
  const given = answerCounts(consensus)
  const [first, second] = given
  const total = consensus.total_agents
  if (first === undefined) {
    return question.status === "open"
      ? "Nobody has predicted on this question yet."
      : "Nobody predicted on this question."
  }
  const confidence = percentInWords(consensus.avg_confidence, total)
  const answer = answerInWords(first.answer)
  if (total === 1) return `The only prediction ${verbOf(first.answer, 1)} ${answer}, with ${confidence} confidence.`
  const average = `at ${confidence} confidence on average`
  if (second === undefined) {
    return `${total === 2 ? "Both" : `All ${grouped(total)}`} predictions ${
      verbOf(first.answer, 2)
    } ${answer}, ${average}.`
  }
  const leaders = given.filter(({ count }) => count === first.count)
  if (leaders.length > 1) return `${tieOf(leaders, total)}, ${average}.`
  const lead =
    `${grouped(first.count)} of ${counted(total, "prediction")} ${verbOf(first.answer, first.count)} ${answer} `
    + `(${shareOf(first, total)})`
  return typeof first.answer === "string"
    ? `${lead}, ahead of ${answerInWords(second.answer)} with ${grouped(second.count)} (${
      shareOf(second, total)
    }), ${average}.`
    : `${lead} and ${grouped(second.count)} ${verbOf(second.answer, second.count)} ${
      answerInWords(second.answer)
    }, ${average}.`
}

const tieOf = (leaders: ReadonlyArray<AnswerCount>, total: number): string => {
  const { answer, count } = leaders[0]!
  if (typeof answer === "boolean")
    return `The predictions are split evenly, ${grouped(count)} yes and ${grouped(count)} no`
  const names = listed(leaders.map((leader) => answerInWords(leader.answer)))
  return `${names} lead with ${counted(count, "prediction")} each of ${grouped(total)}`
}

const resultOf = (question: BriefQuestion): string =>
  question.outcome === null
    ? listed((question.correct_options ?? []).map(quoted))
    : answerInWords(question.outcome)

/** How many predictions were right, as the end of a sentence. */
const scoreOf = (score: BriefFacts["score"]): string => {
  if (score === null || score.scored === 0) return ""
  const { correct, scored } = score
  if (scored === 1) return `: the only prediction was ${correct === 1 ? "right" : "wrong"}`
  if (correct === scored || correct === 0) {
    return `: ${
      scored === 2
        ? (correct === 0 ? "neither prediction" : "both predictions")
        : `${correct === 0 ? "none" : "all"} of the ${grouped(scored)} predictions`
    } ${correct === 0 && scored === 2 ? "was" : "were"} right`
  }
  return `: ${grouped(correct)} of ${grouped(scored)} predictions ${correct === 1 ? "was" : "were"} right (${
    percentInWords(percentOf(correct, scored), scored)
  })`
}

/** The status of the question, as a sentence. */
const stateSentence = ({ now, question, score }: BriefSummaryRequest): string => {
  const { closed_at, is_void, resolved_at, status, waits_for_parent, window_ends_at } = question
  const on = (instant: Date | null): string => (instant === null ? "" : ` on ${dayInWords(instant)}`)
  if (status === "resolved") {
    return is_void
      ? `The question was resolved void${on(resolved_at)}, so nothing was scored.`
      : `The question was resolved ${resultOf(question)}${on(resolved_at)}${scoreOf(score)}.`
  }
  if (status === "open") {
    return window_ends_at.getTime() > now.getTime()
      ? `The question takes predictions until ${dayInWords(window_ends_at)}.`
      : `The question has taken no more predictions since ${dayInWords(window_ends_at)}.`
  }
  return waits_for_parent
    ? "The question waits for its parent question to resolve."
    : `The question closed${on(closed_at)} and waits for its result.`
}

const argumentSentence = (argument: KeyArgument | undefined, side: boolean): ReadonlyArray<string> =>
  argument === undefined
    ? []
    : [`For ${answerInWords(argument.selected_option ?? side)}, ${argument.user_name} argues: ${quoted(argument.text)}`]

/**
 * Writes the summary of a brief: the distribution of the predictions, the status of the question, and the first
 * argument of each side, quoted. Plain text, one to four sentences and quotations.
 */
export const briefSummary = (request: BriefSummaryRequest): string =>
  [
    standingSentence(request),
    stateSentence(request),
    ...argumentSentence(request.arguments_for[0], true),
    ...argumentSentence(request.arguments_against[0], false)
  ].join(" ")
