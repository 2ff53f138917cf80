import { type Bench, type BenchRow, median, rowOf } from "./harness/BenchRow.ts"
import { type Child, startChild } from "./harness/Child.ts"
import { connected, startBenchServer } from "./harness/databases.ts"
import { load } from "./harness/load.ts"
import { fillPast } from "./harness/past.ts"
import { publicBoards } from "./harness/publicBoards.ts"
import { record, type Recorded } from "./harness/recording.ts"
import { agentKey, benchId, fillWorld } from "./harness/world.ts"

const rounds = 3
const seconds = Number(process.env["BENCH_SECONDS"] ?? 2)

interface Turn {
  readonly perSecond: number
  readonly cpuMicros: number
}

/** Every child in turn, `rounds` times, after a short warm-up of each. */
const takeTurns = async <Name extends string>(
  children: Readonly<Record<Name, Child>>,
  recorded: Pick<Recorded, "path" | "headers">
): Promise<ReadonlyArray<Readonly<Record<Name, Turn>>>> => {
  const { headers, path } = recorded
  const names = Object.keys(children) as Array<Name>
  for (const name of names) await load(children[name], { path, headers, seconds: 1 })
  const turns: Array<Record<Name, Turn>> = []
  for (let round = 0; round < rounds; round++) {
    const turn: Partial<Record<Name, Turn>> = {}
    for (const name of names) {
      const result = await load(children[name], { path, headers, seconds })
      if (result.wrong > 0) throw new Error(`${name} answered ${result.wrong} requests for ${path} wrongly`)
      turn[name] = result
    }
    turns.push(turn as Record<Name, Turn>)
  }
  return turns
}

const peerRoutes = (recorded: ReadonlyArray<Recorded>) =>
  recorded.map(({ headers, path, statements }) => ({
    path,
    statements,
    authenticated: headers["x-api-key"] !== undefined
  }))

const shortened = (path: string): string => path.replace(/[0-9a-f-]{36}/, "{id}")

/** The worlds of the read benchmarks: 400 questions, 2,000 agents, 25 predictions on a question. */
const openWorld = (url: string) =>
  connected(url, (client) => fillWorld(client, { agents: 2_000, questions: 400, history: 10_000 }))
const resolvedWorld = (url: string) => fillPast(url, { agents: 2_000, questions: 400, predictions: 10_000, days: 30 })

const withWorld = async <A>(
  fill: (url: string) => Promise<unknown>,
  use: (url: string, version: string) => Promise<A>
): Promise<A> => {
  const server = await startBenchServer()
  try {
    const url = await server.create("reads")
    await fill(url)
    return await use(url, server.version)
  } finally {
    await server.stop()
  }
}

/** Further public lists and resources. */
const otherLists = [
  ...publicBoards,
  `/api/questions/${benchId(2, 8)}/predictions`,
  `/api/questions/${benchId(2, 8)}/snapshots`,
  `/api/questions/${benchId(2, 8)}/chart`,
  `/api/agents/${benchId(1, 3)}`
]

/** P1: frequent public reads, from the response cache. */
export const hotReads: Bench = () =>
  withWorld(resolvedWorld, async (url, version) => {
    const paths = ["/api/questions?limit=12", `/api/questions/${benchId(2, 8)}/consensus`, "/api/leaderboard?limit=50"]
    const recorded = await record(url, paths.map((path) => ({ path })))
    const ours = await startChild("auspexServer", { databaseUrl: url })
    const fastify = await startChild("fastifyPeer", { databaseUrl: url, routes: peerRoutes(recorded) })
    const rows: Array<BenchRow> = []
    try {
      for (const request of recorded) {
        const ready = await startChild("readyString", { body: request.body })
        try {
          const turns = await takeTurns({ ours, fastify, ready }, request)
          const what = `GET ${shortened(request.path)} (${request.body.length} bytes)`
          const against = (peer: "fastify" | "ready") =>
            turns.map((turn) => ({ ours: turn.ours.perSecond, theirs: turn[peer].perSecond }))
          rows.push(
            rowOf(`${what} against fastify + pg`, "req/s", against("fastify"), {
              of: "ratio",
              is: "at least",
              value: 1.3
            }),
            rowOf(`${what} against node:http with a ready string`, "req/s", against("ready")),
            rowOf(
              `${what}, server CPU, against node:http (less is better)`,
              "µs/req",
              turns.map((turn) => ({ ours: turn.ours.cpuMicros, theirs: turn.ready.cpuMicros }))
            )
          )
        } finally {
          await ready.stop()
        }
      }
      for (const request of await record(url, otherLists.map((path) => ({ path })))) {
        const peer = await startChild("fastifyPeer", { databaseUrl: url, routes: peerRoutes([request]) })
        try {
          const turns = await takeTurns({ ours, fastify: peer }, request)
          rows.push(rowOf(
            `GET ${shortened(request.path)} (${request.body.length} bytes) against fastify + pg`,
            "req/s",
            turns.map((turn) => ({ ours: turn.ours.perSecond, theirs: turn.fastify.perSecond })),
            { of: "ratio", is: "at least", value: 1.3 }
          ))
        } finally {
          await peer.stop()
        }
      }
    } finally {
      await ours.stop()
      await fastify.stop()
    }
    return {
      title: "P1 Hot public reads",
      rows,
      notes: [`${version}; the list of 12, the consensus of a question with 25 predictions, the board of 50.`]
    }
  })

/** P2: reads that no cache can answer. */
export const uncachedReads: Bench = () =>
  withWorld(openWorld, async (url, version) => {
    const headers = { "x-api-key": agentKey(3) }
    const recorded = await record(url, [
      { path: `/api/questions/${benchId(2, 7)}`, headers },
      { path: "/api/me", headers }
    ])
    const ours = await startChild("auspexServer", { databaseUrl: url })
    const fastify = await startChild("fastifyPeer", { databaseUrl: url, routes: peerRoutes(recorded) })
    const rows: Array<BenchRow> = []
    try {
      for (const request of recorded) {
        const turns = await takeTurns({ ours, fastify }, request)
        const what = `GET ${
          shortened(request.path)
        } with a key (${request.body.length} bytes, ${request.statements.length} statements)`
        rows.push(
          rowOf(
            `${what} against fastify + pg`,
            "req/s",
            turns.map((turn) => ({ ours: turn.ours.perSecond, theirs: turn.fastify.perSecond })),
            { of: "ratio", is: "at least", value: 0.5 }
          ),
          {
            ...rowOf(
              `${what}, server CPU (less is better)`,
              "µs/req",
              turns.map((turn) => ({ ours: turn.ours.cpuMicros, theirs: turn.fastify.cpuMicros }))
            ),
            ours: median(turns.map((turn) => turn.ours.cpuMicros))
          }
        )
      }
    } finally {
      await ours.stop()
      await fastify.stop()
    }
    return {
      title: "P2 Uncached reads",
      rows,
      notes: [
        `${version}; an operation that reads the key is never answered from the cache; the peer runs the same statements, authentication included.`
      ]
    }
  })
