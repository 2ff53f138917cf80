import { type Failure, failure } from "../../kernel/Failure.ts"
import type { QuestionStatus } from "../questions/QuestionStatus.ts"
import { type QuestionSurveys, surveysAreOver } from "../questions/QuestionSurveys.ts"

/** The fields of a question that decide whether it accepts predictions. */
export interface AdmissionQuestion extends QuestionSurveys {
  readonly status: QuestionStatus
  readonly window_ends_at: Date
}

/**
 * Why a question accepts no prediction of an account at `now`; undefined when it does:
 *
 * - an `open` question accepts predictions of everybody, an `approved` question accepts predictions of the panel of
 * an open survey (`in_panel`);
 * - neither does once it was in surveys that are all closed (`SURVEY_CLOSED`), or once its window has ended;
 * - no other question does.
 *
 * @example judgeAdmission({ status: "approved", window_ends_at: new Date(1), surveys_open: 1, surveys_closed: 1 }, { now: new Date(0), in_panel: true }) // undefined
 * @example judgeAdmission({ status: "open", window_ends_at: new Date(1), surveys_open: 0, surveys_closed: 1 }, { now: new Date(0), in_panel: false })?.code // "SURVEY_CLOSED"
 */
export const judgeAdmission = (
  question: AdmissionQuestion,
  { in_panel, now }: { readonly now: Date; readonly in_panel: boolean }
): Failure | undefined => {
  const { status, surveys_open, window_ends_at } = question
  if ((status === "open" || status === "approved") && surveysAreOver(question)) {
    return failure("SURVEY_CLOSED", "The question accepts no predictions: every survey with it is closed.")
  }
  if (status !== "open" && !(status === "approved" && surveys_open > 0)) return notOpen(`it is ${status}`)
  if (window_ends_at.getTime() <= now.getTime()) return notOpen("its prediction window has ended")
  return status === "open" || in_panel
    ? undefined
    : notOpen("its survey takes those of the agents that are assigned to it, and you are not")
}

const notOpen = (why: string): Failure => failure("QUESTION_NOT_OPEN", `The question accepts no predictions: ${why}.`)
