import { wilsonInterval } from "../../kernel/Interval.ts"
import { counted } from "../../kernel/Counted.ts"
import { rounded } from "../../research/packets/inOrder.ts"
import { shareRow } from "../../research/packets/shareRow.ts"
import { type AnswerSpace, answerSpaceOf } from "../../research/panels/AnswerSpace.ts"
import type { PanelQuestion } from "../../research/panels/PanelQuestion.ts"
import { measuredSide } from "../surveys/MeasuredQuestion.ts"
import { highestConsensus, mostContested } from "../surveys/SurveyAnalytics.ts"
import type { CountedBox, CountedQuestion, CountedRow, ResponseQuestion, ResponseResults } from "./ResponseResults.ts"
import type { ChoiceCount, ResponseTallies } from "./ResponseTallies.ts"

/** Results with fewer answers than this carry a warning. */
export const fewAnswers = 30

/** The maximum number of options in all results by link; above it, results are not counted by link. */
export const linkOptionsMax = 20_000

/** The number of points of a scale in a box. */
const boxPoints = 2

type AskedQuestion = Pick<PanelQuestion, "id" | "text" | "kind" | "kind_options">

const sumOf = (counts: ReadonlyArray<number>): number => counts.reduce((sum, count) => sum + count, 0)

/** A count as a share of the answers, with its interval. */
const shareOf = (count: number, answered: number) => {
  const { high, low } = wilsonInterval(count, answered)
  return {
    count,
    share: answered === 0 ? 0 : rounded(count / answered),
    interval: { low: rounded(low), high: rounded(high) }
  }
}

/**
 * The median of the points of a scale from 1, from the number of answers at each point; null without answers.
 *
 * @example medianPoint([1, 0, 0, 1]) // 2.5
 */
export const medianPoint = (counts: ReadonlyArray<number>): number | null => {
  const answered = sumOf(counts)
  /** The point of the answer at this place in ascending order. */
  const pointAt = (place: number): number => {
    let before = 0
    return counts.findIndex((count) => (before += count) > place) + 1
  }
  return answered === 0 ? null : (pointAt(Math.floor((answered - 1) / 2)) + pointAt(Math.floor(answered / 2))) / 2
}

const boxOf = (points: ReadonlyArray<string>, counts: ReadonlyArray<number>, answered: number): CountedBox => ({
  points,
  ...shareOf(sumOf(counts), answered)
})

const countedRow = (
  question: Pick<PanelQuestion, "kind">,
  { options }: AnswerSpace,
  row: string,
  counts: ReadonlyArray<number>
): CountedRow => {
  const answered = sumOf(counts)
  const isScale = question.kind === "likert" || question.kind === "star_rating"
  const shares = answered === 0
    ? undefined
    : shareRow(question, row, options, counts.map((count) => count / answered), answered)
  const lowest = options.length - boxPoints
  return {
    row,
    answered,
    options: options.map((option, place) => ({ option, ...shareOf(counts[place]!, answered) })),
    mean: shares?.mean ?? null,
    mean_interval: answered < 2 ? null : shares?.mean_interval ?? null,
    median: isScale ? medianPoint(counts) : null,
    top_box: isScale ? boxOf(options.slice(lowest), counts.slice(lowest), answered) : null,
    bottom_box: isScale ? boxOf(options.slice(0, boxPoints), counts.slice(0, boxPoints), answered) : null
  }
}

/** Items by their question. */
const byQuestion = <Item extends { readonly question_id: string }>(
  items: ReadonlyArray<Item>
): ReadonlyMap<string, ReadonlyArray<Item>> => {
  const groups = new Map<string, Array<Item>>()
  for (const item of items) {
    const group = groups.get(item.question_id)
    if (group === undefined) groups.set(item.question_id, [item])
    else group.push(item)
  }
  return groups
}

/** The number of answers for each option, row by row. */
const countsOf = (
  { options, rows }: AnswerSpace,
  choices: ReadonlyArray<ChoiceCount>
): ReadonlyArray<ReadonlyArray<number>> => {
  const counts = rows.map(() => options.map(() => 0))
  for (const { choice, count, row } of choices) counts[row]![choice]! += count
  return counts
}

