import { Array as Arr, Either, Schema } from "effect"
import { type Failure, failure, type Failures } from "../../kernel/Failure.ts"
import { judgeHttpUri } from "../../kernel/HttpUri.ts"
import { judgeText } from "../../kernel/TextRule.ts"

/** Whether a question is answered by yes or no, or by one of several options. */
export const QuestionType = Schema.Literal("binary", "multi")
export type QuestionType = typeof QuestionType.Type

/** The maximum length of a resolution note in code points, and the maximum number of evidence URLs. */
export const resolutionNoteMax = 2_000
export const evidenceUrlsMax = 20

/** How a question was resolved: void (stakes are refunded), by yes or no, or by the options that came true. */
export type Resolution =
  | { readonly kind: "void" }
  | { readonly kind: "outcome"; readonly outcome: boolean }
  | { readonly kind: "options"; readonly correct_options: ReadonlyArray<string> }

/** A validated resolution with its note and its evidence. */
export interface ResolutionVerdict {
  readonly resolution: Resolution
  readonly resolution_note?: string
  readonly evidence_urls: ReadonlyArray<string>
}

/** A request to resolve, before validation. */
export interface ResolutionRequest {
  readonly outcome?: boolean | null | undefined
  readonly correct_options?: ReadonlyArray<string> | null | undefined
  readonly resolution_note?: string | null | undefined
  readonly evidence_urls?: ReadonlyArray<string> | null | undefined
}

/** The fields of a question against which a resolution is validated. */
export interface ResolvableQuestion {
  readonly question_type: QuestionType
  readonly options?: ReadonlyArray<string> | null | undefined
}

/**
 * Validates a request to resolve. A `binary` question needs `outcome`: true, false, or null for void. A `multi`
 * question needs `correct_options`, each identical to one of its options; an empty list, or an `outcome` of null, means
 * void. A request with an answer for the other type, or with neither field, is refused, so that nothing becomes void by
 * mistake. Fails with everything that is wrong (`INVALID_REQUEST`, `INVALID_OPTION`).
 *
 * @example Either.map(judgeResolution({ question_type: "binary" }, { outcome: null }), ({ resolution }) => resolution) // right({ kind: "void" })
 */
export const judgeResolution = (
  question: ResolvableQuestion,
  request: ResolutionRequest
): Either.Either<ResolutionVerdict, Failures> => {
  const judged = question.question_type === "binary"
    ? judgeBinary(request)
    : judgeMulti(question.options ?? [], request)
  const failures = judgeNoteAndEvidence(request)
  if (Either.isLeft(judged)) return Either.left([...judged.left, ...failures])
  if (Arr.isNonEmptyReadonlyArray(failures)) return Either.left(failures)
  const note = request.resolution_note?.trim()
  return Either.right({
    resolution: judged.right,
    ...(note ? { resolution_note: note } : {}),
    evidence_urls: [...new Set(request.evidence_urls ?? [])]
  })
}

const judgeBinary = (request: ResolutionRequest): Either.Either<Resolution, Failures> => {
  if (request.correct_options != null && request.correct_options.length > 0) {
    const message = "correct_options is for multi questions; resolve a binary one with outcome."
    return Either.left([failure("INVALID_REQUEST", message, { field: "correct_options" })])
  }
  if (request.outcome === undefined) {
    const message = "A binary question needs outcome: true, false, or null for void."
    return Either.left([failure("INVALID_REQUEST", message, { field: "outcome" })])
  }
  return Either.right(request.outcome === null ? { kind: "void" } : { kind: "outcome", outcome: request.outcome })
}

const judgeMulti = (
  options: ReadonlyArray<string>,
  request: ResolutionRequest
): Either.Either<Resolution, Failures> => {
  if (typeof request.outcome === "boolean") {
    const message = "outcome is for binary questions; resolve a multi one with correct_options."
    return Either.left([failure("INVALID_REQUEST", message, { field: "outcome" })])
  }
  if (request.correct_options === undefined && request.outcome === undefined) {
    const message = "A multi question needs correct_options: its options that came true, or an empty list for void."
    return Either.left([failure("INVALID_REQUEST", message, { field: "correct_options" })])
  }
  const named = new Set(request.correct_options ?? [])
  const unknown = [...named].filter((option) => !options.includes(option))
  if (Arr.isNonEmptyReadonlyArray(unknown)) {
    const measured = unknown[0].slice(0, 200)
    const message = `"${measured}" is not an option of the question.`
    return Either.left([failure("INVALID_OPTION", message, { field: "correct_options", measured })])
  }
  const correct_options = options.filter((option) => named.has(option))
  return Either.right(correct_options.length === 0 ? { kind: "void" } : { kind: "options", correct_options })
}

const judgeNoteAndEvidence = (request: ResolutionRequest): ReadonlyArray<Failure> => {
  const note = judgeText("resolution_note", request.resolution_note?.trim() ?? "", { max: resolutionNoteMax })
  return [...(note === undefined ? [] : [note]), ...judgeEvidence(request.evidence_urls ?? [])]
}

/** The failures of the evidence of a resolution: too many URLs, and each that is not an http(s) URI. */
export const judgeEvidence = (urls: ReadonlyArray<string>): ReadonlyArray<Failure> => {
  if (urls.length > evidenceUrlsMax) {
    const message = `A resolution takes at most ${evidenceUrlsMax} evidence_urls; this one has ${urls.length}.`
    const details = { field: "evidence_urls", measured: urls.length, limit: evidenceUrlsMax }
    return [failure("INVALID_REQUEST", message, details)]
  }
  return urls.flatMap((url, index) => judgeHttpUri(`evidence_urls[${index}]`, url) ?? [])
}

/**
 * The resolution in the stored fields of a resolved question.
 *
 * @example resolutionOf({ question_type: "binary", outcome: null }) // { kind: "void" }
 */
export const resolutionOf = (question: {
  readonly question_type: QuestionType
  readonly outcome?: boolean | null | undefined
  readonly correct_options?: ReadonlyArray<string> | null | undefined
}): Resolution => {
  if (question.question_type === "binary") {
    return question.outcome == null ? { kind: "void" } : { kind: "outcome", outcome: question.outcome }
  }
  const correct_options = question.correct_options ?? []
  return correct_options.length === 0 ? { kind: "void" } : { kind: "options", correct_options }
}

/** The fields of a prediction that decide whether it came true. */
export interface PredictedAnswer {
  readonly prediction: boolean
  readonly selected_option?: string | null | undefined
}

/**
 * Whether a prediction came true; null when the question is void. On a `multi` question only the selected option
 * counts, not the `prediction` flag.
 *
 * @example isCorrect({ prediction: true }, { kind: "outcome", outcome: false }) // false
 */
export const isCorrect = (foretold: PredictedAnswer, resolution: Resolution): boolean | null => {
  if (resolution.kind === "void") return null
  if (resolution.kind === "outcome") return foretold.prediction === resolution.outcome
  return foretold.selected_option != null && resolution.correct_options.includes(foretold.selected_option)
}

/**
 * What happens to a child when its parent resolves: `open` when the outcome equals the child's `parent_trigger` (true
 * by default); `void` for the other outcome, for a void parent, and for a `multi` parent.
 *
 * @example childFate({ kind: "outcome", outcome: true }, true) // "open"
 */
export const childFate = (parent: Resolution, parentTrigger: boolean | null | undefined): "open" | "void" =>
  parent.kind === "outcome" && parent.outcome === (parentTrigger ?? true) ? "open" : "void"
