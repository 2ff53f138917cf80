import { Context, Effect, Layer, Schema } from "effect"
import { AccountStore } from "../../platform/accounts/AccountStore.ts"
import type { WorkspaceActor } from "../../platform/identity/WorkspaceActor.ts"
import { Changes } from "../../kernel/Changes.ts"
import { foundOr, orRefuse, refuse } from "../../kernel/Refusal.ts"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import { UnitOfWork } from "../../kernel/UnitOfWork.ts"
import type { UseCaseEffect } from "../../kernel/UseCaseEffect.ts"
import { latestReasonings } from "../packets/packetAnswers.ts"
import { scoreSpecialists } from "../packets/scoreSpecialists.ts"
import { permitted } from "../projects/ProjectAccess.ts"
import { projectMove } from "../projects/ProjectMove.ts"
import { ProjectStore } from "../projects/ProjectStore.ts"
import { judgeDraft } from "../../forecasting/questions/QuestionDraft.ts"
import { refuseDuplicate } from "../../forecasting/questions/QuestionKey.ts"
import { questionMove } from "../../forecasting/questions/QuestionMove.ts"
import { QuestionStatus } from "../../forecasting/questions/QuestionStatus.ts"
import { QuestionStore } from "../../forecasting/questions/QuestionStore.ts"
import type { Resolution } from "../../forecasting/questions/Resolution.ts"
import { WorkspaceAudit } from "../workspaces/WorkspaceAudit.ts"
import { forecastDraft } from "./forecastDraft.ts"
import { ForecastStore, type SettledForecast } from "./ForecastStore.ts"
import { PanelRunStore } from "../panelRuns/PanelRunStore.ts"

/** A project's question on the platform. */
export const PlacedForecast = Schema.Struct({
  question_id: Schema.String,
  platform_question_id: Schema.String,
  /** Of the platform's question: a draft, until its guardians or administrators approve it. */
  status: QuestionStatus
}).annotations({ identifier: "PlacedForecast" })
export interface PlacedForecast extends Schema.Schema.Type<typeof PlacedForecast> {}

/** The outcome as an option of the answer space; undefined when the question is void or several options are correct. */
const outcomeOf = (resolution: Resolution): string | undefined => {
  switch (resolution.kind) {
    case "void":
      return undefined
    case "outcome":
      return resolution.outcome ? "yes" : "no"
    case "options":
      return resolution.correct_options.length === 1 ? resolution.correct_options[0] : undefined
  }
}

/** Questions of projects on the platform: a crowd answers them, and their outcomes score the specialists. */
export class ProjectForecasts extends Context.Tag("auspex/ProjectForecasts")<ProjectForecasts, {
  /**
   * Puts a question on the platform as a draft suggested by the owner of the key. Fails with PROJECT_NOT_FOUND,
   * WRONG_WORKSPACE, INSUFFICIENT_PERMISSIONS, INVALID_TRANSITION, QUESTION_NOT_FOUND, FORECAST_EXISTS, INVALID_REQUEST
   * for what the platform does not ask, and DUPLICATE_QUESTION.
   */
  readonly place: (
    actor: WorkspaceActor,
    projectId: string,
    questionId: string,
    category: string
  ) => UseCaseEffect<PlacedForecast>
  /**
   * Scores the specialists on a question that has resolved on the platform, by their latest answers; a void question
   * gives no scores. When a dispute changes the resolution, the same answers are scored again and the new scores replace
   * the old scores. Returns whether there was such a question. Every resolution is scored once, even if several callers
   * ask.
   */
  readonly scoreNext: Effect.Effect<boolean, StorageUnavailable>
}>() {
  static readonly layer: Layer.Layer<
    ProjectForecasts,
    never,
    AccountStore | Changes | ForecastStore | PanelRunStore | ProjectStore | QuestionStore | UnitOfWork | WorkspaceAudit
  > = Layer.effect(
    ProjectForecasts,
    Effect.gen(function*() {
      const accounts = yield* AccountStore
      const audit = yield* WorkspaceAudit
      const changes = yield* Changes
      const forecasts = yield* ForecastStore
      const projects = yield* ProjectStore
      const questions = yield* QuestionStore
      const runs = yield* PanelRunStore
      const unit = yield* UnitOfWork

      const place: Context.Tag.Service<ProjectForecasts>["place"] = (actor, projectId, questionId, category) =>
        unit.transact(Effect.gen(function*() {
          const project = yield* permitted(yield* projects.lock(projectId), actor, "write")
          yield* orRefuse(projectMove(project.status, "forecast", "member"))
          const question = (yield* projects.questions(projectId)).find(({ id }) => id === questionId)
          if (question === undefined) return yield* refuse("QUESTION_NOT_FOUND", "The project has no such question.")
          if ((yield* forecasts.list(projectId)).some(({ question_id }) => question_id === questionId)) {
            return yield* refuse("FORECAST_EXISTS", "The question is already on the platform.")
          }
          const facts = yield* questions.draftingFacts(null)
          const draft = yield* orRefuse(judgeDraft(forecastDraft(question, category, facts.now), facts))
          yield* refuseDuplicate(questions, draft)
          const owner = yield* foundOr(
            accounts.find(actor.account_id),
            refuse("INVALID_API_KEY", "The owner of the key no longer exists.")
          )
          const move = yield* orRefuse(questionMove("new", "create", "suggester"))
          const row = yield* questions.insert(move, draft, owner)
          yield* forecasts.link({ question_id: questionId, platform_question_id: row.id })
          yield* audit.record({
            workspace_id: actor.workspace_id,
            by: { account_id: actor.account_id, key_id: actor.key_id },
            action: "question.forecast",
            subject_type: "question",
            subject_id: questionId,
            detail: { project_id: projectId, platform_question_id: row.id }
          })
          return { question_id: questionId, platform_question_id: row.id, status: row.status }
        })).pipe(Effect.tap(() => changes.announce(["questions"])))

      const scoresOf = ({ project_id, question_id, resolved, scored_at }: SettledForecast) =>
        Effect.gen(function*() {
          const question = (yield* projects.questions(project_id)).find(({ id }) => id === question_id)
          const outcome = resolved === null ? undefined : outcomeOf(resolved.resolution)
          if (question === undefined || outcome === undefined) return []
          const reasonings = yield* runs.reasonings(project_id, null)
          // Specialists that answered after the first resolution may have known it.
          const inTime = reasonings.filter(({ created_at }) => scored_at === null || created_at <= scored_at)
          return scoreSpecialists(question, outcome, latestReasonings([question], inTime))
        })

      return ProjectForecasts.of({
        place,
        scoreNext: unit.transact(Effect.gen(function*() {
          const settled = yield* forecasts.claimSettled
          if (settled === undefined) return false
          yield* forecasts.putScores(settled.question_id, settled.resolved?.version ?? null, yield* scoresOf(settled))
          return true
        }))
      })
    })
  )
}
