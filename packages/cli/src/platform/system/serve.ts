import { HttpServer, ResearchServer } from "@auspex/adapters-http/engine"
import { announceAddresses } from "@auspex/adapters-pg/directory"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { AdminKeys, type CreatedAdminKey } from "@auspex/domain/accounts"
import type { SqlClient } from "@effect/sql/SqlClient"
import { Cause, Deferred, Effect, Exit, Layer, Logger } from "effect"
import { Auspex } from "../../composition/Auspex.ts"
import type { CommandIo } from "../../kit/invocation/CommandIo.ts"
import { exitCodes } from "../../kit/invocation/ExitCode.ts"
import { type OutputFailed, writeSurely } from "../../kit/invocation/OutputFailed.ts"
import { failureLine, failureReport } from "../../kit/output/failureText.ts"
import { type DemoFailure, demoLines, type DemoOutcome, fillDemo } from "../../demo/Demo.ts"
import { requireEmbeddingsOwner } from "../../composition/EmbeddingsOwner.ts"
import { ensurePortsFree } from "../../composition/ensurePortsFree.ts"
import { adminKeyWeakness } from "../../composition/KeyStrength.ts"
import { logLevelOf, logTo } from "../../composition/Log.ts"
import { publicUrlOf, webhookSecrets } from "../../composition/ExternalServices.ts"
import { ensureMailDirectory, mailDirectoryOf } from "../../composition/MailFolder.ts"
import { secretKeyOf } from "../../composition/SecretKey.ts"
import { startWatchdog } from "../../composition/Watchdog.ts"
import { type SettingFlags, type Settings, settingsFrom } from "../../composition/Settings.ts"

type StartOutput = Pick<CommandIo, "stdout">

/** Prints a line of the start; a server whose lines nobody can read does not start. */
const printLine = (io: StartOutput) => (line: string): Effect.Effect<void, OutputFailed> => writeSurely(io, `${line}\n`)

const printAdminKey = (io: StartOutput, { key, secret }: CreatedAdminKey): Effect.Effect<void, OutputFailed> =>
  writeSurely(
    io,
    `admin key (shown this once, good for 90 days): ${secret}\n`,
    `The admin key ${key.name} has been made, but nobody has seen it: auspex admin-keys make makes another.`
  )

const storageLine = (settings: Settings): string =>
  settings.databaseUrl === undefined
    ? `storage: embedded Postgres in ${settings.dataDir}`
    : "storage: server Postgres"

/** Fills an empty database if `--demo` is set. The outcome is printed later, when the addresses are known. */
const fillDemoIfAsked = (settings: Settings): Effect.Effect<DemoOutcome | undefined, DemoFailure, SqlClient> =>
  settings.demo
    ? Effect.zipRight(
      Effect.logDebug("Checking whether to make a demo world"),
      Effect.provide(fillDemo(), webhookSecrets(settings))
    )
    : Effect.succeed(undefined)

/** Ensures an admin key, records the addresses in the lock file, prints the start-up lines and starts the watchdog. */
const announce = (settings: Settings, io: StartOutput, demo: Deferred.Deferred<DemoOutcome | undefined>) =>
  Effect.gen(function*() {
    const print = printLine(io)
    const server = yield* HttpServer
    const research = yield* ResearchServer
    const outcome = yield* Deferred.await(demo)
    // Before the key is made: a key that cannot be shown would be lost.
    yield* print(storageLine(settings))
    const made = yield* Effect.flatMap(AdminKeys, (keys) => keys.ensureBootstrap)
    if (settings.databaseUrl === undefined) {
      yield* announceAddresses(settings.dataDir, { core: server.url, research: research.url })
    }
    if (settings.smtpUrl === undefined) yield* print(`mail: files in ${mailDirectoryOf(settings)}`)
    if (made !== undefined) yield* printAdminKey(io, made)
    yield* print(`listening: ${server.url} (core API; documentation at ${server.url}/docs)`)
    yield* print(`listening: ${research.url} (research API; documentation at ${research.url}/docs)`)
    // Last, where they are seen first: somebody who tries the demo needs nothing else.
    if (outcome !== undefined)
      yield* Effect.forEach(demoLines(outcome, settings.publicUrl ?? server.url), print, { discard: true })
    yield* startWatchdog()
  })

