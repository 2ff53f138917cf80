import { Schema } from "effect"
import type { WorkspaceRole } from "./WorkspaceRole.ts"

/** The paid tier of a workspace; it decides the rate limit of its keys. */
export const WorkspaceTier = Schema.Literal("standard", "enterprise")
export type WorkspaceTier = typeof WorkspaceTier.Type

/** A member of one workspace at work in it, as of the time when the request was authenticated. */
export interface WorkspaceActor {
  readonly kind: "workspace"
  readonly workspace_id: string
  readonly tier: WorkspaceTier
  /** The account of the member; its acts are recorded under this account. */
  readonly account_id: string
  readonly role: WorkspaceRole
  /** The key with which the member works; null in a browser session. */
  readonly key_id: string | null
}

/** A member who works with a workspace key. */
export interface WorkspaceKeyHolder extends WorkspaceActor {
  readonly key_id: string
}
