import type { PlatformEvent } from "../../platform/events/PlatformEvent.ts"
import type { Survey } from "./Survey.ts"
import type { SurveyMove } from "./SurveyMove.ts"

/** The event that a move of this survey fires, if any. */
export const surveyEvents = (
  { fires }: SurveyMove,
  { id, question_count, title }: Pick<Survey, "id" | "title" | "question_count">
): ReadonlyArray<PlatformEvent> =>
  fires === undefined ? [] : [{ event: fires, data: { survey_id: id, title, question_count } }]