/** Runs a server until it is interrupted. */
export const serve = (settings: Settings, io: StartOutput) =>
  Effect.gen(function*() {
    yield* ensurePortsFree(settings)
    yield* secretKeyOf(settings)
    yield* ensureMailDirectory(settings)
    const weakness = settings.adminKey === undefined ? undefined : adminKeyWeakness(settings.adminKey)
    if (weakness !== undefined) {
      yield* Effect.logWarning(
        `AUSPEX_ADMIN_KEY ${weakness}. It is accepted only because the server listens on ${settings.host} alone.`
      )
    }
    if (settings.allowPrivateEgress) {
      yield* Effect.logWarning(
        "AUSPEX_ALLOW_PRIVATE_EGRESS is on: outgoing calls may reach private addresses. Not for production."
      )
    }
    if (settings.publicUrl === undefined && isUnlinkable(settings)) {
      yield* Effect.logWarning(
        `AUSPEX_PUBLIC_URL is not set: links in mails will begin with ${publicUrlOf(settings)}, which leads nowhere.`
      )
    }
    const demo = yield* Deferred.make<DemoOutcome | undefined>()
    const prepare = Effect.zipRight(
      requireEmbeddingsOwner(settings),
      Effect.flatMap(fillDemoIfAsked(settings), (outcome) => Deferred.succeed(demo, outcome))
    )
    return yield* Layer.launch(
      Layer.effectDiscard(announce(settings, io, demo)).pipe(
        Layer.provideMerge(Auspex.server(settings, Effect.asVoid(prepare)))
      )
    )
  })

/** Whether the listening address is useless in links: a free port, or every interface. */
const isUnlinkable = ({ host, port }: Settings): boolean => port === 0 || host === "0.0.0.0" || host === "::"

/** Prints why the server could not start, in the format of other commands; anything unexpected is a bug. */
const reportFailure = (error: unknown, { stderr }: Pick<CommandIo, "stderr">): number => {
  const report = failureReport(error)
  if (report === undefined) {
    stderr.write(`auspex: this is a bug in auspex; please report it\n${String(error)}\n`)
    return exitCodes.bug.code
  }
  for (const failure of report.failures) stderr.write(`auspex: ${failureLine(failure)}\n`)
  return exitCodes[report.exit].code
}

/** The time limit of a stop, after which the process exits anyway. */
const stopMillisMax = 20_000

/** npm forwards the interrupt that the terminal sends to both processes: one Ctrl-C arrives twice within this time. */
const echoMillisMax = 100

/** `auspex serve`: the only command that runs until it is stopped. */
export const runServe = (flags: SettingFlags, io: CommandIo): void => {
  const main = Effect.gen(function*() {
    const settings = yield* settingsFrom(flags, io.env)
    return yield* serve(settings, io).pipe(
      Logger.withMinimumLogLevel(logLevelOf(settings.logLevel)),
      Effect.provide(logTo(io.stderr))
    )
  })
  // A second signal, or a stop that takes too long, ends the process immediately.
  const onSignal = (): void => {
    const since = performance.now()
    const end = (): void => {
      if (performance.now() - since > echoMillisMax) process.exit(1)
    }
    setTimeout(() => process.exit(1), stopMillisMax).unref()
    process.on("SIGINT", end)
    process.on("SIGTERM", end)
  }
  process.once("SIGINT", onSignal)
  process.once("SIGTERM", onSignal)
  NodeRuntime.runMain(main, {
    disableErrorReporting: true,
    disablePrettyLogger: true,
    teardown: (exit, onExit) => {
      if (Exit.isSuccess(exit) || Cause.isInterruptedOnly(exit.cause)) return onExit(0)
      onExit(reportFailure(Cause.squash(exit.cause), io))
    }
  })
}
