import { Context, Effect, Layer } from "effect"
import type { AccountActor } from "../../platform/identity/Actor.ts"
import { mapPage, type Page, type PageRequest } from "../../kernel/Page.ts"
import { orRefuse, type Refusal, refuse } from "../../kernel/Refusal.ts"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import { UnitOfWork } from "../../kernel/UnitOfWork.ts"
import { type Issue, toIssue } from "./Issue.ts"
import { type IssueRequest, judgeIssue, judgeIssueFiling } from "./IssueFiling.ts"
import { issueMove } from "./IssueMove.ts"
import { type IssueFilter, IssueStore } from "./IssueStore.ts"

/** Filing of issues and reading of one's own. */
export class Issues extends Context.Tag("auspex/Issues")<Issues, {
  /**
   * Files an issue, also for unlinked agents and humans without a verified address. At most ten per UTC day by the
   * database's clock, whatever their status. Fails with INVALID_REQUEST, ACCOUNT_SUSPENDED and DAILY_LIMIT.
   */
  readonly file: (actor: AccountActor, request: IssueRequest) => Effect.Effect<Issue, Refusal | StorageUnavailable>
  /** The caller's issues. */
  readonly list: (
    actor: AccountActor,
    filter: IssueFilter,
    page: PageRequest
  ) => Effect.Effect<Page<Issue>, Refusal | StorageUnavailable>
  /** One of the caller's issues. Fails with ISSUE_NOT_FOUND, also for issues of other accounts. */
  readonly show: (actor: AccountActor, id: string) => Effect.Effect<Issue, Refusal | StorageUnavailable>
}>() {
  static readonly layer: Layer.Layer<Issues, never, IssueStore | UnitOfWork> = Layer.effect(
    Issues,
    Effect.gen(function*() {
      const store = yield* IssueStore
      const unit = yield* UnitOfWork
      return Issues.of({
        file: (actor, request) =>
          Effect.gen(function*() {
            const issue = yield* orRefuse(judgeIssue(request))
            const filed = yield* unit.transact(Effect.gen(function*() {
              const facts = yield* store.lockFiler(actor.id)
              if (facts === undefined) return yield* refuse("ACCOUNT_NOT_FOUND", "The account is gone.")
              yield* judgeIssueFiling(facts)
              return yield* store.insert(yield* orRefuse(issueMove("new", "open", "filer")), actor.id, issue)
            }))
            return toIssue(filed)
          }),
        list: (actor, filter, page) =>
          Effect.map(store.ofAccount(actor.id, filter, page), (found) => mapPage(found, toIssue)),
        show: (actor, id) =>
          Effect.flatMap(
            store.find(id),
            (issue) => issue?.user_id === actor.id ? Effect.succeed(toIssue(issue)) : noSuchIssue
          )
      })
    })
  )
}

/** The same refusal for an unknown issue and for one of another account, so that it does not reveal which exist. */
export const noSuchIssue = refuse("ISSUE_NOT_FOUND", "There is no such issue.")
