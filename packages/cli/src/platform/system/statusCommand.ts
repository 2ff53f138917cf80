import { Effect } from "effect"
import { bareDatabase } from "../../composition/Database.ts"
import { settingsForTarget } from "../../kit/connection/localConnection.ts"
import { noteTarget } from "../../kit/connection/noteTarget.ts"
import { holderOf, reachableTarget, type Target, targetOf, targetText } from "../../kit/connection/Target.ts"
import { databaseFigures, schemaState } from "./databaseFigures.ts"
import { serverFigures } from "./serverFigures.ts"
import { printRecord } from "../../kit/output/print.ts"
import type { CommandHandler, Invocation, TargetFlags } from "../../kit/invocation/Invocation.ts"

const ofServer = (call: Invocation<TargetFlags>, wanted: Target, url: string) =>
  Effect.gen(function*() {
    const figures = yield* serverFigures(url)
    const holder = wanted.kind === "directory" ? holderOf(wanted.dataDir) : undefined
    const held = holder === undefined ? {} : {
      data_dir: wanted.kind === "directory" ? wanted.dataDir : undefined,
      pid: holder.pid,
      started_at: holder.started_at
    }
    const { health, metrics, ...rest } = figures
    yield* printRecord(call, { ...figures, ...held }, {
      ...rest,
      status: health.status,
      database: health.db,
      ...held,
      ...metrics
    })
    return figures.health.status === "ok" ? "ok" as const : "unavailable" as const
  })

const ofDatabase = (call: Invocation<TargetFlags>, target: Exclude<Target, { kind: "server" }>) =>
  Effect.gen(function*() {
    const settings = yield* settingsForTarget(target, call.io.env)
    const layer = bareDatabase(settings)
    return yield* Effect.provide(
      Effect.gen(function*() {
        const { applied, pending } = yield* schemaState
        const names = { applied: applied.length, pending: pending.map(({ name }) => name) }
        // The figures need the tables of this version.
        const figures = pending.length === 0 ? yield* databaseFigures : undefined
        const database = targetText(target)
        yield* printRecord(call, { database, migrations: names, ...figures }, {
          database,
          migrations: `${applied.length} applied, ${pending.length} pending`,
          ...figures,
          questions: figures === undefined
            ? undefined
            : Object.entries(figures.questions).map(([status, n]) => `${n} ${status}`)
        })
        return pending.length === 0 ? "ok" as const : "refused" as const
      }),
      layer
    )
  })

/** `auspex status`. Needs no admin key: it asks a server only for public information. */
export const statusCommand = ((call: Invocation<TargetFlags>) =>
  Effect.gen(function*() {
    const wanted = yield* targetOf(call.flags, call.io.env)
    const target = yield* reachableTarget(wanted)
    yield* noteTarget(call, wanted, target)
    return yield* target.kind === "server" ? ofServer(call, wanted, target.url) : ofDatabase(call, target)
  })) satisfies CommandHandler
