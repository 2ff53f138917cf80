import { placementStatements } from "@auspex/adapters-pg"
import autocannon from "autocannon"
import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { type Bench, type BenchRow, median, rowOf } from "./harness/BenchRow.ts"
import { type Child, cores, onCore, startChild } from "./harness/Child.ts"
import { connected, nameOf, startBenchServer } from "./harness/databases.ts"
import type { RecordedStatement } from "@auspex/testkit/databases"
import { record } from "./harness/recording.ts"
import { agentKey, benchId, benchIdBase, fillWorld, reasoningOf } from "./harness/world.ts"

const rounds = 3
const seconds = Number(process.env["BENCH_SECONDS"] ?? 4)
const connections = 16
/** The world of the placements. */
export const placementWorld = { agents: 4_000, questions: 400, history: 8_000 }
const { agents, history, questions } = placementWorld
/** The placements prepared for one round; more than any peer makes in it. */
export const perRound = 4_000 * Math.max(2, seconds)

/**
 * The nth placement: no question repeats before all others have had their turn, and no agent predicts twice on one
 * question.
 */
export const pairOf = (n: number): { readonly question: number; readonly agent: number } => ({
  question: n % questions,
  agent: (Math.floor(n / questions) + (n % questions) * 7) % agents
})

export const bodyOf = (n: number): string =>
  JSON.stringify({ prediction: n % 3 !== 0, confidence: 50 + (n % 50), reasoning: reasoningOf(n) })

interface Turn {
  readonly perSecond: number
  readonly cpuMicros: number
  readonly refused: number
}

