import { type Failure, failure } from "../../kernel/Failure.ts"
import { judgeText } from "../../kernel/TextRule.ts"
import { type AnswerSpace, answerSpaceOf } from "../../research/panels/AnswerSpace.ts"
import { textAnswerLengthMax } from "../../research/panels/PanelAnswer.ts"
import type { PanelQuestion } from "../../research/panels/PanelQuestion.ts"
import type { StoredAnswer } from "./SurveyResponse.ts"

/** A judged response: the answers to store, or all failures. */
export interface JudgedResponse {
  readonly answers: ReadonlyArray<StoredAnswer>
  readonly failures: ReadonlyArray<Failure>
}

/** The field of failures about the whole response; the field of any other failure is the id of its question. */
export const wholeResponse = "answers"

const invalid = (field: string, message: string): Failure => failure("INVALID_REQUEST", message, { field })

const fits = (choices: ReadonlyArray<number | null>, { options, rows }: AnswerSpace): boolean =>
  choices.length === rows.length &&
  choices.every((choice) => choice === null || (Number.isInteger(choice) && choice >= 0 && choice < options.length))

/** The failure of one answer. */
const judgeAnswer = (
  answer: StoredAnswer,
  question: Pick<PanelQuestion, "kind" | "kind_options"> | undefined
): Failure | undefined => {
  const field = answer.question_id
  if (question === undefined) return invalid(field, "The survey has no such question.")
  const space = answerSpaceOf(question)
  if ("text" in answer) {
    const flaw = judgeText("The answer", answer.text, { max: textAnswerLengthMax })
    return space !== null
      ? invalid(field, "Choose one of the answers that are offered.")
      : flaw && { ...flaw, field }
  }
  return space !== null && fits(answer.choices, space)
    ? undefined
    : invalid(field, "Choose one of the answers that are offered.")
}

const cleaned = (answer: StoredAnswer): StoredAnswer =>
  "text" in answer
    ? { ...answer, text: answer.text.replace(/\r\n?/gu, "\n").normalize("NFC").trim() }
    : answer

const isGiven = (answer: StoredAnswer): boolean =>
  "text" in answer ? answer.text !== "" : answer.choices.some((choice) => choice !== null)

/**
 * Judges the answers of a person, at most one for each question. At least one question must be answered. The field of a
 * failure is the id of its question.
 *
 * @example judgeResponse([{ id: "q", kind: "binary", kind_options: null }], [{ question_id: "q", choices: [2] }]).failures[0]?.field // "q"
 * @example judgeResponse([], []).failures[0]?.message // "Answer at least one question."
 */
export const judgeResponse = (
  questions: ReadonlyArray<Pick<PanelQuestion, "id" | "kind" | "kind_options">>,
  given: ReadonlyArray<StoredAnswer>
): JudgedResponse => {
  const byId = new Map(questions.map((question) => [question.id, question]))
  const answers = given.map(cleaned).filter(isGiven)
  const flaws = answers.map((answer) => judgeAnswer(answer, byId.get(answer.question_id)))
  const twice = answers.filter(({ question_id }, at) =>
    answers.findIndex((other) => other.question_id === question_id) !== at
  )
  const failures = [
    answers.length === 0 ? invalid(wholeResponse, "Answer at least one question.") : undefined,
    ...flaws,
    ...twice.map(({ question_id }) => invalid(question_id, "Answer the question once."))
  ].filter((found) => found !== undefined)
  return { answers, failures }
}
