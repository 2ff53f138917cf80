import type { AdminKey } from "@auspex/domain/accounts"
import { refuse } from "@auspex/domain/kernel"
import { Effect } from "effect"
import { confirm } from "../../kit/connection/confirm.ts"
import { withConnection } from "../../kit/connection/connect.ts"
import { isDryRun } from "../../kit/connection/isDryRun.ts"
import { printNote, printOnce, printRecord, printRows } from "../../kit/output/print.ts"
import type { Column } from "../../kit/output/table.ts"
import type { ChangeFlags, CommandHandler, Invocation, TargetFlags } from "../../kit/invocation/Invocation.ts"

const stateOf = (key: AdminKey): string => {
  if (key.revoked_at !== undefined) return "revoked"
  if (!key.live) return "expired"
  return key.expires_soon ? "expires soon" : "live"
}

const columns: ReadonlyArray<Column<AdminKey>> = [
  { header: "ID", value: (row) => row.id },
  { header: "NAME", value: (row) => row.name, shrinks: true },
  { header: "ENDS IN", value: (row) => `…${row.last4}` },
  {
    header: "STATE",
    value: stateOf,
    colour: (row) => row.live ? (row.expires_soon ? "yellow" : "green") : "dim"
  },
  { header: "MADE", value: (row) => row.created_at },
  { header: "EXPIRES", value: (row) => row.expires_at },
  { header: "LAST USED", value: (row) => row.last_used_at }
]

export const listAdminKeys = ((call: Invocation<TargetFlags>) =>
  withConnection(
    call,
    ({ api }) =>
      Effect.flatMap(api.accountAdministration.keys(), (found) => printRows(call, found.keys, columns, found))
  )) satisfies CommandHandler

export const makeAdminKey =
  ((call: Invocation<TargetFlags>) =>
    withConnection(call, ({ api }) =>
      Effect.gen(function*() {
        const made = yield* api.accountAdministration.makeKey({ payload: { name: call.args[0]! } })
        yield* printOnce(
          call,
          { ...made },
          { secret: made.secret, ...made.key },
          `The key ${made.key.name} exists, but nobody has seen it: revoke it and make another.`
        )
        yield* printNote(
          call,
          "The secret is shown this once. It goes into X-Admin-Key, or into AUSPEX_ADMIN_KEY of this command."
        )
      }))) satisfies CommandHandler

export const revokeAdminKey =
  ((call: Invocation<ChangeFlags>) =>
    withConnection(call, ({ api: { accountAdministration }, target }) =>
      Effect.gen(function*() {
        const [wanted] = call.args
        const key = (yield* accountAdministration.keys()).keys.find((candidate) =>
          candidate.revoked_at === undefined && (candidate.id === wanted || candidate.name === wanted)
        )
        if (key === undefined)
          return yield* refuse("ADMIN_KEY_NOT_FOUND", "There is no such admin key that is not revoked.")
        const sentence = `revoke the admin key ${key.name} (…${key.last4})`
        if (yield* isDryRun(call, target, sentence)) return yield* printRecord(call, { key }, key)
        yield* confirm(call, target, sentence)
        const revoked = yield* accountAdministration.revokeKey({ path: { id: key.id } })
        yield* printRecord(call, revoked, revoked.key)
      }))) satisfies CommandHandler
