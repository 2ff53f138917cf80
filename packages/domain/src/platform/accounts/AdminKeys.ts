import { Context, Effect, Layer } from "effect"
import { AuditLog } from "../../kernel/AuditLog.ts"
import { failure } from "../../kernel/Failure.ts"
import { foundOr, type Refusal, refuse, refuseAll } from "../../kernel/Refusal.ts"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import { judgeText } from "../../kernel/TextRule.ts"
import { UnitOfWork } from "../../kernel/UnitOfWork.ts"
import type { Administrator } from "./AccountAdministration.ts"
import { type AdminKey, bootstrapKeyName } from "./AdminKey.ts"
import { AdminKeyStore } from "./AdminKeyStore.ts"
import { ConfiguredAdminKey, configuredAdminKeyName } from "./ConfiguredAdminKey.ts"
import { Secrets } from "../identity/Secrets.ts"

/** The maximum length of a key's name, in code points. */
export const adminKeyNameMax = 64

/** Names with another meaning in the audit log. */
const reserved: ReadonlyArray<string> = [configuredAdminKeyName, "system"]

/** A new key; `secret` is shown only once. */
export interface CreatedAdminKey {
  readonly key: AdminKey
  readonly secret: string
}

const record = (admin: Administrator, action: string, key: AdminKey) => ({
  actor: admin.name,
  action,
  subject_type: "admin_key",
  subject_id: key.id,
  after: { name: key.name, last4: key.last4 }
})

/** The keys of administrators, one per person. Making and revoking keys is written to the audit log. */
export class AdminKeys extends Context.Tag("auspex/AdminKeys")<AdminKeys, {
  /**
   * Makes the key to print at the first start; returns undefined when there is a configured key or any live one. If
   * several instances start at once, only one of them gets the key.
   */
  readonly ensureBootstrap: Effect.Effect<CreatedAdminKey | undefined, StorageUnavailable>
  /**
   * Makes a key that is valid for 90 days. Fails with `INVALID_REQUEST`, and with `DUPLICATE_NAME` when a live key has
   * the name.
   */
  readonly make: (
    admin: Administrator,
    name: string
  ) => Effect.Effect<CreatedAdminKey, Refusal | StorageUnavailable>
  /** All keys, revoked and expired ones included, newest first. */
  readonly list: Effect.Effect<ReadonlyArray<AdminKey>, StorageUnavailable>
  /** Revokes a key, by id or name, immediately. Fails with `ADMIN_KEY_NOT_FOUND`. */
  readonly revoke: (
    admin: Administrator,
    idOrName: string
  ) => Effect.Effect<AdminKey, Refusal | StorageUnavailable>
}>() {
  static readonly layer: Layer.Layer<
    AdminKeys,
    never,
    AdminKeyStore | ConfiguredAdminKey | AuditLog | UnitOfWork | Secrets
  > = Layer.effect(
    AdminKeys,
    Effect.gen(function*() {
      const keys = yield* AdminKeyStore
      const configured = yield* ConfiguredAdminKey
      const audit = yield* AuditLog
      const unit = yield* UnitOfWork
      const secrets = yield* Secrets

      const ensureBootstrap = Effect.gen(function*() {
        if (configured.key !== undefined) return undefined
        const minted = yield* secrets.mint("ak_")
        return yield* unit.transact(Effect.gen(function*() {
          const key = yield* keys.addFirst(bootstrapKeyName, minted)
          if (key === undefined) return undefined
          yield* audit.record(record({ name: "system" }, "admin_key.make", key))
          return { key, secret: minted.secret }
        }))
      })

      const make = (admin: Administrator, given: string) =>
        Effect.gen(function*() {
          const name = given.normalize("NFKC").trim()
          const wrong = judgeText("name", name, { min: 1, max: adminKeyNameMax, isLine: true })
          const taken = reserved.includes(name)
            ? failure("INVALID_REQUEST", `The name "${name}" is reserved.`, { field: "name" })
            : undefined
          yield* refuseAll([wrong, taken])
          const minted = yield* secrets.mint("ak_")
          return yield* unit.transact(Effect.gen(function*() {
            const key = yield* keys.add(name, minted)
            if (key === undefined) {
              return yield* refuse("DUPLICATE_NAME", `A live admin key is already named "${name}".`, { field: "name" })
            }
            yield* audit.record(record(admin, "admin_key.make", key))
            return { key, secret: minted.secret }
          }))
        })

      const revoke = (admin: Administrator, idOrName: string) =>
        unit.transact(Effect.gen(function*() {
          const key = yield* foundOr(
            keys.revoke(idOrName),
            refuse("ADMIN_KEY_NOT_FOUND", "There is no such admin key.")
          )
          yield* audit.record({ ...record(admin, "admin_key.revoke", key), before: { state: "live" } })
          return key
        }))

      return { ensureBootstrap, make, list: keys.list, revoke }
    })
  )
}
