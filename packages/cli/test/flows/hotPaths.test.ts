import { placementStatements } from "@auspex/adapters-pg"
import { onFreshServerDatabase, type RecordedStatement, recordingStatements } from "@auspex/testkit/databases"
import { SqlClient } from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, expect, it } from "vitest"
import { seedPredictions, seedQuestions } from "../faults/seededPredictions.ts"
import { type RunningAuspex, startAuspex } from "../harness.ts"
import { goodPrediction, linkedAgent, openQuestion, predict, query, type TestAgent, type TestHuman } from "../people.ts"

/** Predictions on one question by as many accounts, all within the last 24 hours. */
const predictions = 1_500
const questions = 3_000

/**
 * The maximum number of rows that a statement may read, including its triggers: a page of a list with the data of each
 * row, and the rewards of the first hundred agents. Far below the size of the tables.
 */
const rowsReadMax = 400

/**
 * Reads that find the strongest argument by sorting a question's predictions while the table has no statistics. Their
 * answers are cached; this list may only shrink.
 */
const sortedWithoutStatistics: ReadonlyArray<string> = ["read a question"]

const popular = "https://example.org/everybody/cites/this"

const literal = (value: unknown): string => {
  if (value === null || value === undefined) return "null"
  if (typeof value === "boolean" || typeof value === "number") return String(value)
  if (value instanceof Uint8Array) return `'\\x${Buffer.from(value).toString("hex")}'`
  const text = value instanceof Date ? value.toISOString() : typeof value === "string" ? value : JSON.stringify(value)
  return `'${text.replaceAll("'", "''")}'`
}

interface PlanNode {
  readonly "Relation Name"?: string
  readonly "Actual Rows": number
  readonly "Actual Loops": number
  readonly "Rows Removed by Filter"?: number
  readonly "Rows Removed by Index Recheck"?: number
  readonly "Rows Removed by Join Filter"?: number
  readonly Plans?: ReadonlyArray<PlanNode>
}

/** The rows that the plan read from tables, including discarded ones. */
const rowsReadBy = (node: PlanNode): number => {
  const removed = (node["Rows Removed by Filter"] ?? 0) + (node["Rows Removed by Index Recheck"] ?? 0) +
    (node["Rows Removed by Join Filter"] ?? 0)
  const taken = node["Relation Name"] === undefined ? 0 : node["Actual Rows"]
  return (taken + removed) * node["Actual Loops"] +
    (node.Plans ?? []).reduce((sum, child) => sum + rowsReadBy(child), 0)
}

class Explained {
  constructor(readonly plan: PlanNode, readonly touched: number) {}
}

