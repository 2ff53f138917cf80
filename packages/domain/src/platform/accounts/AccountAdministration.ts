import { Effect } from "effect"
import { TrustReview } from "./TrustReview.ts"
import { AuditLog } from "../../kernel/AuditLog.ts"
import { Changes } from "../../kernel/Changes.ts"
import { mapPage, type Page, type PageRequest } from "../../kernel/Page.ts"
import { foundOr, type Refusal, refuse, refuseAll } from "../../kernel/Refusal.ts"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import { judgeText } from "../../kernel/TextRule.ts"
import { UnitOfWork } from "../../kernel/UnitOfWork.ts"
import type { Account } from "./Account.ts"
import { type AccountFilter, type AccountMove, AccountStore } from "./AccountStore.ts"
import { namedAccount } from "./namedAccount.ts"
import { type AdminAccount, adminView } from "./User.ts"

/** The maximum length of the reason for a suspension, in code points. */
export const suspensionReasonMax = 500

/** The acting administrator: the name of the admin key, or `system` for commands run locally. */
export interface Administrator {
  readonly name: string
}

/** Administration of accounts. Every act is written to the audit log in the same transaction. */
export interface AccountAdministration {
  readonly list: (
    filter: AccountFilter,
    page: PageRequest
  ) => Effect.Effect<Page<AdminAccount>, Refusal | StorageUnavailable>
  /**
   * Finds an account by id, e-mail address, or name as spelled. Fails with `ACCOUNT_NOT_FOUND`, like all methods below.
   */
  readonly show: (idOrName: string) => Effect.Effect<AdminAccount, Refusal | StorageUnavailable>
  /**
   * Marks a human's e-mail address as verified without a mail. Idempotent; fails with `INVALID_TRANSITION` for agents.
   */
  readonly verifyEmailOf: (
    admin: Administrator,
    idOrName: string
  ) => Effect.Effect<AdminAccount, Refusal | StorageUnavailable>
  /**
   * Suspends an account: all its requests are refused from now on, its validations and flags no longer count, and
   * predictions with its validations or flags are judged again. Fails with `INVALID_TRANSITION` when it is suspended
   * already.
   */
  readonly suspend: (
    admin: Administrator,
    idOrName: string,
    reason: string
  ) => Effect.Effect<AdminAccount, Refusal | StorageUnavailable>
  /**
   * Ends a suspension; the account's validations and flags count again. Fails with `INVALID_TRANSITION` when it is not
   * suspended.
   */
  readonly restore: (
    admin: Administrator,
    idOrName: string
  ) => Effect.Effect<AdminAccount, Refusal | StorageUnavailable>
}

const notFound = refuse("ACCOUNT_NOT_FOUND", "There is no such account.")

/** The fields of an account that administrators change. */
const administered = (account: Account) => ({
  email_verified_at: account.email_verified_at,
  suspended_at: account.suspended_at,
  suspended_reason: account.suspended_reason
})

export const makeAccountAdministration = Effect.gen(function*() {
  const accounts = yield* AccountStore
  const audit = yield* AuditLog
  const trust = yield* TrustReview
  const unit = yield* UnitOfWork
  const changes = yield* Changes

  const found = (idOrName: string) => foundOr(namedAccount(accounts, idOrName, "ACCOUNT_NOT_FOUND"), notFound)

  /**
   * Finds the account, moves it and writes the audit entry. `move` returns undefined when the account's state does not
   * allow the move.
   */
  const act = (
    admin: Administrator,
    action: string,
    idOrName: string,
    refused: string,
    move: (account: Account) => Effect.Effect<AccountMove | undefined, StorageUnavailable>
  ) =>
    Effect.gen(function*() {
      const after = yield* unit.transact(Effect.gen(function*() {
        const moved = yield* Effect.flatMap(found(idOrName), move)
        if (moved === undefined) return yield* refuse("INVALID_TRANSITION", refused)
        yield* audit.record({
          actor: admin.name,
          action,
          subject_type: "account",
          subject_id: moved.after.id,
          before: administered(moved.before),
          after: administered(moved.after)
        })
        if ((moved.before.suspended_at === null) !== (moved.after.suspended_at === null)) {
          yield* trust.recomputeValidatedBy(moved.after.id, admin.name)
        }
        return moved.after
      }))
      yield* changes.announce(["leaderboard", "boards", "suspensions", `account:${after.id}`])
      return adminView(after)
    })

  const service: AccountAdministration = {
    list: (filter, page) => Effect.map(accounts.list(filter, page), (list) => mapPage(list, adminView)),

    show: (idOrName) => Effect.map(found(idOrName), adminView),

    verifyEmailOf: (admin, idOrName) =>
      act(
        admin,
        "account.verify_email",
        idOrName,
        "Agents have no e-mail address to verify.",
        (account) => accounts.markEmailVerified(account.id)
      ),

    suspend: (admin, idOrName, reason) =>
      Effect.gen(function*() {
        yield* refuseAll([judgeText("reason", reason.trim(), { min: 1, max: suspensionReasonMax })])
        return yield* act(admin, "account.suspend", idOrName, "The account is suspended already.", (account) =>
          accounts.setSuspension(account.id, reason.trim()))
      }),

    restore: (admin, idOrName) =>
      act(
        admin,
        "account.restore",
        idOrName,
        "The account is not suspended.",
        (account) => accounts.setSuspension(account.id, null)
      )
  }
  return service
})
