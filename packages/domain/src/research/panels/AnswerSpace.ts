import type { PanelQuestion } from "./PanelQuestion.ts"

/** The possible answers to a question. */
export interface AnswerSpace {
  /** The rows of a matrix, each answered separately; a single row without a name for every other kind. */
  readonly rows: ReadonlyArray<string>
  /** The possible answers of each row, in their order. */
  readonly options: ReadonlyArray<string>
}

const pointsTo = (max: number): ReadonlyArray<string> => Array.from({ length: max }, (_, n) => String(n + 1))

/**
 * The possible answers to a question; null for a question without a kind, which is answered by a text. The points of a scale and
 * the stars are numbered from 1.
 *
 * @example answerSpaceOf({ kind: "binary", kind_options: null }) // {"rows":[""],"options":["yes","no"]}
 * @example answerSpaceOf({ kind: "star_rating", kind_options: { max: 5 } })?.options.length // 5
 */
export const answerSpaceOf = (
  { kind, kind_options }: Pick<PanelQuestion, "kind" | "kind_options">
): AnswerSpace | null => {
  switch (kind) {
    case null:
      return null
    case "binary":
      return { rows: [""], options: ["yes", "no"] }
    case "multi":
      return { rows: [""], options: kind_options?.options ?? [] }
    case "matrix":
      return { rows: kind_options?.rows ?? [], options: kind_options?.columns ?? [] }
    case "likert":
      return { rows: [""], options: pointsTo(kind_options?.scale ?? 0) }
    case "star_rating":
      return { rows: [""], options: pointsTo(kind_options?.max ?? 0) }
  }
}
