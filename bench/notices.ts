import { type Bench, type BenchRow, median, quantile, rowOf } from "./harness/BenchRow.ts"
import { type Child, startChild } from "./harness/Child.ts"
import { connected, startBenchServer } from "./harness/databases.ts"
import { load } from "./harness/load.ts"
import { agentKey, benchId, fillWorld } from "./harness/world.ts"
import { bodyOf, pairOf, perRound, placementWorld, placeOverHttp } from "./placements.ts"

const rounds = 6
const seconds = Number(process.env["BENCH_SECONDS"] ?? 3)
const lagsMax = 200
const hotPath = "/api/questions?limit=12"

/** How often placements were counted on a question, as an instance shows it. */
const shownBy = async (instance: Child, path: string): Promise<number> => {
  const response = await fetch(`${instance.url}${path}`)
  return (await response.json() as { readonly total_agents: number }).total_agents
}

/** Milliseconds from the answer to the nth placement on `writer` until `reader` shows it. */
const lagOf = async (writer: Child, reader: Child, n: number): Promise<number> => {
  const { agent, question } = pairOf(n)
  const path = `/api/questions/${benchId(2, question)}/consensus`
  const before = await shownBy(reader, path)
  const response = await fetch(`${writer.url}/api/questions/${benchId(2, question)}/predict`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-api-key": agentKey(agent) },
    body: bodyOf(n)
  })
  const placed = performance.now()
  if (response.status !== 201) throw new Error(`a placement answered ${response.status}: ${await response.text()}`)
  while (await shownBy(reader, path) === before);
  return performance.now() - placed
}

interface Turn {
  readonly perSecond: number
  readonly cpuMicros: number
}

type Turns = ReadonlyArray<{ readonly ours: Turn; readonly theirs: Turn }>

/** Both sides in turn after a warm-up, each as often first as second. */
const inTurns = async (
  sides: { readonly ours: Child; readonly theirs: Child },
  work: (child: Child) => Promise<Turn>
): Promise<Turns> => {
  for (const child of Object.values(sides)) await work(child)
  const turns: Array<{ readonly ours: Turn; readonly theirs: Turn }> = []
  for (let round = 0; round < rounds; round++) {
    if (round % 2 === 0) {
      const ours = await work(sides.ours)
      turns.push({ ours, theirs: await work(sides.theirs) })
    } else {
      const theirs = await work(sides.theirs)
      turns.push({ ours: await work(sides.ours), theirs })
    }
  }
  return turns
}

const rowsOf = (what: string, unit: string, turns: Turns): ReadonlyArray<BenchRow> => {
  const against = `${what} against an instance without notices`
  const of = (figure: keyof Turn) => turns.map(({ ours, theirs }) => ({ ours: ours[figure], theirs: theirs[figure] }))
  return [
    rowOf(against, unit, of("perSecond"), { of: "ratio", is: "at least", value: 0.95 }),
    rowOf(`${against}, server CPU (less is better)`, "µs", of("cpuMicros"), { of: "ratio", is: "at most", value: 1.05 })
  ]
}

/** Notices between instances: what they cost, and how late one instance shows the changes of another. */
export const notices: Bench = async () => {
  const server = await startBenchServer()
  const children: Array<Child> = []
  const start = async (options: object): Promise<Child> => {
    const child = await startChild("auspexServer", options)
    children.push(child)
    return child
  }
  try {
    const databaseUrl = await server.create("notices")
    await connected(databaseUrl, (client) => fillWorld(client, placementWorld))
    const [writer, reader] = [await start({ databaseUrl }), await start({ databaseUrl })]
    const alone = await start({ databaseUrl, isAlone: true })
    const sides = { ours: writer, theirs: alone }
    let next = 0
    const place = (child: Child) => placeOverHttp(child, perRound * next++, seconds)
    const read = (child: Child) => load(child, { path: hotPath, seconds })
    // Reads first: the database goes on working for some time after placements.
    const reads = await inTurns(sides, read)
    const placed = await inTurns(sides, place)
    const lags: Array<number> = []
    const measuring = { isOn: true }
    const underLoad = (async () => {
      while (measuring.isOn) await load(reader, { path: hotPath, connections: 8, seconds: 1 })
    })()
    for (let n = 0; n < lagsMax; n++) lags.push(await lagOf(writer, reader, perRound * next + n))
    measuring.isOn = false
    await underLoad
    return {
      title: "Notices between instances",
      rows: [
        ...rowsOf(`GET ${hotPath}`, "req/s", reads),
        ...rowsOf("POST /api/questions/{id}/predict", "placed/s", placed),
        { what: "until another instance shows a placement, median (less is better)", unit: "ms", ours: median(lags) },
        {
          what: "until another instance shows a placement, 99th percentile (less is better)",
          unit: "ms",
          ours: quantile(lags, 0.99),
          goal: { of: "ours", is: "at most", value: 100 }
        }
      ],
      notes: [
        `${server.version}; two instances with notices and one without on one core; ${lagsMax} placements on the one, each`,
        `followed by reads on the other until it is shown, while eight connections read the list there as fast as it answers.`
      ]
    }
  } finally {
    for (const child of children) await child.stop()
    await server.stop()
  }
}
