import { ServerDatabase } from "@auspex/adapters-pg"
import { HttpServer } from "@auspex/adapters-http/engine"
import { Auspex, settingsFrom } from "@auspex/cli/composition"
import { Effect, Layer } from "effect"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"

// Our server as `auspex serve` composes it, with limits per instance so high that no load reaches them: they are still
// counted and their headers still sent.
const { databaseUrl, isAlone = false, ...flags } = JSON.parse(process.argv[2]!) as {
  readonly databaseUrl: string
  readonly isAlone?: boolean
  readonly secretKey?: string
  readonly allowPrivateEgress?: string
  readonly trustedProxies?: string
  readonly modelRequestsPerDay?: string
}
const dataDir = mkdtempSync(path.join(tmpdir(), "auspex-bench-"))
const unreached = 1e9
const ownRates = {
  read: unreached,
  write: unreached,
  predict: unreached,
  rehearse: unreached,
  vote: unreached,
  search: unreached,
  export: unreached,
  handshake: unreached
}

const main = Effect.gen(function*() {
  // An instance that is alone neither sends nor receives notices of changes.
  const database = isAlone ? {} : { databaseUrl }
  const given = { port: "0", researchPort: "0", dataDir, logLevel: "warning", ...database, ...flags }
  const settings = yield* settingsFrom(given, {})
  const announceUrl = Layer.effectDiscard(Effect.map(HttpServer, ({ url }) => console.log(`ready ${url}`)))
  return yield* Layer.provideMerge(announceUrl, Auspex.serverOn(settings, { ownRates })).pipe(
    Layer.provide(ServerDatabase.layer({ url: databaseUrl })),
    Layer.launch
  )
})

const stop = new AbortController()
process.once("SIGTERM", () => stop.abort())
void Effect.runPromiseExit(main, { signal: stop.signal }).then((exit) => {
  rmSync(dataDir, { recursive: true, force: true })
  if (!stop.signal.aborted) console.error(String(exit))
  process.exit(stop.signal.aborted ? 0 : 1)
})