onFreshServerDatabase("the statements of the hot paths", (db) => {
  const log: Array<RecordedStatement> = []
  const statements = new Map<string, ReadonlyArray<RecordedStatement>>()
  let auspex: RunningAuspex
  let agent: TestAgent & { readonly owner: TestHuman }
  let hot: string

  /** The statements of a request, each text once. */
  const record = async (name: string, request: () => Promise<{ readonly status: number; readonly text: string }>) => {
    log.length = 0
    const answer = await request()
    if (answer.status >= 300) throw new Error(`${name} answered ${answer.status}: ${answer.text}`)
    // Rebuilding the word index reads all words, once per question.
    const seen = new Map(
      log.filter(({ params, text }) => params.length > 0 && !/\b(from|update) prediction_words\b/.test(text)).map((
        one
      ) => [one.text, one])
    )
    statements.set(name, [...seen.values()])
  }

  /** All rows read by the statement and by its triggers. */
  const touched =
    "select coalesce(sum(seq_tup_read + coalesce(idx_tup_fetch, 0)), 0)::float8 as n from pg_stat_xact_user_tables"

  /**
   * Runs a statement and rolls it back, with a generic plan and with a custom plan that uses the statistics. A
   * connection keeps the plans of triggers and foreign keys until a table is analysed, which nothing does here; so they
   * are those of the statement `first`, or new.
   */
  const explain = async ({ params, text }: RecordedStatement, planning: "generic" | "custom", first?: string) => {
    const explained = await db.run(Effect.flatMap(SqlClient, (sql) =>
      sql.withTransaction(Effect.gen(function*() {
        yield* sql.unsafe("discard plans")
        if (first !== undefined) yield* sql.unsafe(first)
        yield* sql.unsafe(`set local plan_cache_mode = force_${planning}_plan`)
        yield* sql.unsafe(`prepare hot as ${text}`)
        const [before] = yield* sql.unsafe<{ n: number }>(touched)
        const [row] = yield* Effect.ensuring(
          sql.unsafe<{ "QUERY PLAN": ReadonlyArray<{ readonly Plan: PlanNode }> }>(
            `explain (analyze, format json) execute hot${
              params.length === 0 ? "" : `(${params.map(literal).join(", ")})`
            }`
          ),
          Effect.orDie(sql.unsafe("deallocate hot"))
        )
        const [after] = yield* sql.unsafe<{ n: number }>(touched)
        return yield* Effect.fail(new Explained(row!["QUERY PLAN"][0]!.Plan, after!.n - before!.n))
      })).pipe(Effect.flip)))
    if (explained instanceof Explained) return explained
    throw explained
  }

  const forget = `
    do $$ begin
      delete from pg_statistic where starelid in (select oid from pg_class where relnamespace = 'public'::regnamespace);
      update pg_class set reltuples = -1, relpages = 0, relallvisible = 0
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'i');
    end $$`

  beforeAll(async () => {
    await db.run(Effect.flatMap(SqlClient, (sql) =>
      sql.unsafe(`do $$ declare t regclass; begin
        for t in select oid::regclass from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' loop
          execute format('alter table %s set (autovacuum_enabled = off)', t);
        end loop; end $$`)))
    auspex = await startAuspex(recordingStatements(db.layer, (statement) => log.push(statement)))
    agent = await linkedAgent(auspex)
    hot = await openQuestion(auspex)
    // The statistics are those of nearly empty tables.
    const early = await openQuestion(auspex)
    await predict(auspex, agent, early)
    await query(auspex, "analyze")
    // In a transaction without the time limits of requests, because the machine may be busy.
    await db.run(Effect.flatMap(SqlClient, (sql) =>
      sql.withTransaction(Effect.all([
        sql.unsafe("set local statement_timeout = 0"),
        seedPredictions(hot, predictions),
        seedQuestions(questions)
      ]))))
    const [voted] = await query<{ id: string }>(
      auspex,
      "select id from predictions where question_id = $1::uuid limit 1",
      [
        hot
      ]
    )
    const praised = randomUUID()
    for (
      const statement of [
        `insert into prediction_citations (question_id, url, account_id, prediction_id)
          select question_id, u.url, account_id, id from predictions,
            lateral (values ('${popular}'), ('https://example.org/of/' || id)) u (url) where question_id = '${hot}'`,
        `insert into account_keys (id, account_id, digest, last4)
          select gen_random_uuid(), id, sha256(id::text::bytea), 'last' from accounts where name like 'Seeded %'`,
        `insert into sessions (id, account_id, digest)
          select gen_random_uuid(), id, sha256(('session ' || id)::bytea) from accounts where name like 'Seeded %'`,
        `insert into prediction_votes (prediction_id, account_id, value)
          select '${voted!.id}', account_id, 1 from predictions where question_id = '${hot}' and id <> '${voted!.id}'`,
        `with c as (
            insert into comments (id, question_id, account_id, root_id, depth, content, content_digest)
            select '${praised}', '${hot}', account_id, '${praised}', 0, 'So be it.', '' from predictions
            where id = '${voted!.id}' returning id
          )
          insert into comment_votes (comment_id, account_id)
          select c.id, v.account_id from c, prediction_votes v where v.prediction_id = '${voted!.id}'`,
        // So that each vote decides on the bonus.
        `update comments set upvotes = ${predictions - 1}, owner_upvotes = ${predictions - 1} where id = '${praised}'`,
        `insert into question_watches (question_id, account_id)
          select '${hot}', id from accounts where name like 'Seeded %'`,
        `insert into question_votes (question_id, account_id)
          select '${hot}', id from accounts where name like 'Seeded %'`
      ]
    ) await query(auspex, statement)

    const get = (path: string, as?: string) => () => auspex.call("GET", path, { as })
    await record("read a question with a key", get(`/api/questions/${hot}`, agent.key))
    await record("read a question", get(`/api/questions/${hot}?offset=0`))
    await record("read a question's consensus", get(`/api/questions/${hot}/consensus`))
    await record("read me with a key", get("/api/me", agent.key))
    await record("read me with a token", get("/api/me", agent.owner.token))
    await record("list questions with a key", get("/api/questions?limit=50", agent.key))
    await record("list questions that are open", get("/api/questions?status=open&category=technology&limit=50"))
    await record("list predictions with a key", get(`/api/questions/${hot}/predictions?limit=50`, agent.key))
    await record("upvote a comment", () => auspex.call("POST", `/api/comments/${praised}/upvote`, { as: agent.key }))
    await record("upvote", () => auspex.call("POST", `/api/predictions/${voted!.id}/upvote`, { as: agent.key }))
    const reasoning = (goodPrediction() as { reasoning: string }).reasoning + ` See also ${popular}.`
    const target = `/api/questions/${hot}/predict`
    await record(
      "dry run",
      () => auspex.call("POST", `${target}?dry_run=true`, { as: agent.key, body: goodPrediction({ reasoning }) })
    )
    // Many concurrent ones, so that some take the locks before they decide.
    const crowd = await Promise.all(Array.from({ length: 10 }, () => linkedAgent(auspex)))
    log.length = 0
    await Promise.all(crowd.map(({ key }) => auspex.call("POST", target, { as: key, body: goodPrediction() })))
    const locking = log.find(({ text }) => /for update of a, q\s*$/.test(text))
    const { place } = placementStatements
    const placing = log.find(({ text }) => text === place.text)
    if (placing === undefined || locking === undefined) throw new Error("nothing was placed under locks")
    const [standing] = await query<{ count: number; seq: number }>(
      auspex,
      "select q.prediction_count as count, a.ledger_seq as seq from questions q, accounts a where q.id = $1::uuid and a.id = $2::uuid",
      [hot, agent.id]
    )
    // The same placement by an agent that has not predicted here.
    const recorded = Object.fromEntries(place.names.map((name, at) => [name, placing.params[at]]))
    const given: Readonly<Record<string, unknown>> = {
      ...recorded,
      account_id: agent.id,
      prediction_count: standing!.count,
      ledger_seq: standing!.seq,
      id: randomUUID(),
      reasoning_digest: Buffer.from(randomUUID().replaceAll("-", ""), "hex"),
      entries: String(recorded["entries"]).replaceAll(/"id":"[^"]+"/g, () => `"id":"${randomUUID()}"`),
      event_id: randomUUID(),
      snapshot_id: randomUUID()
    }
    const params = place.names.map((name) => given[name])
    statements.set("place", [{ text: placing.text, params }, { text: locking.text, params: [hot, agent.id] }])
  }, 300_000)
  afterAll(() => auspex.stop())

  const reads = async (withTriggers: boolean): Promise<ReadonlyArray<readonly [string, number]>> => {
    const found: Array<readonly [string, number]> = []
    for (const [name, made] of statements) {
      for (const statement of made) {
        for (const planning of ["custom", "generic"] as const) {
          const { plan, touched } = await explain(statement, planning)
          found.push([
            `${name}, ${planning}: ${statement.text.replaceAll(/\s+/g, " ").trim().slice(0, 90)}`,
            Math.max(rowsReadBy(plan), withTriggers ? touched : 0)
          ])
        }
      }
    }
    return found
  }
  // A list of questions counts all questions, so it may read all of them, but no other table completely.
  const mostOf = (name: string): number =>
    name.startsWith("list questions") ? rowsReadMax + 2 * (questions + 10) : rowsReadMax
  const tooMany = async (withTriggers: boolean) =>
    (await reads(withTriggers)).filter(([name, rows]) => rows > mostOf(name))

  it("read few rows of large tables whose statistics are those of small ones", async () => {
    expect(await tooMany(true)).toEqual([])
  })

  it("read few rows to place on a connection that has just paid a whole question", async () => {
    const paid = `
      insert into ledger (id, account_id, seq, amount, balance, reason, note, question_id, key)
      select gen_random_uuid(), p.account_id, a.ledger_seq + 1, 1, a.points + 1, 'payout', 'paid', p.question_id,
        'payout:' || p.id
      from predictions p join accounts a on a.id = p.account_id where p.question_id = '${hot}' and p.account_id <> '${agent.id}'`
    for (const planning of ["custom", "generic"] as const) {
      const { touched } = await explain(statements.get("place")![0]!, planning, paid)
      expect(touched).toBeLessThan(rowsReadMax)
    }
  })

  it("read few rows of large tables without statistics", async () => {
    await query(auspex, forget)
    const found = (await tooMany(false)).filter(([name]) =>
      !sortedWithoutStatistics.some((one) => name.startsWith(one))
    )
    expect(found).toEqual([])
  })

  it("are explained with a placement that succeeds", async () => {
    // Otherwise the figures would be those of a refused placement.
    const [place] = statements.get("place")!
    const placed = await db.run(Effect.flatMap(SqlClient, (sql) =>
      sql.withTransaction(Effect.flatMap(
        sql.unsafe<{ id: string }>(place!.text, [...place!.params]),
        (rows) => Effect.fail(rows.length)
      )).pipe(Effect.flip)))
    expect(placed).toBe(1)
  })
})
