import { Effect } from "effect"
import type { AccountStore } from "../../platform/accounts/AccountStore.ts"
import { namedAccount } from "../../platform/accounts/namedAccount.ts"
import { foundOr, refuse } from "../../kernel/Refusal.ts"
import { type WorkspaceMember, workspacesPerAccountMax } from "./Workspace.ts"
import type { WorkspaceStore } from "./WorkspaceStore.ts"

/** Refuses more than a workspace or an account may have. */
export const workspaceLimit = (message: string, max: number) => refuse("WORKSPACE_LIMIT", message, { limit: max })

/** The checks of who is, may become or may stop being a member of a workspace. */
export const membershipChecks = ({ accounts, store }: {
  readonly accounts: AccountStore["Type"]
  readonly store: WorkspaceStore["Type"]
}) => {
  const person = (name: string) =>
    Effect.filterOrElse(
      foundOr(
        namedAccount(accounts, name, "ACCOUNT_NOT_FOUND"),
        refuse("ACCOUNT_NOT_FOUND", "There is no such account.")
      ),
      ({ type }) => type === "human",
      () => refuse("HUMAN_REQUIRED", "Only humans are members of workspaces.")
    )

  const memberOf = (id: string, name: string) =>
    Effect.gen(function*() {
      const members = yield* store.members(id)
      const account = yield* namedAccount(accounts, name, "ACCOUNT_NOT_FOUND")
      const member = members.find(({ account_id }) => account_id === account?.id)
      if (member === undefined) {
        return yield* refuse("WORKSPACE_MEMBER_NOT_FOUND", "This account is no member of the workspace.")
      }
      return { member, members }
    })

  const keepAdmin = (members: ReadonlyArray<WorkspaceMember>, changed: string) =>
    members.some(({ account_id, role }) => role === "admin" && account_id !== changed)
      ? Effect.void
      : refuse("WORKSPACE_NEEDS_ADMIN", "A workspace needs an admin; make another member one first.")

  const requireRoom = (accountId: string) =>
    Effect.flatMap(store.lockMemberships(accountId), (count) =>
      count < workspacesPerAccountMax
        ? Effect.void
        : workspaceLimit(
          `An account is a member of at most ${workspacesPerAccountMax} workspaces.`,
          workspacesPerAccountMax
        ))

  return { person, memberOf, keepAdmin, requireRoom }
}
