import autocannon from "autocannon"
import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { type Bench, median, rowOf } from "./harness/BenchRow.ts"
import { type Child, cores, onCore, startChild } from "./harness/Child.ts"
import { connected, nameOf, startBenchServer } from "./harness/databases.ts"
import { record, type RecordedStatement } from "./harness/recording.ts"
import { agentKey, benchId, fillWorld, reasoningOf } from "./harness/world.ts"

const rounds = 3
const seconds = Number(process.env["BENCH_SECONDS"] ?? 4)
const connections = 16
const questions = 400
const agents = 4_000
const history = 8_000
/** Placements prepared for one round; more than anybody makes in it. */
const perRound = 4_000 * Math.max(2, seconds)

/** The nth placement: no question comes again before all others have, and no agent comes twice to one. */
const pairOf = (n: number): { readonly question: number; readonly agent: number } => ({
  question: n % questions,
  agent: (Math.floor(n / questions) + (n % questions) * 7) % agents
})

const bodyOf = (n: number): string =>
  JSON.stringify({ prediction: n % 3 !== 0, confidence: 50 + (n % 50), reasoning: reasoningOf(n) })

interface Turn {
  readonly perSecond: number
  readonly cpuMicros: number
  readonly refused: number
}

/** POSTs predictions `from`, `from + 1`, … with twice as many HTTP connections as there are to the database. */
const placeOverHttp = async (server: Child, from: number, duration: number): Promise<Turn> => {
  let next = from
  const bodies = Array.from({ length: perRound }, (_, n) => bodyOf(from + n))
  const before = server.cpuSeconds()
  const result = await autocannon({
    url: server.url,
    connections: connections * 2,
    duration,
    reconnectRate: 1_000,
    requests: [{
      method: "POST",
      setupRequest: (request) => {
        const n = next++
        const { agent, question } = pairOf(n)
        return {
          ...request,
          path: `/api/questions/${benchId(2, question)}/predict`,
          headers: { "content-type": "application/json", "x-api-key": agentKey(agent) },
          body: bodies[(n - from) % perRound]!
        }
      }
    }]
  })
  const placed = result["2xx"]
  return {
    perSecond: placed / result.duration,
    cpuMicros: ((server.cpuSeconds() - before) / placed) * 1e6,
    refused: result.non2xx + result.errors
  }
}

const literal = (value: unknown): string => {
  if (value === null || value === undefined) return "null"
  if (value instanceof Uint8Array) return `'\\x${Buffer.from(value).toString("hex")}'`
  if (typeof value === "boolean" || typeof value === "number") return String(value)
  const text = typeof value === "string" ? value : JSON.stringify(value)
  return `'${text.replaceAll("'", "''")}'`
}

/** The statement in one line, its parameters by `given`, else as they were recorded. */
const scripted = ({ params, text }: RecordedStatement, given: Readonly<Record<number, string>>): string =>
  // A colon before a value is the beginning of an array slice here, and would name a variable to pgbench.
  text.replace(/--.*$/gm, "").replaceAll("[:$", "[ : $").replace(/\$(\d+)/g, (_, digits: string) => {
    const index = Number(digits)
    return given[index] ?? literal(params[index - 1])
  }).replace(/\s+/g, " ").trim()

const idOf = (kind: number, variable: string): string => `bench_id(${kind}, :${variable})`

/**
 * The three statements of a placement as a pgbench script. What must be new in each placement is computed by the server
 * (ids, digests, one citation); the text, its words and the entries are those of the recorded placement.
 */
const scriptOf = (statements: ReadonlyArray<RecordedStatement>): string => {
  const [authentication, facts, place] = statements as [RecordedStatement, RecordedStatement, RecordedStatement]
  const fresh = `sha256(int8send(:n::bigint))`
  const url = `json_build_array('https://worksheets.example.org/pgbench/' || :n)::text`
  const entries = (JSON.parse(String(place.params[18])) as ReadonlyArray<object>).map((entry) =>
    `json_build_object('id', gen_random_uuid(), ${
      Object.entries(entry).filter(([key]) => key !== "id").map(([key, value]) => `'${key}', ${literal(value)}`).join(
        ", "
      )
    })`
  )
  return [
    "\\set n :i * :clients + :client_id + :first",
    "\\set i :i + 1",
    `\\set question :n % ${questions}`,
    `\\set agent (:n / ${questions} + (:n % ${questions}) * 7) % ${agents}`,
    `${scripted(authentication, { 1: "bench_digest(:agent)" })};`,
    `${scripted(facts, { 1: idOf(2, "question"), 2: idOf(1, "agent"), 3: fresh, 4: url })} \\gset`,
    `${
      scripted(place, {
        1: idOf(2, "question"),
        2: idOf(1, "agent"),
        3: ":question_prediction_count",
        4: ":ledger_seq",
        5: "gen_random_uuid()",
        9: fresh,
        18: url,
        19: `json_build_array(${entries.join(", ")})::text`,
        21: "gen_random_uuid()",
        25: "gen_random_uuid()"
      })
    };`,
    ""
  ].join("\n")
}

