import { Either, Schema } from "effect"
import { readModelAnswer } from "../../platform/inference/ModelAnswer.ts"
import { ModelShare } from "../../platform/inference/ModelNumber.ts"
import { type AnswerSpace, answerSpaceOf } from "./AnswerSpace.ts"
import type { CitedClaim } from "./checkQuotes.ts"
import type { PanelQuestion } from "./PanelQuestion.ts"
import { plainText } from "./plainText.ts"
import type { PanelReasoning } from "./PanelReasoning.ts"

/** The answer of a specialist to a question, before its quotes are checked. */
export interface PanelAnswer extends Pick<PanelReasoning, "answer" | "probability" | "distribution" | "confidence"> {
  readonly narrative: string
  readonly claims_for: ReadonlyArray<CitedClaim>
  readonly claims_against: ReadonlyArray<CitedClaim>
  readonly falsifiers: ReadonlyArray<string>
}

/** The limits of a specialist's answer; texts in characters. Longer answers are cut. */
export const narrativeLengthMax = 4_000
export const textAnswerLengthMax = 500
export const claimsPerSideMax = 8
export const claimLengthMax = 500
export const falsifiersMax = 6
export const falsifierLengthMax = 300

/** The largest accepted difference of a sum of probabilities from 1. Accepted probabilities are scaled to the sum 1. */
export const sumToleranceMax = 0.02

const nullish = <A, I>(schema: Schema.Schema<A, I>) => Schema.optional(Schema.NullOr(schema))

const Claim = Schema.Struct({
  claim: Schema.String,
  passage: nullish(Schema.Union(Schema.String, Schema.Number)),
  quote: nullish(Schema.String)
})

const Numbers = Schema.Array(ModelShare)

/** The answer of a model. Unknown keys are ignored. */
const Answer = Schema.Struct({
  narrative: Schema.String,
  answer: nullish(Schema.Unknown),
  probability: nullish(ModelShare),
  distribution: nullish(Schema.Union(Schema.Array(Numbers), Numbers)),
  confidence: ModelShare,
  claims_for: nullish(Schema.Array(Claim)),
  claims_against: nullish(Schema.Array(Claim)),
  falsifiers: nullish(Schema.Array(Schema.String))
})

const decode = Schema.decodeUnknownOption(Answer)

const isShare = (value: number): boolean => Number.isFinite(value) && value >= 0 && value <= 1

/** The probabilities of a row, with the sum 1; undefined if they are missing, or their number or sum is wrong. */
const scaled = (row: ReadonlyArray<number>, options: number): ReadonlyArray<number> | undefined => {
  if (row.length !== options || !row.every((value) => Number.isFinite(value) && value >= 0)) return undefined
  const sum = row.reduce((total, value) => total + value, 0)
  // Some models answer in percent.
  const whole = Math.abs(sum - 100) <= 100 * sumToleranceMax ? 100 : 1
  return Math.abs(sum / whole - 1) <= sumToleranceMax ? row.map((value) => value / sum) : undefined
}

const rowsOf = (
  { distribution, probability }: typeof Answer.Type,
  { kind }: Pick<PanelQuestion, "kind">
): ReadonlyArray<ReadonlyArray<number>> => {
  if (kind === "binary" && typeof probability === "number" && isShare(probability)) {
    return [[probability, 1 - probability]]
  }
  if (distribution === null || distribution === undefined) return []
  const isFlat = (rows: typeof distribution): rows is ReadonlyArray<number> => typeof rows[0] === "number"
  return isFlat(distribution) ? [distribution] : distribution
}

const distributionFlaw = ({ kind }: Pick<PanelQuestion, "kind">, { options, rows }: AnswerSpace): string =>
  kind === "binary"
    ? "probability must be a number from 0 to 1."
    : `distribution must hold ${rows.length === 1 ? "" : `${rows.length} rows of `}${options.length} probabilities, ${
      rows.length === 1 ? "" : "each row "
    }with the sum 1.`

const mostProbable = (row: ReadonlyArray<number>): number => row.indexOf(Math.max(...row))

/** The answer of a question with a kind. */
const spaceAnswer = (
  question: Pick<PanelQuestion, "kind">,
  space: AnswerSpace,
  given: typeof Answer.Type
): Either.Either<Pick<PanelAnswer, "answer" | "probability" | "distribution">, string> => {
  const rows = rowsOf(given, question).map((row) => scaled(row, space.options.length))
  if (rows.length !== space.rows.length || rows.includes(undefined)) {
    return Either.left(distributionFlaw(question, space))
  }
  const distribution = rows as ReadonlyArray<ReadonlyArray<number>>
  const answers = distribution.map((row) => space.options[mostProbable(row)]!)
  const isMatrix = question.kind === "matrix"
  const [row] = distribution
  return Either.right({
    answer: isMatrix ? answers : answers[0]!,
    probability: isMatrix ? null : question.kind === "binary" ? row![0]! : Math.max(...row!),
    distribution
  })
}

/** The answer of a question without a kind. */
const textAnswer = (
  { answer }: typeof Answer.Type
): Either.Either<Pick<PanelAnswer, "answer" | "probability" | "distribution">, string> => {
  const text = typeof answer === "string" ? plainText(answer, textAnswerLengthMax) : ""
  return text === ""
    ? Either.left("answer must be a string.")
    : Either.right({ answer: text, probability: null, distribution: null })
}

const claimsOf = (given: ReadonlyArray<typeof Claim.Type> | null | undefined): ReadonlyArray<CitedClaim> =>
  (given ?? []).slice(0, claimsPerSideMax).flatMap(({ claim, passage, quote }) => {
    const text = plainText(claim, claimLengthMax)
    return text === "" ? [] : [{
      claim: text,
      passage: passage === null || passage === undefined ? null : String(passage),
      quote: quote ?? null
    }]
  })

const judge = (
  question: Pick<PanelQuestion, "kind" | "kind_options">,
  given: typeof Answer.Type
): Either.Either<PanelAnswer, string> =>
  Either.gen(function*() {
    const narrative = plainText(given.narrative, narrativeLengthMax)
    if (narrative === "") return yield* Either.left("narrative must not be blank.")
    if (!isShare(given.confidence)) return yield* Either.left("confidence must be a number from 0 to 1.")
    const space = answerSpaceOf(question)
    const answered = yield* space === null ? textAnswer(given) : spaceAnswer(question, space, given)
    const falsifiers = (given.falsifiers ?? []).map((text) => plainText(text, falsifierLengthMax))
    return {
      ...answered,
      confidence: given.confidence,
      narrative,
      claims_for: claimsOf(given.claims_for),
      claims_against: claimsOf(given.claims_against),
      falsifiers: falsifiers.filter((text) => text !== "").slice(0, falsifiersMax)
    }
  })

const otherShape = "The JSON object must have a string narrative, a number confidence, and the other keys as described."

/**
 * Reads the answer of a specialist from the text of its model (`readModelAnswer`). Probabilities with a sum near 1 are scaled
 * to the sum 1. Left describes the flaw for the model, without repeating any of its words.
 *
 * @example Either.mapLeft(readPanelAnswer({ kind: "binary", kind_options: null }, "Yes!"), (flaw) => flaw) // left("The answer holds no complete JSON object.")
 */
export const readPanelAnswer = (
  question: Pick<PanelQuestion, "kind" | "kind_options">,
  answer: string
): Either.Either<PanelAnswer, string> =>
  Either.flatMap(readModelAnswer(answer, decode, otherShape), (given) => judge(question, given))
