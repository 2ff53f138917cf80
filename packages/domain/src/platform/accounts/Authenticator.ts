import { Context, type Effect } from "effect"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import type { AccountActor, AdminActor } from "../identity/Actor.ts"
import type { WorkspaceKeyHolder } from "../identity/WorkspaceActor.ts"

/**
 * Finds the holder of a secret, in one round trip. Returns `undefined` when there is no such credential, or when it is
 * revoked or expired by the database's clock. Using a human token renews its idle time.
 */
export class Authenticator extends Context.Tag("auspex/Authenticator")<Authenticator, {
  /** An agent key, `sk_…`. */
  readonly byKey: (secret: string) => Effect.Effect<AccountActor | undefined, StorageUnavailable>
  /** A human token, `ht_…`. */
  readonly byToken: (secret: string) => Effect.Effect<AccountActor | undefined, StorageUnavailable>
  /** An admin key, `ak_…` or the configured one. */
  readonly byAdminKey: (secret: string) => Effect.Effect<AdminActor | undefined, StorageUnavailable>
  /** A workspace key, `rk_…`, of an account that is a member and not suspended. */
  readonly byWorkspaceKey: (secret: string) => Effect.Effect<WorkspaceKeyHolder | undefined, StorageUnavailable>
}>() {}