/** POSTs predictions `from`, `from + 1`, … over twice as many HTTP connections as the server has to the database. */
export const placeOverHttp = async (server: Child, from: number, duration: number): Promise<Turn> => {
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

/** The statement in one line, with parameters from `expressions`, or else as recorded. */
const scripted = (
  { params, text }: RecordedStatement,
  names: ReadonlyArray<string>,
  expressions: Readonly<Record<string, string>>
): string =>
  // A colon before a value begins an array slice here, but would name a variable to pgbench.
  text.replace(/--.*$/gm, "").replaceAll("[:$", "[ : $").replace(/\$(\d+)/g, (_, digits: string) => {
    const at = Number(digits) - 1
    return expressions[names[at]!] ?? literal(params[at])
  }).replace(/\s+/g, " ").trim()

/** Uses only built-in functions: a function of ours would be planned again at every call. */
const idOf = (kind: number, variable: string): string =>
  `('0000000${kind}-0000-7000-8000-' || :${variable}_number)::uuid`

/** The recorded entry with this reason, with a new id. */
const entryOf = (entries: ReadonlyArray<Readonly<Record<string, unknown>>>, reason: string): string => {
  const entry = entries.find((one) => one["reason"] === reason)
  if (entry === undefined) throw new Error(`the recorded placement booked no ${reason}`)
  const fields = Object.entries(entry).filter(([key]) => key !== "id")
  return `jsonb_build_object('id', gen_random_uuid(), ${
    fields.map(([key, value]) => `'${key}', ${literal(value)}`).join(", ")
  })`
}

/**
 * The entries that the server would book by the facts: stake and reward, the stipend once a day, the first milestone.
 */
const entriesOf = (place: RecordedStatement): string => {
  const entries = JSON.parse(
    String(place.params[placementStatements.place.names.indexOf("entries")])
  ) as ReadonlyArray<Readonly<Record<string, unknown>>>
  const of = (reason: string) => entryOf(entries, reason)
  return `(jsonb_build_array(${of("stake_lock")}, ${of("engagement_reward")})
    || case when :stipend_paid::boolean then '[]' else jsonb_build_array(${of("daily_stipend")}) end
    || case when :prediction_count::integer > 0 then '[]' else jsonb_build_array(${of("milestone_bonus")}) end)::text`
}

/** Every third prediction is no. */
const isYes = "(:side <> 0)"

/** Whether the consensus moves by five points, by the server's rule. */
const moves = `(nullif(:snapshot_counts, '') is null or abs(
  (:yes_count::integer + ${isYes}::integer) * 100.0 / (:question_prediction_count::integer + 1)
  - (nullif(:snapshot_counts, '')::integer[])[1] * 100.0
    / ((nullif(:snapshot_counts, '')::integer[])[1] + (nullif(:snapshot_counts, '')::integer[])[2])) >= 5)`

/**
 * The three statements of a placement as a pgbench script. The database server computes the unique parts of each
 * placement (ids, digests, a citation), and the booked entries follow from the facts that were read; the text and its
 * words are those of the recorded placement.
 */
const scriptOf = (statements: ReadonlyArray<RecordedStatement>): string => {
  const [authentication, facts, place] = statements as [RecordedStatement, RecordedStatement, RecordedStatement]
  const newDigest = `sha256(int8send(:n::bigint))`
  const url = `json_build_array('https://worksheets.example.org/pgbench/' || :n)::text`
  return [
    "\\set n :i * :clients + :client_id + :first",
    "\\set i :i + 1",
    `\\set question :n % ${questions}`,
    `\\set agent (:n / ${questions} + (:n % ${questions}) * 7) % ${agents}`,
    `\\set question_number ${benchIdBase} + :question`,
    `\\set agent_number ${benchIdBase} + :agent`,
    "\\set side :n % 3",
    `${scripted(authentication, ["digest"], { digest: "sha256(convert_to('sk_bench_' || :agent, 'UTF8'))" })};`,
    `${
      scripted(facts, placementStatements.facts.names, {
        question_id: idOf(2, "question"),
        account_id: idOf(1, "agent"),
        reasoning_digest: newDigest,
        pages: url
      })
    } \\gset`,
    `${
      scripted(place, placementStatements.place.names, {
        question_id: idOf(2, "question"),
        account_id: idOf(1, "agent"),
        prediction_count: ":question_prediction_count",
        ledger_seq: ":ledger_seq",
        id: "gen_random_uuid()",
        prediction: isYes,
        reasoning_digest: newDigest,
        citations: url,
        entries: entriesOf(place).replace(/\s+/g, " "),
        pays_stipend: "not :stipend_paid::boolean",
        event_id: "gen_random_uuid()",
        moves: moves.replace(/\s+/g, " "),
        snapshot_id: "gen_random_uuid()"
      })
    };`,
    ""
  ].join("\n")
}

const runPgbench = (url: string, duration: number, script: ReadonlyArray<string>): number => {
  const load = `-n -M prepared -c ${connections} -j 1 -T ${duration}`
  const [command, args] = onCore(cores.load, "pgbench", [...load.split(" "), ...script, url])
  const { status, stderr, stdout } = spawnSync(command, args, { encoding: "utf8" })
  const perSecond = /tps = ([\d.]+)/.exec(stdout)?.[1]
  if (status !== 0 || perSecond === undefined) throw new Error(`pgbench failed: ${stderr.slice(-2_000)}`)
  return Number(perSecond)
}

const placeByPgbench = (url: string, script: string, from: number, duration: number): number =>
  runPgbench(url, duration, ["-D", `first=${from}`, "-D", "i=0", "-D", `clients=${connections}`, "-f", script])

/** pgbench's own transaction, on as many branches as there are connections, also with prepared statements. */
const fillTpcB = (url: string): void => {
  const { status, stderr } = spawnSync("pgbench", ["-i", "-q", "-s", String(connections), url], { encoding: "utf8" })
  if (status !== 0) throw new Error(`pgbench failed: ${stderr.slice(-2_000)}`)
}

/** Without pgbench: the same statements with pg alone, in a separate process. */
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
    names: placementStatements.place.names,
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
  /** TPC-B, where pgbench is available. */
  readonly bank: ((duration: number) => number) | undefined
}

interface Round {
  readonly ours: Turn
  readonly theirs: number
  readonly bank: number | undefined
}

