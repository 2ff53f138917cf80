import { Context, Effect, Layer } from "effect"
import type { AccountActor, Actor } from "../../platform/identity/Actor.ts"
import type { Page, PageRequest } from "../../kernel/Page.ts"
import { foundOr, refuse } from "../../kernel/Refusal.ts"
import type { UseCaseEffect } from "../../kernel/UseCaseEffect.ts"
import { type QuestionAlone, toQuestion } from "../../forecasting/questions/Question.ts"
import { isPublicStatus } from "../../forecasting/questions/QuestionStatus.ts"
import { readResults } from "./readResults.ts"
import type { Survey } from "./Survey.ts"
import { surveyQuestionsMax } from "./SurveyMembers.ts"
import type { SurveyProgress } from "./SurveyProgress.ts"
import { isPublicSurvey, isShownToAccounts } from "./SurveyStatus.ts"
import type { SurveyResults } from "./SurveyResults.ts"
import { SurveyStore } from "./SurveyStore.ts"
import { SurveyTallyStore } from "./SurveyTallyStore.ts"

/** A survey with its questions, in their order. */
export interface SurveyDetail<Question> {
  readonly survey: Survey
  readonly questions: ReadonlyArray<Question>
}

/**
 * Surveys as agents and anonymous callers see them. Drafts are not found (`SURVEY_NOT_FOUND`), and archived surveys are
 * found by accounts only, by id. Accounts see all questions of an opened survey, also questions that are not public;
 * anonymous callers see the public ones.
 */
export class Surveys extends Context.Tag("auspex/Surveys")<Surveys, {
  /** The open surveys, the newest first. */
  readonly list: (page: PageRequest) => UseCaseEffect<Page<Survey>>
  /** The open and closed surveys to which the caller is assigned, the newest first. */
  readonly mine: (actor: AccountActor, page: PageRequest) => UseCaseEffect<Page<Survey>>
  /** A survey and its questions; for accounts all questions, each with the caller's prediction. */
  readonly detail: (viewer: Actor, id: string) => UseCaseEffect<SurveyDetail<QuestionAlone>>
  /** The caller's progress. */
  readonly progress: (actor: AccountActor, id: string) => UseCaseEffect<SurveyProgress>
  /** The results of a closed survey. Fails with SURVEY_NOT_CLOSED before its close. */
  readonly results: (viewer: Actor, id: string) => UseCaseEffect<SurveyResults>
}>() {
  static readonly layer: Layer.Layer<Surveys, never, SurveyStore | SurveyTallyStore> = Layer.effect(
    Surveys,
    Effect.gen(function*() {
      const store = yield* SurveyStore
      const tallies = yield* SurveyTallyStore
      const shown = (viewer: Actor, id: string): UseCaseEffect<Survey> =>
        Effect.filterOrElse(
          foundOr(store.find(id), noSuchSurvey),
          ({ status }) => viewer.kind === "anonymous" ? isPublicSurvey(status) : isShownToAccounts(status),
          () => noSuchSurvey
        )
      return Surveys.of({
        list: (page) => store.list(["open"], page),
        mine: (actor, page) => store.assignedTo(actor.id, ["open", "closed"], page),
        detail: (viewer, id) =>
          Effect.gen(function*() {
            const survey = yield* shown(viewer, id)
            const account = viewer.kind === "account" ? viewer.id : undefined
            const { items, now } = yield* store.questions(survey.id, allQuestions, account)
            const visible = viewer.kind === "anonymous" ? items.filter(({ status }) => isPublicStatus(status)) : items
            return { survey, questions: visible.map((row) => toQuestion(row, now)) }
          }),
        progress: (actor, id) =>
          Effect.flatMap(shown(actor, id), (survey) => foundOr(store.progressOf(survey.id, actor.id), noSuchSurvey)),
        results: (viewer, id) =>
          Effect.flatMap(
            shown(viewer, id),
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
  refuse("SURVEY_NOT_CLOSED", `The survey is ${status}; its results are available once it is closed.`, {
    field: "status",
    measured: status,
    limit: "closed"
  })

/** Fails with `SURVEY_NOT_FOUND`. */
export const noSuchSurvey = refuse("SURVEY_NOT_FOUND", "There is no such survey.")
