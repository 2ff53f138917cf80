import { CoreApi } from "@auspex/adapters-http/contract"
import { inProcessClient } from "@auspex/adapters-http/engine"
import { coreHandlers, type CoreServices } from "@auspex/adapters-http/handlers"
import { Migrations } from "@auspex/adapters-pg"
import type { AdminActor } from "@auspex/domain/identity"
import { DatabaseClock, UnitOfWork } from "@auspex/domain/kernel"
import { Resolutions } from "@auspex/domain/scoring"
import { Context, Effect, Layer } from "effect"
import { Auspex } from "../../composition/Auspex.ts"
import { bareDatabase } from "../../composition/Database.ts"
import { type Settings, settingsFrom } from "../../composition/Settings.ts"
import { TargetUnavailable } from "../invocation/CommandFailure.ts"
import type { CommandIo, Keep } from "../invocation/CommandIo.ts"
import { apiClientOf } from "./ApiClient.ts"
import type { Connection } from "./Connection.ts"
import type { Target } from "./Target.ts"

/** The actor in the audit log for commands that open the database themselves. */
export const system: AdminActor = { kind: "admin", name: "system", key_id: "system" }

/** The settings for a database named by a flag or a variable. */
export const settingsForTarget = (target: Exclude<Target, { kind: "server" }>, env: CommandIo["env"]) => {
  const { AUSPEX_DATA_DIR: _dir, AUSPEX_DATABASE_URL: _url, ...rest } = env
  return target.kind === "database"
    ? settingsFrom({ databaseUrl: target.databaseUrl }, { ...rest, AUSPEX_DATA_DIR: _dir })
    : settingsFrom({ dataDir: target.dataDir }, rest)
}

/** A command needs the schema of its own version, and never migrates as a side effect. */
const requireMigrated = Effect.flatMap(
  Migrations.status(),
  ({ pending }) =>
    pending.length === 0 ? Effect.void : Effect.fail(
      new TargetUnavailable({
        message: `the database lacks ${pending.map(({ name }) => name).join(", ")}; auspex migrate applies them`
      })
    )
)

/** The database of the settings; fails if migrations are pending. */
export const migratedDatabase = (settings: Settings) =>
  Layer.tap(bareDatabase(settings), (context) => Effect.provide(requireMigrated, context))

const openAnew: Keep = (_key, open) => open

/** The services behind the routes of both APIs, on the database itself. */
export const localServices = (
  target: Exclude<Target, { kind: "server" }>,
  { env, keep = openAnew }: Pick<CommandIo, "env" | "keep">
) =>
  Effect.flatMap(settingsForTarget(target, env), (settings) =>
    keep(
      JSON.stringify([target, env]),
      Layer.build(Layer.provideMerge(Auspex.routesOn(settings), migratedDatabase(settings)))
    ))

/** A connection to the database itself, without a server; it stays open until the scope closes. */
export const localConnection = (
  target: Exclude<Target, { kind: "server" }>,
  io: Pick<CommandIo, "env" | "keep">
) =>
  Effect.gen(function*() {
    const context = yield* localServices(target, io)
    const http = yield* Effect.provide(
      inProcessClient<CoreServices>({ api: CoreApi, handlers: coreHandlers, administrator: system }),
      context
    )
    const connection: Connection = {
      target,
      api: yield* apiClientOf(target, { httpClient: http }),
      administers: true,
      http,
      now: Context.get(context, DatabaseClock).now,
      continuePayouts: Effect.flatMap(
        Context.get(context, Resolutions).settleNext,
        // Nothing to claim: a running server is making the payouts.
        (settled) => settled ? Effect.void : Effect.sleep("500 millis")
      ),
      atomically: Context.get(context, UnitOfWork).transact
    }
    return connection
  })