const takeTurns = async ({ bank, peer, server }: Sides, start: number): Promise<ReadonlyArray<Round>> => {
  const turns: Array<Round> = []
  for (let round = start; round < start + rounds; round++) {
    turns.push({
      ours: await placeOverHttp(server, round * perRound, seconds),
      theirs: await peer(round * perRound, seconds),
      bank: bank?.(seconds)
    })
  }
  return turns
}

/** P3b: the cost of our statements, and of the whole server, compared with a well-known transaction. */
const bankRows = (commit: string, turns: ReadonlyArray<Round>): ReadonlyArray<BenchRow> => {
  const measured = turns.flatMap(({ bank, ours, theirs }) => bank === undefined ? [] : [{ ours, theirs, bank }])
  if (measured.length === 0) return []
  const against = (of: (turn: (typeof measured)[number]) => number) =>
    measured.map((turn) => ({ ours: of(turn), theirs: turn.bank }))
  return [
    rowOf(`the same statements by pgbench against TPC-B, ${commit}`, "placed/s", against(({ theirs }) => theirs), {
      of: "ratio",
      is: "at least",
      value: 0.15
    }),
    rowOf(`the whole server against TPC-B, ${commit}`, "placed/s", against(({ ours }) => ours.perSecond))
  ]
}

/**
 * P3 and P3b: predictions placed, compared with the same SQL without a server around it; with and without waiting for
 * the disk.
 */
export const placements: Bench = async () => {
  const server = await startBenchServer()
  const folder = mkdtempSync(path.join(tmpdir(), "auspex-bench-"))
  try {
    const ours = await server.create("ours")
    await connected(ours, (client) => fillWorld(client, placementWorld))
    const theirs = await server.copy(ours, "theirs")
    const [recorded] = await record(theirs, [{
      path: `/api/questions/${benchId(2, 0)}/predict`,
      headers: { "x-api-key": agentKey(agents - 1) },
      payload: JSON.parse(bodyOf(1e9 + 1)) as object
    }])
    // Bringing an index up to date is not part of a placement: it happens once per question.
    const statements = recorded!.statements.filter(({ text }) => !text.includes("from prediction_words"))
    const script = path.join(folder, "place.sql")
    writeFileSync(script, scriptOf(statements))
    const hasPgbench = spawnSync("pgbench", ["--version"]).status === 0
    const peer = (from: number, duration: number) =>
      hasPgbench ? placeByPgbench(theirs, script, from, duration) : placeByLoop(theirs, statements, from, duration)

    const bank = hasPgbench ? await server.create("bank") : undefined
    if (bank !== undefined) fillTpcB(bank)

    const measureWith = async (commit: "on" | "off", start: number) => {
      for (const url of [ours, theirs, ...(bank === undefined ? [] : [bank])]) {
        await connected(
          url,
          (client) => client.query(`alter database ${nameOf(url)} set synchronous_commit = ${commit}`)
        )
      }
      const child = await startChild("auspexServer", { databaseUrl: ours })
      try {
        // Long enough for every question's index to be up to date.
        await placeOverHttp(child, start * perRound, 4)
        const tpcB = bank === undefined ? undefined : (duration: number) => runPgbench(bank, duration, [])
        return await takeTurns({ server: child, peer, bank: tpcB }, start + 1)
      } finally {
        await child.stop()
      }
    }
    const durable = await measureWith("on", 0)
    const before = await countPlaced(theirs)
    const nonDurable = await measureWith("off", rounds + 1)
    const placed = (await countPlaced(theirs)) - before
    const share = placed / nonDurable.reduce((sum, turn) => sum + turn.theirs * seconds, 0)
    const refused = [...durable, ...nonDurable].reduce((sum, turn) => sum + turn.ours.refused, 0)
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
        rowOf(`${against}, synchronous_commit off: the processor's part`, "placed/s", perSecond(nonDurable), goal),
        ...bankRows("each commit on disk", durable),
        ...bankRows("synchronous_commit off", nonDurable),
        { what: "server CPU", unit: "µs/placement", ours: median(nonDurable.map((turn) => turn.ours.cpuMicros)) }
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
