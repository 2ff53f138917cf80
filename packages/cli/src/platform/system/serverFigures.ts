import { Effect } from "effect"
import { TargetUnavailable } from "../../kit/invocation/CommandFailure.ts"

const answerMillisMax = 5_000

/** The figures that a running server publishes about itself. */
interface ServerFigures {
  readonly server: string
  readonly health: { readonly status: string; readonly db: string }
  readonly ready: boolean
  /** The version of the document at /openapi.json. */
  readonly api_version: string
  /** Sums of the samples of /metrics, by name. */
  readonly metrics: Readonly<Record<string, number>>
}

const get = (server: string, path: string) =>
  Effect.tryPromise({
    try: (signal) =>
      fetch(`${server}${path}`, { signal: AbortSignal.any([signal, AbortSignal.timeout(answerMillisMax)]) }),
    catch: () => new TargetUnavailable({ message: `the server at ${server} does not answer` })
  })

const bodyOf = <A>(server: string, read: () => Promise<A>) =>
  Effect.tryPromise({
    try: read,
    catch: () => new TargetUnavailable({ message: `${server} answers, but not as Auspex does` })
  })

/** The sum of each metric over its labels; histograms are left out. */
const metricSums = (text: string): Readonly<Record<string, number>> => {
  const sums: Record<string, number> = {}
  for (const line of text.split("\n")) {
    const match = /^([a-zA-Z_:][\w:]*)(\{[^}]*\})? (\S+)$/.exec(line)
    if (match === null || /_(bucket|sum|count)$/.test(match[1]!) || match[2]?.includes("quantile=") === true) continue
    const value = Number(match[3])
    if (Number.isFinite(value)) sums[match[1]!] = (sums[match[1]!] ?? 0) + value
  }
  return sums
}

/** Reads the public operations of a server; needs no key. */
export const serverFigures = (server: string): Effect.Effect<ServerFigures, TargetUnavailable> =>
  Effect.gen(function*() {
    const answers = yield* Effect.all(
      [get(server, "/health"), get(server, "/health/ready"), get(server, "/metrics"), get(server, "/openapi.json")],
      { concurrency: "unbounded" }
    )
    const [health, ready, metrics, document] = answers
    const reported = yield* bodyOf(server, () => health.json() as Promise<Partial<ServerFigures["health"]>>)
    if (typeof reported.status !== "string" || typeof reported.db !== "string") {
      return yield* new TargetUnavailable({ message: `${server} answers, but not as Auspex does` })
    }
    const info = yield* bodyOf(server, () => document.json() as Promise<{ info?: { version?: string } }>)
    return {
      server,
      health: { status: reported.status, db: reported.db },
      ready: ready.ok,
      api_version: info.info?.version ?? "unknown",
      metrics: metricSums(yield* bodyOf(server, () => metrics.text()))
    }
  })
