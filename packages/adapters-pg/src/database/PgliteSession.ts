import type * as Reactivity from "@effect/experimental/Reactivity"
import * as PgClient from "@effect/sql-pg/PgClient"
import * as Client from "@effect/sql/SqlClient"
import type { Connection } from "@effect/sql/SqlConnection"
import { SqlError } from "@effect/sql/SqlError"
import { type PGlite, protocol } from "@electric-sql/pglite"
import { Chunk, Effect, type Scope, Stream } from "effect"
import { encodeParameter, type Parse, parserOf } from "./JsValues.ts"
import { makeNamedStatements } from "./NamedStatements.ts"

const { serialize } = protocol

type Messages = Awaited<ReturnType<PGlite["execProtocol"]>>["messages"]
type Row = Record<string, unknown> | Array<unknown>
interface ResultSet {
  readonly rows: Array<Row>
  readonly rowCount: number
}

/** The rows of every statement of a reply, parsed as the server driver parses them. */
const resultSets = (messages: Messages, asArrays: boolean): Array<ResultSet> => {
  const sets: Array<ResultSet> = []
  let rows: Array<Row> = []
  let names: Array<string> = []
  let parse: Array<Parse> = []
  for (const message of messages) {
    if (message.name === "rowDescription") {
      const { fields } = message as unknown as { fields: ReadonlyArray<{ name: string; dataTypeID: number }> }
      names = fields.map((field) => field.name)
      parse = fields.map((field) => parserOf(field.dataTypeID))
    } else if (message.name === "dataRow") {
      const { fields } = message as unknown as { fields: ReadonlyArray<string | null> }
      const value = (index: number) => {
        const text = fields[index]
        return text === null || text === undefined ? null : parse[index]!(text)
      }
      if (asArrays) {
        rows.push(names.map((_, index) => value(index)))
      } else {
        const row: Record<string, unknown> = {}
        for (let index = 0; index < names.length; index++) row[names[index]!] = value(index)
        rows.push(row)
      }
    } else if (message.name === "commandComplete") {
      const count = Number((message as unknown as { text: string }).text.split(" ").pop())
      sets.push({ rows, rowCount: Number.isNaN(count) ? rows.length : count })
      rows = []
      names = []
    }
  }
  return sets
}

