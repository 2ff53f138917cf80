import { isHttpUri } from "@auspex/domain/kernel"
import {
  type AnswerText,
  type ClaimUse,
  type DecisionPacket,
  intervalWords,
  type MovedAnswer,
  type PacketAnswer,
  type PacketCitation,
  type PacketContribution,
  percentWords,
  type PooledOption,
  specialistName
} from "@auspex/domain/packets"
import { dayText } from "../../kit/TimeTicks.ts"

/** Whom a packet is for, in words. */
export const audiences = {
  fo_principal: "a principal of a family office",
  vc_partner: "a partner of a venture capital firm",
  corp_strategist: "a strategist of a company"
} as const

/** What kind of packet it is, for whom, and when it was made. */
export const packetFacts = ({ mode, project, published_at, version }: DecisionPacket): ReadonlyArray<string> => [
  `Version ${version}, ${dayText(published_at)} (UTC)`,
  ...(project.audience === null ? [] : [`For ${audiences[project.audience]}`]),
  mode === "panel"
    ? project.kind === "audience"
      ? "Answers of synthetic respondents: models that play personas"
      : "Answers of a panel of models, pooled by rule"
    : "Extractive: no model is configured, so there are no answers and no probabilities"
]

/** The titles of the sections that an extractive packet names otherwise. */
export const sectionTitles = (
  { mode }: DecisionPacket
): { readonly answers: string; readonly findings: string; readonly risks: string } =>
  mode === "panel"
    ? { answers: "Answers", findings: "Key findings", risks: "Risks" }
    : { answers: "Questions", findings: "Evidence for", risks: "Evidence against" }

/** The numbers of rows in the evidence table and of questions, from 1. */
export interface PacketNumbers {
  /** The row of the version of a source in which a quote stands. */
  readonly evidenceOf: (citation: PacketCitation) => number | undefined
  /** By id. */
  readonly questions: ReadonlyMap<string, number>
}

export const packetNumbers = ({ answers, evidence_table }: DecisionPacket): PacketNumbers => {
  const rows = evidence_table.map((row, at) => ({ ...row, number: at + 1 }))
  const bySource = new Map(rows.toReversed().map(({ number, source_id }) => [source_id, number]))
  const byPassage = new Map(rows.flatMap(({ number, quotes }) => quotes.map(({ passage_id }) => [passage_id, number])))
  return {
    // A row that does not hold all of its quotes may lack the passage.
    evidenceOf: ({ passage_id, source_id }) => byPassage.get(passage_id) ?? bySource.get(source_id),
    questions: new Map(answers.map(({ question_id }, at) => [question_id, at + 1]))
  }
}

/** An answer as one text; a dash when there is none. */
export const answerText = (answer: AnswerText | null): string =>
  answer === null ? "–" : typeof answer === "string" ? answer : answer.join("; ")

/** The names of specialists in a sentence. */
export const specialistNames = (ids: ReadonlyArray<string>): string => ids.map(specialistName).join(", ")

/** Who cites a claim for or against which answer. */
export const useText = (
  { answer, question_id, specialists, stance }: ClaimUse,
  { questions }: PacketNumbers
): string => {
  const target = answer === null ? "" : ` “${answerText(answer)}”`
  return `${specialistNames(specialists)}: ${stance}${target}, question ${questions.get(question_id)}`
}

/** Which questions an observation bears on, and who names it. */
export const changerText = (
  { question_ids, specialists }: DecisionPacket["what_would_change_our_mind"][number],
  { questions }: PacketNumbers
): string => {
  const numbers = question_ids.map((id) => questions.get(id))
  return `${specialistNames(specialists)}: question${numbers.length === 1 ? "" : "s"} ${numbers.join(", ")}`
}

/** The options that a document shows: of a binary question only "yes", because "no" is the rest. */
export const shownOptions = <A>(options: ReadonlyArray<A>, { kind }: PacketAnswer["question"]): ReadonlyArray<A> =>
  kind === "binary" ? options.slice(0, 1) : options

/** An option of a segment's row with its interval. */
const optionShare = ({ interval, probability }: PooledOption): string => {
  const range = interval === null ? null : intervalWords(interval)
  return range === null ? percentWords(probability) : `${percentWords(probability)} (${range})`
}

/** The cells of a table of segments: which segment, of how many respondents, then row and option with their share. */
export const segmentCells = ({ question, segments = [] }: PacketAnswer): ReadonlyArray<ReadonlyArray<string>> =>
  segments.flatMap(({ answered, respondents, rows, segment, weight }) =>
    rows.flatMap(({ options, row }) =>
      shownOptions(options, question).map((option) => [
        segment,
        row === "" ? option.option : `${row}: ${option.option}`,
        `${answered} of ${respondents}`,
        percentWords(weight),
        optionShare(option)
      ])
    )
  )
export const segmentHeaders = ["Segment", "Answer", "Respondents", "Weight", "Share (95 % interval)"]

/** The cells of a table of rounds. */
export const roundCells = ({ rounds = [] }: PacketAnswer): ReadonlyArray<ReadonlyArray<string>> =>
  rounds.map(({ answer, experts, interval, probability, round }) => [
    String(round),
    answerText(answer),
    String(experts),
    probability === null ? "–" : percentWords(probability),
    (interval === null ? null : intervalWords(interval)) ?? "–"
  ])
export const roundHeaders = ["Round", "Answer", "Experts", "Probability", "95 % interval"]

/** What a specialist says of the outcome that the panel's number is about. */
export const probabilityText = ({ probability }: PacketContribution, { question: { kind } }: PacketAnswer): string =>
  probability === null ? "–" : kind === "binary" ? `yes ${percentWords(probability)}` : percentWords(probability)

/** The dissent in a sentence, without its claim. */
export const dissentText = (
  { answer, distance, probability, specialist }: NonNullable<PacketAnswer["dissent"]>,
  { question: { kind } }: PacketAnswer
): string => {
  const stated = probability === null ? "" : ` (${kind === "binary" ? "yes " : ""}${percentWords(probability)})`
  return `${specialistName(specialist)} says “${answerText(answer)}”${stated}, at a distance of ${
    distance.toFixed(2)
  } from the others`
}

const shareText = (value: number | null, measured: string): string =>
  value === null ? "nothing" : measured === "mean" ? value.toFixed(1) : percentWords(value)

/** How an answer moved, without the reasons. */
export const movedText = ({ after, answer_after, answer_before, before, measured }: MovedAnswer): string => {
  const [was, is] = [answerText(answer_before), answerText(answer_after)]
  const turned = was === is ? "" : `; the answer changed from “${was}” to “${is}”`
  return `${measured}: from ${shareText(before, measured)} to ${shareText(after, measured)}${turned}`
}

/** The URI when it is safe to link to: absolute, http or https. */
export const linkable = (uri: string): string | null => isHttpUri(uri) ? uri : null
