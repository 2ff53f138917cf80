import { Schema } from "effect"
import { answerSpaceOf } from "../../research/panels/AnswerSpace.ts"
import type { PanelQuestion } from "../../research/panels/PanelQuestion.ts"

/**
 * An answer as it is stored: `choices` has the index of the chosen option in each row of the answer space, null for a
 * skipped row; `text` answers a question without a kind.
 */
export type StoredAnswer =
  | { readonly question_id: string; readonly choices: ReadonlyArray<number | null> }
  | { readonly question_id: string; readonly text: string }

/** A response as it is stored. */
export interface StoredResponse {
  readonly id: string
  readonly link_id: string
  readonly created_at: Date
  /** Unanswered questions are absent. */
  readonly answers: ReadonlyArray<StoredAnswer>
}

/** An answer of a person: an option, or for a matrix an option in each row (null for a skipped row), or a text. */
export const ResponseAnswer = Schema.Struct({
  question_id: Schema.String,
  answer: Schema.Union(Schema.String, Schema.Array(Schema.NullOr(Schema.String)))
}).annotations({ identifier: "ResponseAnswer" })
export interface ResponseAnswer extends Schema.Schema.Type<typeof ResponseAnswer> {}

/** The answers of one person, anonymous. */
export const SurveyResponse = Schema.Struct({
  id: Schema.String,
  link_id: Schema.String,
  created_at: Schema.Date,
  /** Unanswered questions are absent. */
  answers: Schema.Array(ResponseAnswer)
}).annotations({ identifier: "SurveyResponse" })
export interface SurveyResponse extends Schema.Schema.Type<typeof SurveyResponse> {}

/** A stored response in the words of its questions. */
export const readResponse = (
  { answers, ...response }: StoredResponse,
  questions: ReadonlyMap<string, Pick<PanelQuestion, "kind" | "kind_options">>
): SurveyResponse => ({
  ...response,
  answers: answers.flatMap((answer): ReadonlyArray<ResponseAnswer> => {
    const { question_id } = answer
    if ("text" in answer) return [{ question_id, answer: answer.text }]
    const question = questions.get(question_id)
    const space = question === undefined ? null : answerSpaceOf(question)
    if (question === undefined || space === null) return []
    const chosen = answer.choices.map((choice) => choice === null ? null : space.options[choice] ?? null)
    const [first = null] = chosen
    if (question.kind === "matrix") return [{ question_id, answer: chosen }]
    return first === null ? [] : [{ question_id, answer: first }]
  })
})
