import { Context, Effect, Layer } from "effect"
import type { AdminActor } from "../../platform/identity/Actor.ts"
import type { UseCaseEffect } from "../../kernel/UseCaseEffect.ts"
import { AuditLog } from "../../kernel/AuditLog.ts"
import { mapPage, type Page, type PageRequest } from "../../kernel/Page.ts"
import { foundOr, orRefuse } from "../../kernel/Refusal.ts"
import { UnitOfWork } from "../../kernel/UnitOfWork.ts"
import { Notifications } from "../social/Notifications.ts"
import { type Issue, type IssueRow, toIssue } from "./Issue.ts"
import { issueUpdatedNotice } from "./issueUpdatedNotice.ts"
import { noSuchIssue } from "./Issues.ts"
import { type IssueFilter, IssueStore } from "./IssueStore.ts"
import { isSameIssueState, issueAfter, type IssueUpdate, judgeIssueUpdate } from "./IssueUpdate.ts"

/** Administration of issues. */
export class IssueAdministration extends Context.Tag("auspex/IssueAdministration")<IssueAdministration, {
  readonly list: (actor: AdminActor, filter: IssueFilter, page: PageRequest) => UseCaseEffect<Page<Issue>>
  /** Fails with ISSUE_NOT_FOUND. */
  readonly show: (actor: AdminActor, id: string) => UseCaseEffect<Issue>
  /**
   * Moves an issue, answers it, or both (see `judgeIssueUpdate`); the change, its audit entry and a notification to the
   * account that filed it commit together. Of concurrent requests for the same move, one succeeds. Fails with
   * ISSUE_NOT_FOUND, INVALID_TRANSITION, INVALID_REQUEST.
   */
  readonly update: (actor: AdminActor, id: string, update: IssueUpdate) => UseCaseEffect<Issue>
}>() {
  static readonly layer: Layer.Layer<IssueAdministration, never, IssueStore | UnitOfWork | Notifications | AuditLog> =
    Layer.effect(
      IssueAdministration,
      Effect.gen(function*() {
        const store = yield* IssueStore
        const unit = yield* UnitOfWork
        const notifications = yield* Notifications
        const audit = yield* AuditLog
        return IssueAdministration.of({
          list: (_actor, filter, page) => Effect.map(store.list(filter, page), (found) => mapPage(found, toIssue)),

          show: (_actor, id) => Effect.map(foundOr(store.find(id), noSuchIssue), toIssue),

          update: (actor, id, update) =>
            unit.transact(Effect.gen(function*() {
              const { now, ...before } = yield* foundOr(store.lock(id), noSuchIssue)
              const change = yield* orRefuse(judgeIssueUpdate(before, update))
              const after = { ...before, ...issueAfter(before, change, now) }
              if (isSameIssueState(before, after)) return toIssue(before)
              yield* store.update(after.id, change, now)
              yield* notifications.notify([issueUpdatedNotice(before, after)])
              yield* audit.record({
                actor: actor.name,
                action: "issue.update",
                subject_type: "issue",
                subject_id: after.id,
                before: administered(before),
                after: administered(after)
              })
              return toIssue(after)
            }))
        })
      })
    )
}

const administered = ({ admin_note, status }: IssueRow) => ({ status, admin_note })