const countedQuestions = (
  questions: ReadonlyArray<AskedQuestion>,
  tallies: ResponseTallies
): ReadonlyArray<CountedQuestion> => {
  const asked = byQuestion(tallies.questions)
  const choices = byQuestion(tallies.choices)
  return questions.map((question) => {
    const own = asked.get(question.id) ?? []
    const answered = sumOf(own.map((tally) => tally.answered))
    const space = answerSpaceOf(question)
    const counts = space === null ? [] : countsOf(space, choices.get(question.id) ?? [])
    return {
      question_id: question.id,
      answered,
      unanswered: sumOf(own.map((tally) => tally.asked)) - answered,
      rows: space === null ? [] : space.rows.map((row, at) => countedRow(question, space, row, counts[at]!))
    }
  })
}

/** The part of tallies that came through one link. */
const ofLink = (tallies: ResponseTallies, id: string): ResponseTallies => {
  const isOwn = ({ link_id }: { readonly link_id: string }): boolean => link_id === id
  return {
    links: tallies.links.filter(isOwn),
    questions: tallies.questions.filter(isOwn),
    choices: tallies.choices.filter(isOwn)
  }
}

/** The counts by which a question with a single row of options is ranked. */
const ranked = ({ kind, question_id, rows }: ResponseQuestion) => {
  const [row] = rows
  if (row === undefined || kind === "matrix") return []
  const counts = row.options.map(({ count }) => count)
  return [{ question_id, measured: measuredSide({ options: row.options.map(({ option }) => option) }, counts) }]
}

/** Whether there are several links, but too many options to count by link. */
const isTooMuch = (questions: ReadonlyArray<CountedQuestion>, links: number): boolean =>
  links > 1 &&
  links * sumOf(questions.flatMap(({ rows }) => rows.map(({ options }) => options.length))) > linkOptionsMax

const warningsOf = (
  responses: number,
  questions: ReadonlyArray<CountedQuestion>,
  links: number
): ReadonlyArray<string> => {
  if (responses === 0) return ["Nobody has answered yet."]
  const few = questions.filter(({ answered }) => answered < fewAnswers).length
  return [
    "Whoever has the link and wants to answer does: this is no random sample. The intervals show chance alone, and not how "
    + "far those who answered differ from those who did not. Nothing keeps a person from answering a shared link twice.",
    ...(few === 0 ? [] : [
      few === questions.length
        ? `Fewer than ${fewAnswers} people have answered each question: one more answer may change the picture.`
        : `Fewer than ${fewAnswers} people have answered ${few} of ${
          counted(questions.length, "question")
        }: there, one `
          + "more answer may change the picture."
    ]),
    ...(isTooMuch(questions, links) ? ["There are too many questions and links to count the answers by link."] : [])
  ]
}

/**
 * The answers of people to a survey: counts and shares of every option with Wilson's 95 % intervals, for scales and
 * stars also mean, median, and the two highest and two lowest points counted together; for all links, and by link.
 */
export const countResponses = (
  questions: ReadonlyArray<AskedQuestion>,
  tallies: ResponseTallies
): Omit<ResponseResults, "project_id" | "panel"> => {
  const responses = sumOf(tallies.links.map((link) => link.responses))
  const all = countedQuestions(questions, tallies).map((found, at): ResponseQuestion => {
    const { kind, kind_options, text } = questions[at]!
    return { ...found, text, kind, statement: kind === "likert" ? kind_options?.statement ?? null : null }
  })
  const rankings = all.flatMap(ranked)
  const idOf = ({ question_id }: { readonly question_id: string }): string => question_id
  return {
    responses,
    warnings: warningsOf(responses, all, tallies.links.length),
    questions: all,
    most_contested: mostContested(rankings).map(idOf),
    highest_consensus: highestConsensus(rankings).map(idOf),
    by_link: tallies.links.length < 2 || isTooMuch(all, tallies.links.length) ? [] : tallies.links.map((link) => ({
      ...link,
      questions: countedQuestions(questions, ofLink(tallies, link.link_id))
    }))
  }
}
