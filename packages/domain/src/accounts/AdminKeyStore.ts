import { Context, type Effect } from "effect"
import type { StorageUnavailable } from "../kernel/StorageUnavailable.ts"
import type { KeptSecret } from "./AccountStore.ts"
import type { AdminKey } from "./AdminKey.ts"

/**
 * Admin keys. `live` and `expires_soon` go by the database's clock.
 *
 * - `add` answers undefined, and stores nothing, when a live key has the name. A key of that name that has expired is
 *   revoked on the way.
 * - `addFirst` adds only when there is no live key at all, of whatever name; of several at once one succeeds.
 * - `revoke` takes an id or a name, and answers undefined when no unrevoked key has it.
 */
export class AdminKeyStore extends Context.Tag("auspex/AdminKeyStore")<AdminKeyStore, {
  readonly add: (name: string, key: KeptSecret) => Effect.Effect<AdminKey | undefined, StorageUnavailable>
  readonly addFirst: (name: string, key: KeptSecret) => Effect.Effect<AdminKey | undefined, StorageUnavailable>
  readonly list: Effect.Effect<ReadonlyArray<AdminKey>, StorageUnavailable>
  readonly revoke: (idOrName: string) => Effect.Effect<AdminKey | undefined, StorageUnavailable>
}>() {}
