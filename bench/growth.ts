import { type Bench, type BenchRow, median, quantile } from "./harness/BenchRow.ts"
import { startChild } from "./harness/Child.ts"
import { connected, startBenchServer } from "./harness/databases.ts"
import { agentKey, benchId, fillWorld, reasoningOf, type World } from "./harness/world.ts"

/** The placements that are measured on each side. */
const samples = 1_500
const warmUp = 150
const agents = 4_000

/** Places the nth prediction of a side on a question and returns the time that it took, in milliseconds. */
const place = async (url: string, question: number, n: number): Promise<number> => {
  const body = JSON.stringify({
    prediction: n % 3 !== 0,
    confidence: 50 + (n % 50),
    reasoning: reasoningOf(n, "growth")
  })
  const headers = { "content-type": "application/json", "x-api-key": agentKey(n % agents) }
  const start = performance.now()
  const response = await fetch(`${url}/api/questions/${benchId(2, question)}/predict`, {
    method: "POST",
    headers,
    body
  })
  const text = await response.text()
  const millis = performance.now() - start
  if (response.status !== 201) throw new Error(`predict answered ${response.status}: ${text}`)
  return millis
}

interface Side {
  readonly url: string
  readonly questionOf: (n: number) => number
}

/** Alternates placements on both sides, so that other load on the machine affects both. */
const alternate = async (small: Side, large: Side) => {
  const times = { small: [] as Array<number>, large: [] as Array<number>, coldLarge: 0 }
  for (let n = 0; n < samples + warmUp; n++) {
    const left = await place(small.url, small.questionOf(n), n)
    const right = await place(large.url, large.questionOf(n), n + 1_000_000 * agents)
    if (n === 0) times.coldLarge = right
    if (n < warmUp) continue
    times.small.push(left)
    times.large.push(right)
  }
  return times
}

const rowsOf = (what: string, times: Awaited<ReturnType<typeof alternate>>): ReadonlyArray<BenchRow> => {
  const row = (name: string, of: (values: ReadonlyArray<number>) => number): BenchRow => ({
    what: `${name} of predict, ${what}`,
    unit: "ms",
    ours: of(times.large),
    theirs: of(times.small),
    ratio: of(times.large) / of(times.small)
  })
  return [
    { ...row("p99", (values) => quantile(values, 0.99)), goal: { of: "ratio", is: "at most", value: 1.5 } },
    row("median", median)
  ]
}

/**
 * P4: existing predictions must not slow down new ones. Commits do not wait for the disk, so that the server's own part
 * shows.
 */
export const growth: Bench = async ({ full }) => {
  const total = full ? 1_000_000 : 200_000
  const server = await startBenchServer()
  const createWorld = async (name: string, world: World) => {
    const url = await server.create(name)
    await connected(url, (client) => fillWorld(client, world))
    return `${url}?options=-c%20synchronous_commit%3Doff`
  }
  const children: Array<Awaited<ReturnType<typeof startChild>>> = []
  const serve = async (databaseUrl: string) => {
    const child = await startChild("auspexServer", { databaseUrl })
    children.push(child)
    return child.url
  }
  try {
    const questions = full ? 1_000 : 400
    const few = await serve(await createWorld("few", { agents, questions, history: 10_000 }))
    const many = await serve(await createWorld("many", { agents, questions, history: total }))
    const short = await serve(await createWorld("short", { agents, questions: 1, history: 10 }))
    const long = await serve(await createWorld("long", { agents, questions: 1, history: 10_000 }))
    const only = () => 0
    const onQuestion = await alternate({ url: short, questionOf: only }, { url: long, questionOf: only })
    // A tenth of the questions, so that each has predictions before it is measured.
    const spread = (n: number) => n % (questions / 10)
    const inAll = await alternate({ url: few, questionOf: spread }, { url: many, questionOf: spread })
    return {
      title: "P4 Growth",
      rows: [
        ...rowsOf("10,000 earlier ones on the question against 10", onQuestion),
        ...rowsOf(`${total.toLocaleString("en-US")} in all against 10,000`, inAll),
        {
          what: "the first predict after a start, 10,000 earlier ones to index",
          unit: "ms",
          ours: onQuestion.coldLarge
        }
      ],
      notes: [
        `${server.version}, synchronous_commit off; one caller, ${samples} placements on each side, alternating; "theirs" is our server on the small side.`,
        ...(full
          ? []
          : ["With --full the large side has 1,000,000 predictions in all (bench/million.ts makes such a database)."])
      ]
    }
  } finally {
    for (const child of children) await child.stop()
    await server.stop()
  }
}
