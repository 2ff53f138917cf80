import { Context, type Effect } from "effect"
import type { MintedSecret } from "../../platform/identity/Secrets.ts"
import type { WorkspaceTier } from "../../platform/identity/WorkspaceActor.ts"
import type { WorkspaceRole } from "../../platform/identity/WorkspaceRole.ts"
import type { Page, PageRequest } from "../../kernel/Page.ts"
import type { Refusal } from "../../kernel/Refusal.ts"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import type { Workspace, WorkspaceMember } from "./Workspace.ts"
import type { WorkspaceKey } from "./WorkspaceKey.ts"

type Stored<A> = Effect.Effect<A, StorageUnavailable>

/** A key to be stored. */
export interface NewWorkspaceKey {
  readonly workspace_id: string
  readonly account_id: string
  readonly name: string
  readonly days: number
  readonly minted: MintedSecret
}

/** Stores workspaces, their members and their keys. An id that is not a UUID matches nothing. */
export class WorkspaceStore extends Context.Tag("auspex/WorkspaceStore")<WorkspaceStore, {
  /** Adds a workspace with its first admin. */
  readonly insert: (workspace: { readonly name: string; readonly owner: string }) => Stored<Workspace>
  /** The workspaces of an account, or all of them for null, newest first. A cursor of another list is refused. */
  readonly list: (
    accountId: string | null,
    page: PageRequest
  ) => Effect.Effect<Page<Workspace>, Refusal | StorageUnavailable>
  /** A workspace with the role of the account in it, or with null for null and for strangers. */
  readonly find: (id: string, accountId: string | null) => Stored<Workspace | undefined>
  /**
   * The same; the row stays locked until the end of the unit of work, so that changes of members are made in
   * sequence.
   */
  readonly lock: (id: string, accountId: string | null) => Stored<Workspace | undefined>
  readonly update: (
    id: string,
    changes: { readonly name?: string; readonly tier?: WorkspaceTier }
  ) => Stored<void>
  /** In how many workspaces an account is; no unit of work that asks the same goes on before this one has ended. */
  readonly lockMemberships: (accountId: string) => Stored<number>
  /** All members by the time when they were added. */
  readonly members: (id: string) => Stored<ReadonlyArray<WorkspaceMember>>
  /** Adds a member, or gives it another role. */
  readonly putMember: (id: string, accountId: string, role: WorkspaceRole) => Stored<void>
  /** Removes a member and revokes its keys. */
  readonly removeMember: (id: string, accountId: string) => Stored<void>
  readonly insertKey: (key: NewWorkspaceKey) => Stored<WorkspaceKey>
  /** The keys of a workspace, or of a member, newest first, including keys that are not live. */
  readonly keys: (id: string, accountId: string | null) => Stored<ReadonlyArray<WorkspaceKey>>
  /** Revokes a live key, of one member or of anybody for null; undefined when there is none. */
  readonly revokeKey: (id: string, keyId: string, accountId: string | null) => Stored<WorkspaceKey | undefined>
}>() {}
