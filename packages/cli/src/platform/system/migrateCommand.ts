import { type AppliedMigration, type Migration, Migrations, migrations } from "@auspex/adapters-pg"
import { Effect } from "effect"
import { settingsForTarget } from "../../kit/connection/localConnection.ts"
import { hasDatabase, holderOf, type Target, targetText } from "../../kit/connection/Target.ts"
import { bareDatabase, migrate } from "../../composition/Database.ts"
import { printNote, printRows } from "../../kit/output/print.ts"
import type { Column } from "../../kit/output/table.ts"
import type { ChangeFlags, CommandHandler, Invocation } from "../../kit/invocation/Invocation.ts"
import { databaseTargetOf } from "../../kit/connection/databaseTarget.ts"

interface MigrationRow {
  readonly id: number
  readonly name: string
  readonly state: "applied" | "pending"
  readonly applied_at?: Date
}

const columns: ReadonlyArray<Column<MigrationRow>> = [
  { header: "ID", value: (row) => row.id, right: true },
  { header: "NAME", value: (row) => row.name },
  { header: "STATE", value: (row) => row.state, colour: (row) => row.state === "pending" ? "yellow" : "green" },
  { header: "AT", value: (row) => row.applied_at }
]

const appliedRow = ({ applied_at, id, name }: AppliedMigration): MigrationRow => ({
  id,
  name,
  state: "applied",
  applied_at
})
const pendingRow = ({ id, name }: Migration): MigrationRow => ({ id, name, state: "pending" })

const printMigrations = (call: Invocation<ChangeFlags>, rows: ReadonlyArray<MigrationRow>) =>
  printRows(call, rows, columns, { migrations: rows })

type Database = Exclude<Target, { kind: "server" }>

const onDatabase = (call: Invocation<ChangeFlags>, target: Database) =>
  Effect.map(settingsForTarget(target, call.io.env), (settings) => ({ settings, layer: bareDatabase(settings) }))

/** Whether there is no database yet. Reading its status would create one; all migrations are pending. */
const isMissing = (target: Database): boolean =>
  target.kind === "directory" && !hasDatabase(target.dataDir) && holderOf(target.dataDir) === undefined

/** `auspex migrate status`. */
export const showMigrations = ((call: Invocation<ChangeFlags>) =>
  Effect.gen(function*() {
    const target = yield* databaseTargetOf(call)
    if (isMissing(target)) {
      yield* printNote(call, `there is no database in ${targetText(target)} yet`)
      return yield* printMigrations(call, migrations().map(pendingRow))
    }
    const { layer } = yield* onDatabase(call, target)
    const { applied, pending } = yield* Effect.provide(Migrations.status(), layer)
    yield* printMigrations(call, [...applied.map(appliedRow), ...pending.map(pendingRow)])
  })) satisfies CommandHandler

/** `auspex migrate`, `auspex migrate --dry-run`. */
export const applyMigrations = ((call: Invocation<ChangeFlags>) =>
  Effect.gen(function*() {
    const target = yield* databaseTargetOf(call)
    if (call.flags.dryRun === true && isMissing(target)) {
      yield* printNote(
        call,
        `dry run: would make a database, ${targetText(target)}, and apply ${migrations().length} migrations`
      )
      return yield* printMigrations(call, migrations().map(pendingRow))
    }
    const isNew = isMissing(target)
    const { layer, settings } = yield* onDatabase(call, target)
    const rows = yield* (call.flags.dryRun === true ? Migrations.pending() : migrate(settings)).pipe(
      Effect.provide(layer),
      Effect.map((found) => found.map(pendingRow))
    )
    if (rows.length === 0)
      yield* printNote(call, `${targetText(target)} ${isNew ? "was made, and " : ""}is on the schema of this version`)
    else yield* printNote(
        call,
        `${call.flags.dryRun === true ? "dry run: would apply" : "applied"} ${rows.length} to ${targetText(target)}`
      )
    yield* printMigrations(
      call,
      call.flags.dryRun === true ? rows : rows.map((row) => ({ ...row, state: "applied" as const }))
    )
  })) satisfies CommandHandler
