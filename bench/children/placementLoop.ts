import { createHash, randomUUID } from "node:crypto"
import pg from "pg"

// Runs the statements of a placement with pg alone, sequentially on each connection, and reports placements per second.
interface Options {
  readonly agents: number
  readonly connections: number
  readonly databaseUrl: string
  readonly from: number
  readonly questions: number
  readonly seconds: number
  /** The parameter names of the statement `place`. */
  readonly names: ReadonlyArray<string>
  readonly statements: ReadonlyArray<{ readonly text: string; readonly params: ReadonlyArray<unknown> }>
}

const options = JSON.parse(process.argv[2]!) as Options
const valueOf = (value: unknown): unknown =>
  typeof value === "object" && value !== null && "hex" in value ? Buffer.from(String(value.hex), "hex") : value
const [authentication, facts, place] = options.statements.map(({ params, text }, index) => ({
  name: `s${index}`,
  text,
  values: params.map(valueOf)
})) as [pg.QueryConfig, pg.QueryConfig, pg.QueryConfig]
const recorded: Readonly<Record<string, unknown>> = Object.fromEntries(
  options.names.map((name, at) => [name, place.values![at]])
)
const entries = JSON.parse(String(recorded["entries"])) as ReadonlyArray<object>
const sha256 = (text: string) => createHash("sha256").update(text).digest()
const idOf = (kind: number, n: number) => `0000000${kind}-0000-7000-8000-${100_000_000_000 + n}`

let next = options.from
let placed = 0
const end = Date.now() + options.seconds * 1_000

const work = async (): Promise<void> => {
  const client = new pg.Client({ connectionString: options.databaseUrl })
  await client.connect()
  while (Date.now() < end) {
    const n = next++
    const question = idOf(2, n % options.questions)
    const agentNumber = (Math.floor(n / options.questions) + (n % options.questions) * 7) % options.agents
    const agent = idOf(1, agentNumber)
    const digest = sha256(`loop ${n}`)
    const citations = JSON.stringify([`https://worksheets.example.org/loop/${n}`])
    await client.query({ ...authentication, values: [sha256(`sk_bench_${agentNumber}`)] })
    const { rows: [row] } = await client.query({ ...facts, values: [question, agent, digest, citations] })
    const values: Readonly<Record<string, unknown>> = {
      ...recorded,
      question_id: question,
      account_id: agent,
      prediction_count: row.question_prediction_count,
      ledger_seq: row.ledger_seq,
      id: randomUUID(),
      reasoning_digest: digest,
      citations,
      entries: JSON.stringify(entries.map((entry) => ({ ...entry, id: randomUUID() }))),
      event_id: randomUUID(),
      snapshot_id: randomUUID()
    }
    placed += (await client.query({ ...place, values: options.names.map((name) => values[name]) })).rows.length
  }
  await client.end()
}
await Promise.all(Array.from({ length: options.connections }, work))
console.log(`ready ${placed / options.seconds}`)
