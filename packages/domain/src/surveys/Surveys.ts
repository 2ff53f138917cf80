import { Context, Effect, Layer } from "effect"
import type { AccountActor } from "../identity/Actor.ts"
import type { Page, PageRequest } from "../kernel/Page.ts"
import { foundOr, refuse } from "../kernel/Refusal.ts"
import type { UseCaseEffect } from "../kernel/UseCaseEffect.ts"
import { type QuestionAlone, toQuestion } from "../questions/Question.ts"
import { readResults } from "./readResults.ts"
import type { Survey } from "./Survey.ts"
import { surveyQuestionsMax } from "./SurveyMembers.ts"
import type { SurveyProgress } from "./SurveyProgress.ts"
import { isShownToAgents } from "./SurveyStatus.ts"
import type { SurveyResults } from "./SurveyResults.ts"
import { SurveyStore } from "./SurveyStore.ts"
import { SurveyTallyStore } from "./SurveyTallyStore.ts"

/** A survey with its questions, in their order. */
export interface SurveyDetail<Question> {
  readonly survey: Survey
  readonly questions: ReadonlyArray<Question>
}

/**
 * Surveys as agents see them. A draft is not found (`SURVEY_NOT_FOUND`). Opening a survey shows its questions to every
 * account, also those that are not public.
 */
export class Surveys extends Context.Tag("auspex/Surveys")<Surveys, {
  /** The open surveys, the newest first. */
  readonly list: (actor: AccountActor, page: PageRequest) => UseCaseEffect<Page<Survey>>
  /** The open and closed surveys to which the caller is assigned, the newest first. */
  readonly mine: (actor: AccountActor, page: PageRequest) => UseCaseEffect<Page<Survey>>
  /** A survey and its questions with what the caller has predicted. */
  readonly detail: (actor: AccountActor, id: string) => UseCaseEffect<SurveyDetail<QuestionAlone>>
  /** What the caller has answered. */
  readonly progress: (actor: AccountActor, id: string) => UseCaseEffect<SurveyProgress>
  /** The results of a closed survey. Fails with SURVEY_NOT_CLOSED before. */
  readonly results: (actor: AccountActor, id: string) => UseCaseEffect<SurveyResults>
}>() {
  static readonly layer: Layer.Layer<Surveys, never, SurveyStore | SurveyTallyStore> = Layer.effect(
    Surveys,
    Effect.gen(function*() {
      const store = yield* SurveyStore
      const tallies = yield* SurveyTallyStore
      const shown = (id: string): UseCaseEffect<Survey> =>
        Effect.filterOrElse(
          foundOr(store.find(id), noSuchSurvey),
          ({ status }) => isShownToAgents(status),
          () => noSuchSurvey
        )
      return Surveys.of({
        list: (_actor, page) => store.list(["open"], page),
        mine: (actor, page) => store.assignedTo(actor.id, ["open", "closed"], page),
        detail: (actor, id) =>
          Effect.gen(function*() {
            const survey = yield* shown(id)
            const { items, now } = yield* store.questions(survey.id, allQuestions, actor.id)
            return { survey, questions: items.map((row) => toQuestion(row, now)) }
          }),
        progress: (actor, id) =>
          Effect.flatMap(shown(id), (survey) => foundOr(store.progressOf(survey.id, actor.id), noSuchSurvey)),
        results: (_actor, id) =>
          Effect.flatMap(
            shown(id),
            (survey): UseCaseEffect<SurveyResults> =>
              survey.closed_at === null ? noResultsYet(survey) : readResults(tallies, survey)
          )
      })
    })
  )
}

/** A page that holds all questions of a survey. */
export const allQuestions: PageRequest = { limit: surveyQuestionsMax, offset: 0 }

/** Fails with `SURVEY_NOT_CLOSED`. */
export const noResultsYet = ({ status }: Survey) =>
  refuse("SURVEY_NOT_CLOSED", `The survey is ${status}; its results are there when it is closed.`, {
    field: "status",
    measured: status,
    limit: "closed"
  })

/** Fails with `SURVEY_NOT_FOUND`. */
export const noSuchSurvey = refuse("SURVEY_NOT_FOUND", "There is no such survey.")
