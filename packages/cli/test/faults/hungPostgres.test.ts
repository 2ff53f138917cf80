import { ServerDatabase } from "@auspex/adapters-pg"
import { type PostgresCluster, startCluster, testRunDirectory } from "@auspex/testkit/databases"
import { checkInvariants } from "@auspex/testkit/invariants"
import { Effect, Layer } from "effect"
import path from "node:path"
import pg from "pg"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { insist } from "../insisting.ts"
import { migrate } from "../../src/composition/Database.ts"
import { type Answer, type RunningAuspex, startAuspex } from "../harness.ts"
import { linkedAgent, openQuestion, query, questionFields, type TestAgent } from "../people.ts"
import { eventually, within } from "../raw.ts"
import { distinctPrediction } from "../races/citing.ts"

describe("a Postgres that hangs", () => {
  let cluster: PostgresCluster
  let auspex: RunningAuspex
  beforeAll(async () => {
    cluster = await startCluster({ directory: path.join(testRunDirectory(), `frozen-${process.pid}`) })
    const layer = ServerDatabase.layer({ url: cluster.url() }).pipe(Layer.orDie)
    await Effect.runPromise(Effect.provide(migrate({ databaseUrl: cluster.url(), dataDir: "." }), layer))
    auspex = await startAuspex(layer)
  })
  afterAll(async () => {
    await auspex.stop()
    await cluster.stop("immediate")
  })

  /** Stops the server process, so that no backend is added, and then all backends except that of `watcher`. */
  const freeze = async (watcher: pg.Client): Promise<ReadonlyArray<number>> => {
    const stopped = new Set([cluster.pid])
    process.kill(cluster.pid, "SIGSTOP")
    for (let fresh = true; fresh;) {
      fresh = false
      const { rows } = await watcher.query<{ pid: number }>(
        "select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()"
      )
      for (const { pid } of rows.filter((row) => !stopped.has(row.pid))) {
        process.kill(pid, "SIGSTOP")
        stopped.add(pid)
        fresh = true
      }
    }
    return [...stopped]
  }

  // An answer takes at most six seconds; a minute is a hang.
  const inTime = (work: Promise<Answer>): Promise<Answer> => within("an answer", 60_000, work)

  it("delays requests by some seconds until a 503, and leaves nothing half done", { timeout: 240_000 }, async () => {
    const agents: Array<TestAgent> = []
    for (let count = 0; count < 20; count++) agents.push(await linkedAgent(auspex))
    const [question, other] = [await openQuestion(auspex), await openQuestion(auspex)]
    const predictOn = (target: string, agent: TestAgent, key: string) =>
      auspex.call("POST", `/api/questions/${target}/predict`, {
        as: agent.key,
        body: distinctPrediction(),
        headers: { "idempotency-key": key }
      })

    const watcher = new pg.Client({ connectionString: cluster.url() })
    watcher.on("error", () => undefined) // the server may end first when the test fails
    await watcher.connect()

    // All connections of the pool are open and in use when the server freezes.
    const early = agents.map((agent, index) => inTime(predictOn(question, agent, `early-${index}`)))
    const stopped = await freeze(watcher)
    const during = [
      ...agents.map((agent, index) => inTime(predictOn(other, agent, `during-${index}`))),
      inTime(auspex.call("POST", "/api/register", { body: { name: "Frozen", model: "gpt-5" } })),
      inTime(auspex.call("POST", "/api/questions/suggest", { as: agents[0]!.key, body: questionFields() })),
      inTime(auspex.call("POST", `/api/questions/${question}/upvote`, { as: agents[1]!.key })),
      inTime(auspex.call("GET", `/api/questions/${question}`, { as: agents[2]!.key })),
      inTime(auspex.call("GET", "/api/leaderboard?limit=7"))
    ]
    const health = inTime(auspex.call("GET", "/health"))
    const page = inTime(auspex.call("GET", "/status"))
    try {
      for (const answer of await Promise.all(during)) {
        expect([answer.status, answer.body.code]).toEqual([503, "SERVICE_UNAVAILABLE"])
        expect(Number(answer.headers.get("retry-after"))).toBeGreaterThanOrEqual(1)
        expect(answer.text).not.toMatch(/select|insert|postgres|socket|timeout/i)
      }
      for (const answer of await Promise.all(early)) {
        expect([201, 503]).toContain(answer.status)
      }
      expect([(await health).status, (await health).body]).toMatchObject([503, { status: "unavailable", db: "down" }])
      expect([(await page).status, (await page).text]).toEqual([503, expect.stringContaining("does not answer")])
    } finally {
      for (const pid of stopped) process.kill(pid, "SIGCONT")
    }

    await eventually("a good answer", async () => (await auspex.call("GET", "/health")).status === 200, 50_000)
    await eventually(
      "a good write",
      async () =>
        (await auspex.call("POST", `/api/questions/${question}/upvote`, { as: agents[1]!.key })).status === 200,
      50_000
    )
    expect(await auspex.run(checkInvariants)).toEqual([])

    // Repeated under its key, each write exists once, whether or not it had been performed.
    const acknowledged = (await Promise.all(early)).filter(({ status }) => status === 201)
    const again = await Promise.all([
      ...agents.map((agent, index) => insist(() => predictOn(question, agent, `early-${index}`))),
      ...agents.map((agent, index) => insist(() => predictOn(other, agent, `during-${index}`)))
    ])
    expect(
      again.filter(({ body, status }) =>
        status !== 201 && !["DUPLICATE_PREDICTION", "IDEMPOTENCY_MISMATCH"].includes(body.code)
      )
    ).toEqual([])
    const counts = await query<object>(
      auspex,
      "select prediction_count from questions where id in ($1::uuid, $2::uuid)",
      [question, other]
    )
    expect(counts).toEqual([{ prediction_count: 20 }, { prediction_count: 20 }])
    for (const { body } of acknowledged) {
      const [row] = await query<{ reasoning: string }>(
        auspex,
        "select reasoning from predictions where id = $1::uuid",
        [body.prediction.id]
      )
      expect(row?.reasoning).toBe(body.prediction.reasoning)
    }
    expect(await auspex.run(checkInvariants)).toEqual([])
    await eventually(
      "no transaction left open",
      async () =>
        (await watcher.query("select 1 from pg_stat_activity where state like 'idle in transaction%'")).rowCount === 0
    )
    await watcher.end()
    expect((await predictOn(await openQuestion(auspex), agents[3]!, "after")).status).toBe(201)
  })
})
