import { counted } from "../../kernel/Counted.ts"
import type { AudienceSegment } from "../panels/ProjectPanel.ts"
import { listed } from "../../text/listed.ts"
import { inQuotes, pooledSentence, tiedLeaders, type UnreadAnswer } from "./answerReading.ts"
import { percentWords } from "./probabilityWords.ts"

/** What every packet of an audience says first. */
export const syntheticWarning = "Synthetic respondents: models that play personas answered, and no people."

const leadersText = (leaders: ReturnType<typeof tiedLeaders>): string =>
  listed(leaders.map(({ option }) => inQuotes(option)))

/** The share or the mean that a sentence names. */
const measureOf = (rows: NonNullable<UnreadAnswer["aggregate"]>["rows"], isBinary: boolean): string => {
  const [row] = rows
  if (row!.mean !== null) return `mean ${row!.mean.toFixed(1)}`
  if (isBinary) return `yes ${percentWords(row!.options.find(({ option }) => option === "yes")!.probability)}`
  const leaders = tiedLeaders(row!)
  return `${leadersText(leaders)} ${percentWords(leaders[0]!.probability)}${leaders.length > 1 ? " each" : ""}`
}

/** The shares of an answer in one sentence; they are shares of respondents, and not probabilities of an event. */
const shareSentence = (answer: UnreadAnswer): string => {
  const { aggregate, interval, question: { kind } } = answer
  if (aggregate === null) return ""
  const [row] = aggregate.rows
  if (kind === "matrix" || row!.mean !== null) return pooledSentence(answer)
  const range = interval === null ? "" : ` (${Math.round(interval.low * 100)} to ${percentWords(interval.high)})`
  const leaders = kind === "binary" ? [] : tiedLeaders(row!)
  const option = kind === "binary" ? "yes" : leadersText(leaders)
  const each = leaders.length > 1 ? " each" : ""
  return `Of the respondents, ${percentWords(aggregate.probability!)}${each} answer ${option}${range}.`
}

/** The numbers of an audience's answer in plain sentences: overall, then by segment. */
export const audienceReading = (answer: UnreadAnswer): string => {
  const { aggregate, contributions, question: { kind }, segments = [] } = answer
  const answering = segments.reduce((sum, { answered }) => sum + answered, 0)
  if (contributions.length === 0) return "No respondent has answered this question."
  if (aggregate === null) return `${counted(answering, "respondent")} answered in words, which are not counted.`
  const bySegment = kind === "matrix"
    ? ""
    : ` By segment: ${
      segments.map(({ answered, rows, segment }) =>
        `${inQuotes(segment)} ${answered === 0 ? "no answer" : measureOf(rows, kind === "binary")}`
      ).join(", ")
    }.`
  return `${shareSentence(answer)}${segments.length < 2 ? "" : bySegment}`
}

/** The headline of an audience's packet: the first answer that has shares, after the warning. */
export const audienceHeadline = (answers: ReadonlyArray<UnreadAnswer>): string => {
  const first = answers.find(({ aggregate }) => aggregate !== null)
  return first === undefined
    ? `${syntheticWarning} The answers are words, which are not counted.`
    : `${syntheticWarning} ${inQuotes(first.question.text)} ${shareSentence(first)}`
}

/** What to do with the answers of an audience. */
export const audienceRecommendation: string =
  "Take the shares as hypotheses about where segments may differ, and ask people before you decide by them. The order of "
  + "the answers is worth more than their size."

/** How an audience was asked, and what its answers cannot tell. */
export const audienceMethod = (segments: ReadonlyArray<AudienceSegment>, models: ReadonlyArray<string>) => [
  `${counted(segments.reduce((sum, { size }) => sum + size, 0), "respondent")} in ${
    counted(segments.length, "segment")
  } were asked each question once, with ${
    models.join(", ")
  }. Each plays the persona of its segment with particulars of `
  + "its own, drawn from a fixed seed, and sees neither sources nor other answers.",
  "Each respondent gives the chances of its answers. Shares are their means; overall, a segment counts by its weight, which "
  + "its answering respondents share.",
  "Intervals are 95 % intervals for Kish's effective number of respondents: Wilson's for shares, Student's for means, cut at "
  + "the scale. Equal answers have the bound of Clopper and Pearson (1934).",
  "What synthetic respondents cannot tell: how many people hold an opinion, or what people will do. They repeat what their "
  + "models have read, vary less than people, and agree too readily. The intervals show how much the numbers depend on which "
  + "respondents were drawn, and nothing of how far models are from people. More respondents make the intervals narrower and "
  + "the answers no truer."
]
