import { type Context, Effect } from "effect"
import type { EventOutbox } from "../../platform/events/EventOutbox.ts"
import type { Changes, Topic } from "../../kernel/Changes.ts"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import type { UnitOfWork } from "../../kernel/UnitOfWork.ts"
import type { Survey } from "./Survey.ts"
import { surveyEvents } from "./surveyEvents.ts"
import type { SurveyMove } from "./SurveyMove.ts"
import type { SurveyStore } from "./SurveyStore.ts"

/** The ports by which a survey opens, closes and is archived. */
export interface MovePorts {
  readonly store: Context.Tag.Service<SurveyStore>
  readonly unit: Context.Tag.Service<UnitOfWork>
  readonly outbox: Context.Tag.Service<EventOutbox>
  readonly changes: Context.Tag.Service<Changes>
}

/**
 * Writes a move of a locked survey and its event, and announces the survey and the questions whose window changes.
 */
export const moveSurvey = (
  { changes, outbox, store, unit }: MovePorts,
  id: string,
  move: SurveyMove
): Effect.Effect<Survey, StorageUnavailable> =>
  Effect.gen(function*() {
    const survey = yield* store.move(id, move)
    yield* outbox.record(surveyEvents(move, survey))
    const questions = move.action === "archive" ? [] : yield* store.questionIds(survey.id)
    yield* unit.afterCommit(changes.announce([...surveyTopics(survey.id), ...questionTopics(questions)]))
    return survey
  })

/** The topics that are announced when a survey changes. */
export const surveyTopics = (id: string): ReadonlyArray<Topic> => ["surveys", `survey:${id}`]

const questionTopics = (questions: ReadonlyArray<string>): ReadonlyArray<Topic> =>
  questions.length === 0 ? [] : ["questions", ...questions.map((id): Topic => `question:${id}`)]
