import type { DataDirectoryHolder } from "@auspex/adapters-pg/directory"
import { Effect, Either } from "effect"
import { bareDatabase, databaseWithoutTimeouts } from "../../composition/Database.ts"
import { settingEntries, type SettingFlags, type Settings, settingsFrom } from "../../composition/Settings.ts"
import { hasDatabase, holderOf, withoutPassword } from "../../kit/connection/Target.ts"
import { type Check, fail, pass, warn } from "./Check.ts"
import { databaseChecks } from "./databaseChecks.ts"
import { embeddingsCheck } from "./embeddingsCheck.ts"
import { dataDirCheck, exposureChecks, mailCheck, nodeCheck, portCheck, secretKeyCheck } from "./machineChecks.ts"
import { recountChecks } from "./recountChecks.ts"
import { serverFigures } from "./serverFigures.ts"
import { printNote, printRows } from "../../kit/output/print.ts"
import type { Column } from "../../kit/output/table.ts"
import type { CommandHandler, CommonFlags, Invocation } from "../../kit/invocation/Invocation.ts"

type DoctorFlags =
  & CommonFlags
  & Pick<SettingFlags, "host" | "port" | "researchPort" | "dataDir" | "databaseUrl">
  & { readonly recount?: boolean }

const colours = { ok: "green", warn: "yellow", fail: "red" } as const

const columns: ReadonlyArray<Column<Check>> = [
  { header: "", value: (row) => row.status, colour: (row) => colours[row.status] },
  { header: "CHECK", value: (row) => row.name },
  { header: "FOUND", value: (row) => row.message },
  { header: "WHAT TO DO", value: (row) => row.fix }
]

/** An embedded database that a server holds can only be checked through that server. */
const heldDatabaseChecks = (holder: DataDirectoryHolder): Effect.Effect<ReadonlyArray<Check>> => {
  const url = holder.addresses?.core
  if (url === undefined) {
    return Effect.succeed([
      warn(
        "database",
        `in use by process ${holder.pid}, which does not answer requests (yet)`,
        "try again in a moment"
      )
    ])
  }
  return Effect.match(serverFigures(url), {
    onFailure: (
      { message }
    ) => [fail("database", `held by process ${holder.pid}: ${message}`, `stop process ${holder.pid}`)],
    onSuccess: ({ health }) => [
      health.status === "ok"
        ? pass("database", `held by the running server at ${url}, which is healthy; stop it to check the ledger`)
        : fail("database", `the server at ${url} reports that its database is ${health.db}`, "read its log")
    ]
  })
}

/** Recomputes derived data only if no migration is pending. */
const databaseAndRecounts = (settings: Settings, where: string, recounting: boolean) =>
  Effect.flatMap(
    databaseChecks(bareDatabase(settings), where, settings.embeddings !== undefined),
    (checks) =>
      recounting && checks.some(({ name, status }) => name === "migrations" && status === "ok")
        ? Effect.map(recountChecks(databaseWithoutTimeouts(settings)), (more) => [...checks, ...more])
        : Effect.succeed(checks)
  )

/** Settings with the server that holds their data directory; undefined if there is none. */
interface Installation {
  readonly settings: Settings
  readonly holder: DataDirectoryHolder | undefined
}

const database = ({ holder, settings }: Installation, recounting: boolean): Effect.Effect<ReadonlyArray<Check>> => {
  if (settings.databaseUrl !== undefined) {
    return databaseAndRecounts(settings, withoutPassword(settings.databaseUrl), recounting)
  }
  if (holder !== undefined) {
    const notCounted = warn("recount", "the running server holds the database", "stop it, and run this again")
    return Effect.map(heldDatabaseChecks(holder), (checks) => recounting ? [...checks, notCounted] : checks)
  }
  return hasDatabase(settings.dataDir)
    ? databaseAndRecounts(settings, "embedded", recounting)
    : Effect.succeed([pass("database", "will be made at the first start")])
}

/** The database of the settings, unless there is none yet or a server holds it. */
const readableDatabase = ({ holder, settings }: Installation) =>
  settings.databaseUrl !== undefined || (holder === undefined && hasDatabase(settings.dataDir))
    ? bareDatabase(settings)
    : undefined

const portChecks = ({ holder, settings }: Installation, call: Invocation<DoctorFlags>) => {
  const isChosen = (key: "port" | "researchPort"): boolean =>
    call.flags[key] !== undefined || (call.io.env[settingEntries[key].variable] ?? "") !== ""
  const { port, researchPort } = settings
  return Effect.all([
    portCheck(settings, { api: "core", flag: "--port", port, isChosen: isChosen("port") }, holder),
    portCheck(
      settings,
      { api: "research", flag: "--research-port", port: researchPort, isChosen: isChosen("researchPort") },
      holder
    )
  ])
}

const allChecks = (settings: Settings, call: Invocation<DoctorFlags>): Effect.Effect<ReadonlyArray<Check>> =>
  Effect.gen(function*() {
    const directory = dataDirCheck(settings)
    const before = [
      pass("configuration", "every setting is known and well-formed"),
      ...exposureChecks(settings),
      directory
    ]
    // Everything that follows would fail for the same reason.
    if (directory.status === "fail" && settings.databaseUrl === undefined)
      return [...before, ...(yield* portChecks({ settings, holder: undefined }, call))]
    const holder = settings.databaseUrl === undefined ? holderOf(settings.dataDir) : undefined
    const installation = { settings, holder }
    return [
      ...before,
      secretKeyCheck(settings),
      ...(yield* database(installation, call.flags.recount === true)),
      ...(yield* embeddingsCheck(settings, readableDatabase(installation))),
      yield* mailCheck(settings),
      ...(yield* portChecks(installation, call))
    ]
  })

/**
 * `auspex doctor`: checks everything that `serve` needs, and changes nothing. With `--recount` it also recomputes all
 * derived data and compares.
 */
export const doctorCommand = ((call: Invocation<DoctorFlags>) =>
  Effect.gen(function*() {
    const { databaseUrl, dataDir, host, port, researchPort } = call.flags
    const settings = yield* Effect.either(settingsFrom({ databaseUrl, dataDir, host, port, researchPort }, call.io.env))
    const checks = [
      nodeCheck(process.version),
      ...Either.isLeft(settings)
        ? [fail("configuration", settings.left.message, "correct it; nothing else was checked")]
        : yield* allChecks(settings.right, call)
    ]
    yield* printRows(call, checks, columns, { checks })
    const failed = checks.filter(({ status }) => status === "fail").length
    const warned = checks.filter(({ status }) => status === "warn").length
    yield* printNote(call, `${checks.length} checks: ${failed} failed, ${warned} warnings`)
    return failed > 0 ? "refused" as const : "ok" as const
  })) satisfies CommandHandler