const joined = (parts: ReadonlyArray<Uint8Array>): Uint8Array => {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

const binary = (value: string | Uint8Array | null) =>
  value instanceof Uint8Array ? value.buffer.slice(value.byteOffset, value.byteOffset + value.byteLength) : value

/** The longest time for which statements run back to back without yielding to the event loop. */
const unyieldedMillisMax = 5

/** The turns of the event loop in a yield. An idle turn takes a few microseconds. */
const turnsYielded = 16

/**
 * Yields to the event loop after statements have run back to back for that long. They run on the event loop's thread
 * and answer in microtasks: without yielding, the database work of many requests would all be done within one turn of
 * the event loop. The server accepts one new connection per turn, so a yield is several turns: a caller behind fifty
 * connections would otherwise wait for fifty large statements.
 */
const makeYielding = () => {
  let lastYield = performance.now()
  return async (): Promise<void> => {
    if (performance.now() - lastYield < unyieldedMillisMax) return
    for (let turn = 0; turn < turnsYielded; turn++) await new Promise<void>((resolve) => setImmediate(resolve))
    lastYield = performance.now()
  }
}

/**
 * Runs statements on the single session. Each statement is one message to Postgres; a repeated statement is parsed and
 * planned once.
 */
const makeRunner = (db: PGlite, onSent: () => void) => {
  const statements = makeNamedStatements()
  const prepared = new Set<string>()
  const yieldIfDue = makeYielding()

  const send = async (message: Uint8Array) => {
    onSent()
    const reply = await db.execProtocol(message, { syncToFs: false })
    // When Postgres panics its reply is truncated; missing rows must not be mistaken for an empty result.
    if (reply.messages.at(-1)?.name !== "readyForQuery")
      throw new Error("Connection terminated: Postgres gave no answer")
    await yieldIfDue()
    return reply
  }
  const extended = async (text: string, params: ReadonlyArray<unknown>, name: string | undefined) => {
    const statement = name ?? ""
    const known = name !== undefined && prepared.has(name)
    const values = params.map((value) => binary(encodeParameter(value))) as Array<string | ArrayBuffer | null>
    const { messages } = await send(joined([
      // serialize reuses its buffer, so each part is copied before the next one is made.
      ...(known ? [] : [serialize.parse({ text, name: statement }).slice()]),
      serialize.bind({ statement, values }).slice(),
      serialize.describe({ type: "P" }).slice(),
      serialize.execute({}).slice(),
      serialize.sync().slice()
    ]))
    if (name !== undefined) prepared.add(name)
    return messages
  }

  return async (text: string, params: ReadonlyArray<unknown>, asArrays = false): Promise<Array<ResultSet>> => {
    if (params.length === 0) return resultSets((await send(serialize.query(text).slice())).messages, asArrays)
    const name = statements.nameOf(text)
    try {
      return resultSets(await extended(text, params, name), asArrays)
    } catch (error) {
      if (name === undefined) throw error
      if (!prepared.has(name)) {
        // It is unknown whether Postgres parsed the statement, so the name is closed for the next try. Closing an
        // unknown name is no error.
        await send(joined([serialize.close({ type: "S", name }).slice(), serialize.sync().slice()]))
        throw error
      }
      if (!(error as Error).message.startsWith("cached plan")) throw error
      statements.renew()
      return resultSets(await extended(text, params, undefined), asArrays)
    }
  }
}

type Lane = "statement" | "transaction"

/**
 * Grants the single session to one fiber at a time. Statements and transactions wait in separate lanes, each first
 * come, first served; the lane that has used the session less goes next (start-time fair queueing; the unit is a
 * message to Postgres). A read therefore waits for the statements before it, for as many messages of transactions, and
 * for one more transaction, however many sign-ups are queued; and transactions get at least half of the session.
 */
const makeFairQueue = () => {
  const lanes: Readonly<Record<Lane, Set<() => void>>> = { statement: new Set(), transaction: new Set() }
  const used: Record<Lane, number> = { statement: 0, transaction: 0 }
  let holder: Lane | undefined
  const other = (lane: Lane): Lane => lane === "statement" ? "transaction" : "statement"
  const release = Effect.sync(() => {
    const [first, second]: ReadonlyArray<Lane> = used.transaction < used.statement
      ? ["transaction", "statement"]
      : ["statement", "transaction"]
    for (const lane of [first!, second!]) {
      for (const grant of lanes[lane]) return grant()
    }
    holder = undefined
  })
  const take = (lane: Lane): Effect.Effect<void> =>
    Effect.suspend(() => {
      let isMine = false
      const granted = Effect.async<void>((resume) => {
        const grant = (): void => {
          lanes[lane].delete(grant)
          isMine = true
          holder = lane
          resume(Effect.void)
        }
        // A lane that was idle has no credit from that time.
        if (holder !== lane && lanes[lane].size === 0) used[lane] = Math.max(used[lane], used[other(lane)])
        if (holder === undefined) return grant()
        lanes[lane].add(grant)
        return Effect.sync(() => void lanes[lane].delete(grant))
      })
      // A fiber that is interrupted just as it is granted the session releases it.
      return Effect.onInterrupt(granted, () => Effect.suspend(() => isMine ? release : Effect.void))
    })
  /** Counts a message that the holder sends. */
  const count = (): void => {
    if (holder !== undefined) used[holder]++
  }
  return { count, release, take }
}

/**
 * An `SqlClient` over an in-process PGlite, with the JavaScript values of the server driver. There is one session, so
 * statements and transactions take turns: a transaction must never wait for work on another fiber's statement. A WASM
 * statement cannot be cancelled; an interrupted statement is awaited, and its transaction is then rolled back.
 */
export const makePgliteSession = (
  db: PGlite
): Effect.Effect<Client.SqlClient, never, Scope.Scope | Reactivity.Reactivity> =>
  Effect.gen(function*() {
    const queue = makeFairQueue()
    const runner = makeRunner(db, queue.count)
    const attempt = (text: string, params: ReadonlyArray<unknown>, asArrays = false) =>
      Effect.uninterruptible(Effect.tryPromise({
        try: () => runner(text, params, asArrays),
        catch: (cause) => new SqlError({ cause, message: "Failed to execute statement" })
      }))
    const rowsOf = (sets: ReadonlyArray<ResultSet>): ReadonlyArray<object> =>
      sets.length <= 1 ? sets[0]?.rows ?? [] : sets.map((set) => set.rows)
    const execute: Connection["execute"] = (text, params, transform) => {
      const rows = Effect.map(attempt(text, params), rowsOf)
      return transform === undefined ? rows : Effect.map(rows, transform)
    }
    const connection: Connection = {
      execute,
      executeUnprepared: execute,
      executeRaw: (text, params) => Effect.map(attempt(text, params), (sets) => sets.length === 1 ? sets[0] : sets),
      executeValues: (text, params) =>
        Effect.map(attempt(text, params, true), (sets) => rowsOf(sets) as ReadonlyArray<ReadonlyArray<unknown>>),
      executeStream: (text, params, transform) =>
        Stream.unwrap(
          Effect.map(execute(text, params, transform), (rows) => Stream.fromChunk(Chunk.unsafeFromArray([...rows])))
        )
    }
    const acquire = (lane: Lane) =>
      Effect.uninterruptibleMask((restore) =>
        Effect.zipRight(restore(queue.take(lane)), Effect.as(Effect.addFinalizer(() => queue.release), connection))
      )
    return yield* Client.make({
      acquirer: acquire("statement"),
      transactionAcquirer: acquire("transaction"),
      compiler: PgClient.makeCompiler(),
      spanAttributes: [["db.system.name", "postgresql"], ["db.namespace", "embedded"]]
    })
  })