const placeByPgbench = (url: string, script: string, from: number, duration: number): number => {
  const load = `-n -M prepared -c ${connections} -j 1 -T ${duration} -D first=${from} -D i=0 -D clients=${connections}`
  const [command, args] = onCore(cores.load, "pgbench", [...load.split(" "), "-f", script, url])
  const { status, stderr, stdout } = spawnSync(command, args, { encoding: "utf8" })
  const perSecond = /tps = ([\d.]+)/.exec(stdout)?.[1]
  if (status !== 0 || perSecond === undefined) throw new Error(`pgbench failed: ${stderr.slice(-2_000)}`)
  return Number(perSecond)
}

/** Where there is no pgbench: the same statements by pg alone, in a process of its own. */
const placeByLoop = async (
  url: string,
  statements: ReadonlyArray<RecordedStatement>,
  from: number,
  duration: number
) => {
  const loop = await startChild("placementLoop", {
    agents,
    connections,
    databaseUrl: url,
    from,
    questions,
    seconds: duration,
    statements: statements.map(({ params, text }) => ({
      text,
      params: params.map((value) => value instanceof Uint8Array ? { hex: Buffer.from(value).toString("hex") } : value)
    }))
  })
  await loop.stop()
  return Number(loop.url)
}

const countPlaced = (url: string): Promise<number> =>
  connected(url, async (client) => Number((await client.query("select count(*) as n from predictions")).rows[0].n))

interface Sides {
  readonly server: Child
  readonly peer: (from: number, duration: number) => number | Promise<number>
}

const takeTurns = async (
  { peer, server }: Sides,
  start: number
): Promise<ReadonlyArray<{ ours: Turn; theirs: number }>> => {
  const turns: Array<{ ours: Turn; theirs: number }> = []
  for (let round = start; round < start + rounds; round++) {
    turns.push({
      ours: await placeOverHttp(server, round * perRound, seconds),
      theirs: await peer(round * perRound, seconds)
    })
  }
  return turns
}

/** P3: predictions placed, against the same SQL without a server around it; with and without waiting for the disk. */
export const placements: Bench = async () => {
  const server = await startBenchServer()
  const folder = mkdtempSync(path.join(tmpdir(), "auspex-bench-"))
  try {
    const ours = await server.create("ours")
    await connected(ours, (client) => fillWorld(client, { agents, questions, history }))
    const theirs = await server.copy(ours, "theirs")
    const [recorded] = await record(theirs, [{
      path: `/api/questions/${benchId(2, 0)}/predict`,
      headers: { "x-api-key": agentKey(agents - 1) },
      payload: JSON.parse(bodyOf(1e9 + 1)) as object
    }])
    // Catching up an index is no part of placing: it happens once per question.
    const statements = recorded!.statements.filter(({ text }) => !text.includes("from prediction_words"))
    const script = path.join(folder, "place.sql")
    writeFileSync(script, scriptOf(statements))
    const hasPgbench = spawnSync("pgbench", ["--version"]).status === 0
    const peer = (from: number, duration: number) =>
      hasPgbench ? placeByPgbench(theirs, script, from, duration) : placeByLoop(theirs, statements, from, duration)

    const waiting = async (commit: "on" | "off", start: number) => {
      for (const url of [ours, theirs]) {
        await connected(
          url,
          (client) => client.query(`alter database ${nameOf(url)} set synchronous_commit = ${commit}`)
        )
      }
      const child = await startChild("auspexServer", { databaseUrl: ours })
      try {
        // Long enough for every question's index to have caught up.
        await placeOverHttp(child, start * perRound, 4)
        return await takeTurns({ server: child, peer }, start + 1)
      } finally {
        await child.stop()
      }
    }
    const durable = await waiting("on", 0)
    const before = await countPlaced(theirs)
    const eager = await waiting("off", rounds + 1)
    const placed = (await countPlaced(theirs)) - before
    const share = placed / eager.reduce((sum, turn) => sum + turn.theirs * seconds, 0)
    const refused = [...durable, ...eager].reduce((sum, turn) => sum + turn.ours.refused, 0)
    const against = `POST /api/questions/{id}/predict against the same statements by ${
      hasPgbench ? "pgbench" : "a pg loop"
    }`
    const perSecond = (turns: typeof durable) =>
      turns.map((turn) => ({ ours: turn.ours.perSecond, theirs: turn.theirs }))
    const goal = { of: "ratio", is: "at least", value: 0.5 } as const
    return {
      title: "P3 Placing predictions",
      rows: [
        rowOf(`${against}, each commit on disk`, "placed/s", perSecond(durable), goal),
        rowOf(`${against}, synchronous_commit off: the processor's part`, "placed/s", perSecond(eager), goal),
        { what: "server CPU", unit: "µs/placement", ours: median(eager.map((turn) => turn.ours.cpuMicros)) }
      ],
      notes: [
        `${server.version}; ${connections} database connections each, ${questions} questions in turn, ${agents} agents, ${history} predictions before;`,
        `${refused} of ours refused; ${Math.round(share * 100)} % of the peer's transactions placed one.`
      ]
    }
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
