import { type BridgeRefused, findModelServer, runBridge, type RunnerEvent } from "@auspex/adapters-bridge/runner"
import { bridgeSocketPath } from "@auspex/adapters-http/contract"
import { Effect, Redacted, Schedule } from "effect"
import * as path from "node:path"
import { readSecretFile } from "../../kit/connection/readSecretFile.ts"
import { KeyRefused, TargetUnavailable, WrongUsage } from "../../kit/invocation/CommandFailure.ts"
import type { CommandHandler, CommonFlags, Invocation } from "../../kit/invocation/Invocation.ts"
import { afterEvent, emptyScreen, screenLines } from "./bridgeView.ts"
import { systemdUnit } from "./systemdUnit.ts"
import { redrawn } from "../../surveys/surveys/watchSurvey.ts"

interface BridgeFlags extends CommonFlags {
  readonly server?: string
  readonly keyFile?: string
  readonly modelServer?: string
  readonly modelServerType?: "ollama" | "openai-compatible"
  readonly allowModelServer?: ReadonlyArray<string>
  readonly concurrency?: string
  readonly installSystemd?: boolean
}

const wrong = (message: string) => Effect.fail(new WrongUsage({ message }))

const originOf = (flag: string, text: string): Effect.Effect<string, WrongUsage> => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url === undefined || !["http:", "https:"].includes(url.protocol) || url.username !== "" || url.search !== ""
    ? wrong(`${flag} "${text}" is not an address that begins with http:// or https://`)
    : Effect.succeed(text.replace(/\/+$/, ""))
}

const socketAddress = (server: string): string => `${server.replace(/^http/, "ws")}${bridgeSocketPath}`

const keyOf = ({ flags: { keyFile }, io }: Invocation<BridgeFlags>): Effect.Effect<Redacted.Redacted, WrongUsage> => {
  const key = io.env["AUSPEX_API_KEY"]
  if (keyFile !== undefined) return Effect.map(readSecretFile("key file", keyFile), Redacted.make)
  return key === undefined || key === ""
    ? wrong("no key: set AUSPEX_API_KEY to an agent's key or a human's token, or name a file with --key-file")
    : Effect.succeed(Redacted.make(key))
}

const concurrencyOf = (text: string): Effect.Effect<number, WrongUsage> =>
  /^[1-8]$/.test(text)
    ? Effect.succeed(Number(text))
    : wrong(`--concurrency "${text}" is not a whole number from 1 to 8`)

/** The command line that runs this command again, without the flag that prints the unit. */
const commandOf = (server: string, { flags }: Invocation<BridgeFlags>): ReadonlyArray<string> => [
  process.execPath,
  path.resolve(process.argv[1] ?? "auspex"),
  "bridge",
  "--server",
  server,
  ...(flags.keyFile === undefined ? [] : ["--key-file", path.resolve(flags.keyFile)]),
  ...(flags.modelServer === undefined ? [] : ["--model-server", flags.modelServer]),
  ...(flags.modelServerType === undefined ? [] : ["--model-server-type", flags.modelServerType]),
  ...(flags.allowModelServer ?? []).flatMap((address) => ["--allow-model-server", address]),
  ...(flags.concurrency === undefined ? [] : ["--concurrency", flags.concurrency])
]

const refused = ({ detail, status }: BridgeRefused) =>
  status === 401 || status === 403
    ? new KeyRefused({ message: detail })
    : new TargetUnavailable({ message: detail })

/** Events as lines of JSON, for logs. Single pieces are not logged. */
const logOf = ({ io }: Invocation<BridgeFlags>) => (event: RunnerEvent): void => {
  if (event.type === "piece") return
  io.stdout.write(`${JSON.stringify({ at: new Date().toISOString(), ...event })}\n`)
}

const frameMillis = 250

/** Draws the runner's state on a terminal four times a second. */
const drawing = ({ io }: Invocation<BridgeFlags>, server: string) => {
  let screen = emptyScreen
  let shown = ""
  let lines = 0
  const draw = Effect.sync(() => {
    const frame = screenLines(screen, server, Date.now(), io)
    const text = frame.join("\n")
    if (text === shown) return
    io.stdout.write(redrawn(frame, lines))
    shown = text
    lines = frame.length
  })
  return {
    events: (event: RunnerEvent): void => {
      screen = afterEvent(screen, event, Date.now())
    },
    run: Effect.repeat(draw, Schedule.spaced(frameMillis))
  }
}

/** `auspex bridge`: connects the models of this machine to a service, and works on its requests. */
export const bridge = ((call: Invocation<BridgeFlags>) =>
  Effect.gen(function*() {
    const { flags, io } = call
    const server = yield* originOf("--server", flags.server ?? io.env["AUSPEX_SERVER"] ?? "http://127.0.0.1:8787")
    const allowedBaseUrls = yield* Effect.forEach(
      flags.allowModelServer ?? [],
      (address) => originOf("--allow-model-server", address)
    )
    const base_url = flags.modelServer === undefined
      ? undefined
      : yield* originOf("--model-server", flags.modelServer)
    const concurrency = yield* concurrencyOf(flags.concurrency ?? "1")
    if (flags.installSystemd === true) {
      if (flags.keyFile === undefined) return yield* wrong("--install-systemd needs --key-file: a unit holds no key")
      io.stdout.write(systemdUnit(commandOf(server, call)))
      return
    }
    const apiKey = yield* keyOf(call)
    const modelServer = yield* Effect.mapError(
      findModelServer({
        ...(base_url === undefined ? {} : { base_url }),
        ...(flags.modelServerType === undefined ? {} : { type: flags.modelServerType })
      }),
      ({ detail }) => new TargetUnavailable({ message: `no model server: ${detail}` })
    )
    const isDrawn = io.stdout.isTTY === true && io.env["TERM"] !== "dumb" && (flags.output ?? "table") === "table"
    const view = isDrawn ? drawing(call, server) : { events: logOf(call), run: Effect.never }
    const running = runBridge({
      address: socketAddress(server),
      apiKey,
      modelServer,
      allowedBaseUrls,
      concurrency,
      source: "auspex bridge",
      events: view.events
    })
    return yield* Effect.raceFirst(Effect.mapError(running, refused), Effect.zipRight(view.run, Effect.never))
  })) satisfies CommandHandler
