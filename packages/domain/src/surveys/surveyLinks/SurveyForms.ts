import { Context, Effect, Layer, Schema } from "effect"
import { Secrets } from "../../platform/identity/Secrets.ts"
import { DatabaseClock } from "../../kernel/DatabaseClock.ts"
import { foundOr, refuse, refuseAll } from "../../kernel/Refusal.ts"
import { UnitOfWork } from "../../kernel/UnitOfWork.ts"
import type { UseCaseEffect } from "../../kernel/UseCaseEffect.ts"
import type { PanelQuestion } from "../../research/panels/PanelQuestion.ts"
import { ProjectStore } from "../../research/projects/ProjectStore.ts"
import { judgeResponse } from "./judgeResponse.ts"
import { ResponseStore } from "./ResponseStore.ts"
import { type StoredSurveyLink, surveyLinkStatus } from "./SurveyLink.ts"
import type { StoredAnswer } from "./SurveyResponse.ts"

/** A survey as it is shown to visitors of a link. */
export interface SurveyForm {
  readonly title: string
  readonly closes_at: Date | null
  /** Whether the link takes a single response, so that its sender may know the respondent. */
  readonly is_personal: boolean
  readonly questions: ReadonlyArray<Pick<PanelQuestion, "id" | "text" | "kind" | "kind_options">>
}

const endings = {
  closed: "This survey is closed.",
  expired: "This survey has ended.",
  full: "This survey takes no more answers."
} as const

/** Surveys for visitors of a link, without an account. Only answers and times are stored of them. */
export class SurveyForms extends Context.Tag("auspex/SurveyForms")<SurveyForms, {
  /** The survey behind a token. Fails with SURVEY_LINK_NOT_FOUND, and with SURVEY_LINK_ENDED unless the link is open. */
  readonly open: (token: string) => UseCaseEffect<SurveyForm>
  /**
   * Stores a response. A form, identified by a UUID, counts once, also if it is sent repeatedly or concurrently. A link
   * never exceeds its maximum of responses. `answersTo` reads the answers to the given questions from the sent form.
   * Fails like `open`, and with INVALID_REQUEST, whose fields are the ids of questions.
   */
  readonly submit: (
    token: string,
    formId: string,
    answersTo: (questions: SurveyForm["questions"]) => ReadonlyArray<StoredAnswer>
  ) => UseCaseEffect<void>
}>() {
  static readonly layer: Layer.Layer<
    SurveyForms,
    never,
    DatabaseClock | ProjectStore | ResponseStore | Secrets | UnitOfWork
  > = Layer.effect(
    SurveyForms,
    Effect.gen(function*() {
      const clock = yield* DatabaseClock
      const projects = yield* ProjectStore
      const secrets = yield* Secrets
      const store = yield* ResponseStore
      const unit = yield* UnitOfWork

      const linkBehind = (take: typeof store.linkOf, token: string) =>
        foundOr(
          take(secrets.digestOf(token)),
          refuse("SURVEY_LINK_NOT_FOUND", "There is no survey at this address.")
        )

      /** The project of an open link. */
      const openProject = (link: StoredSurveyLink) =>
        Effect.gen(function*() {
          const owned = yield* projects.find(link.project_id)
          const archived = owned === undefined || owned.project.status === "archived"
          const status = surveyLinkStatus(link, { now: yield* clock.now, archived })
          if (owned === undefined) return yield* Effect.dieMessage(`a link without its project ${link.project_id}`)
          if (status !== "open") return yield* refuse("SURVEY_LINK_ENDED", endings[status])
          return owned.project
        })

      return SurveyForms.of({
        open: (token) =>
          Effect.gen(function*() {
            const link = yield* linkBehind(store.linkOf, token)
            const { title } = yield* openProject(link)
            const questions = yield* projects.questions(link.project_id)
            return {
              title,
              closes_at: link.closes_at,
              is_personal: link.responses_max === 1,
              questions: questions.map(({ id, kind, kind_options, text }) => ({ id, kind, kind_options, text }))
            }
          }),
        submit: (token, formId, answersTo) =>
          unit.transact(Effect.gen(function*() {
            const link = yield* linkBehind(store.lockLinkOf, token)
            if (!Schema.is(Schema.UUID)(formId)) {
              return yield* refuse("INVALID_REQUEST", "The form is incomplete; please send it again.", {
                field: "form"
              })
            }
            // Checked before the status of the link: if the last response of a full link is sent again, it succeeds again.
            if (yield* store.hasResponse(link.id, formId)) return
            yield* openProject(link)
            const questions = yield* projects.questions(link.project_id)
            const { answers, failures } = judgeResponse(questions, answersTo(questions))
            yield* refuseAll(failures)
            yield* store.addResponse(link.id, formId, answers)
          }))
      })
    })
  )
}
