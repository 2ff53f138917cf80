import { Context, Effect, Layer } from "effect"
import { PublicBaseUrl } from "../../platform/identity/PublicBaseUrl.ts"
import { Secrets } from "../../platform/identity/Secrets.ts"
import type { WorkspaceActor } from "../../platform/identity/WorkspaceActor.ts"
import { DatabaseClock } from "../../kernel/DatabaseClock.ts"
import { mapPage, type Page, type PageRequest } from "../../kernel/Page.ts"
import { foundOr, orRefuse, refuse, refuseAll } from "../../kernel/Refusal.ts"
import { UnitOfWork } from "../../kernel/UnitOfWork.ts"
import type { UseCaseEffect } from "../../kernel/UseCaseEffect.ts"
import type { Project } from "../../research/projects/Project.ts"
import { projectMove } from "../../research/projects/ProjectMove.ts"
import { ProjectStore } from "../../research/projects/ProjectStore.ts"
import { WorkspaceAudit } from "../../research/workspaces/WorkspaceAudit.ts"
import { judgeSurveyLink, type SurveyLinkDraft } from "./judgeSurveyLink.ts"
import { ResponseStore } from "./ResponseStore.ts"
import { actOf, permittedSurvey } from "./SurveyAccess.ts"
import { linksPerProjectMax, type StoredSurveyLink, type SurveyLink, surveyLinkStatus } from "./SurveyLink.ts"

/** A new link; the token is shown once. */
export interface CreatedSurveyLink {
  readonly link: SurveyLink
  readonly token: string
  /** The address of the survey's page, which holds the token. */
  readonly url: string
}

/** The links through which people answer the surveys of a workspace. Changes are written to the audit log. */
export class SurveyLinks extends Context.Tag("auspex/SurveyLinks")<SurveyLinks, {
  /**
   * Makes a link. A survey has at most 20, also under concurrent requests. Fails with PROJECT_NOT_FOUND, WRONG_WORKSPACE,
   * INSUFFICIENT_PERMISSIONS, NOT_A_SURVEY, INVALID_TRANSITION, INVALID_REQUEST and SURVEY_LINK_LIMIT.
   */
  readonly create: (
    actor: WorkspaceActor,
    projectId: string,
    draft: SurveyLinkDraft
  ) => UseCaseEffect<CreatedSurveyLink>
  /** The links of a survey, newest first. Fails with PROJECT_NOT_FOUND, WRONG_WORKSPACE and NOT_A_SURVEY. */
  readonly list: (actor: WorkspaceActor, projectId: string, page: PageRequest) => UseCaseEffect<Page<SurveyLink>>
  /**
   * Closes a link for good; a closed link stays as it is. Fails like `create`, and with
   * SURVEY_LINK_NOT_FOUND.
   */
  readonly close: (actor: WorkspaceActor, projectId: string, linkId: string) => UseCaseEffect<SurveyLink>
}>() {
  static readonly layer: Layer.Layer<
    SurveyLinks,
    never,
    DatabaseClock | ProjectStore | PublicBaseUrl | ResponseStore | Secrets | UnitOfWork | WorkspaceAudit
  > = Layer.effect(
    SurveyLinks,
    Effect.gen(function*() {
      const audit = yield* WorkspaceAudit
      const clock = yield* DatabaseClock
      const projects = yield* ProjectStore
      const { publicUrl } = yield* PublicBaseUrl
      const secrets = yield* Secrets
      const store = yield* ResponseStore
      const unit = yield* UnitOfWork

      /** Locks a survey whose links the caller may change. */
      const locked = (actor: WorkspaceActor, id: string) =>
        Effect.tap(
          permittedSurvey(projects.lock, actor, id, "write"),
          ({ status }) => orRefuse(projectMove(status, "collect", "member"))
        )

      const shown = ({ status }: Pick<Project, "status">) =>
        Effect.map(clock.now, (now) => (link: StoredSurveyLink): SurveyLink => ({
          ...link,
          status: surveyLinkStatus(link, { now, archived: status === "archived" })
        }))

      return SurveyLinks.of({
        create: (actor, projectId, draft) =>
          Effect.gen(function*() {
            const minted = yield* secrets.mint("")
            return yield* unit.transact(Effect.gen(function*() {
              const project = yield* locked(actor, projectId)
              const { failures, link } = judgeSurveyLink(draft, yield* clock.now)
              yield* refuseAll(failures)
              if ((yield* store.countLinks(projectId)) >= linksPerProjectMax) {
                return yield* refuse("SURVEY_LINK_LIMIT", `A survey has at most ${linksPerProjectMax} links.`, {
                  limit: linksPerProjectMax
                })
              }
              const made = yield* store.insertLink({
                ...link,
                project_id: projectId,
                created_by: actor.account_id,
                digest: minted.digest
              })
              yield* audit.record(actOf(actor, {
                action: "link.create",
                subject_type: "survey_link",
                subject_id: made.id,
                detail: { project_id: projectId, ...link }
              }))
              const withStatus = yield* shown(project)
              return { link: withStatus(made), token: minted.secret, url: `${publicUrl}/s/${minted.secret}` }
            }))
          }),
        list: (actor, projectId, page) =>
          Effect.gen(function*() {
            const project = yield* permittedSurvey(projects.find, actor, projectId, "read")
            return mapPage(yield* store.links(projectId, page), yield* shown(project))
          }),
        close: (actor, projectId, linkId) =>
          unit.transact(Effect.gen(function*() {
            const project = yield* locked(actor, projectId)
            const found = yield* foundOr(
              store.lockLink(projectId, linkId),
              refuse("SURVEY_LINK_NOT_FOUND", "The survey has no such link.")
            )
            const withStatus = yield* shown(project)
            if (found.closed_at !== null) return withStatus(found)
            const closed = yield* store.closeLink(found.id)
            yield* audit.record(actOf(actor, {
              action: "link.close",
              subject_type: "survey_link",
              subject_id: found.id,
              detail: { project_id: projectId, name: found.name }
            }))
            return withStatus(closed)
          }))
      })
    })
  )
}
