import { Context, type Effect } from "effect"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import type { KeptSecret } from "./AccountStore.ts"
import type { AdminKey } from "./AdminKey.ts"

/**
 * Storage of admin keys. `live` and `expires_soon` are judged by the database's clock.
 *
 * - `add` returns undefined and stores nothing when a live key has the name. An expired key of that name is revoked.
 * - `addFirst` adds a key only when there is no live key of any name; of concurrent calls one succeeds.
 * - `revoke` takes an id or a name, and returns undefined when no unrevoked key has it.
 */
export class AdminKeyStore extends Context.Tag("auspex/AdminKeyStore")<AdminKeyStore, {
  readonly add: (name: string, key: KeptSecret) => Effect.Effect<AdminKey | undefined, StorageUnavailable>
  readonly addFirst: (name: string, key: KeptSecret) => Effect.Effect<AdminKey | undefined, StorageUnavailable>
  readonly list: Effect.Effect<ReadonlyArray<AdminKey>, StorageUnavailable>
  readonly revoke: (idOrName: string) => Effect.Effect<AdminKey | undefined, StorageUnavailable>
}>() {}
