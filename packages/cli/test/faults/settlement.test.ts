import { Migrations } from "@auspex/adapters-pg"
import { checkInvariants } from "@auspex/testkit/invariants"
import { SqlClient } from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { eventually } from "../raw.ts"
import { type Home, homes } from "./auspexProcess.ts"
import { seedPredictions, seedQuestions } from "./seededPredictions.ts"

const count = 1_100

describe.each(["embedded", "server"] as const)("a resolution whose server is killed (%s database)", (kind) => {
  let home: Home
  beforeAll(async () => {
    home = await homes[kind]()
  })
  afterAll(() => home.remove())

  it("is taken up again and pays each account once", { timeout: 120_000 }, async () => {
    const [question, atFirst] = await home.run(
      Effect.gen(function*() {
        yield* Migrations.apply()
        const [question] = yield* seedQuestions(1)
        yield* seedPredictions(question!, count)
        return [question!, yield* checkInvariants] as const
      })
    )
    expect(atFirst).toEqual([])

    let auspex = await home.start()
    const resolved = await auspex.call("POST", `/api/admin/questions/${question}/resolve`, {
      as: auspex.adminKey,
      body: { outcome: true }
    })
    expect([resolved.status, resolved.body.job.total]).toEqual([202, count])
    const job = async () =>
      (await auspex.call("GET", `/api/admin/jobs/${resolved.body.job.id}`, { as: auspex.adminKey })).body.job
    // An embedded server takes longer to start: it is killed once, in the middle.
    for (const killAt of kind === "embedded" ? [250] : [0, 250, 500]) {
      let done = 0
      await eventually("some payouts", async () => {
        done = (await job()).done
        return done >= killAt
      }, 20_000)
      auspex.signal("SIGKILL")
      await auspex.ended
      auspex = await home.start()
      // A batch and its place in the job are one: nothing that was done is undone.
      expect((await job()).done).toBeGreaterThanOrEqual(done)
    }
    await eventually("all payouts", async () => (await job()).status === "done", 20_000, 100)
    expect(await job()).toMatchObject({ total: count, done: count })
    auspex.signal("SIGKILL")
    await auspex.ended
    const [violations, paid] = await home.run(Effect.all([
      checkInvariants,
      Effect.flatMap(
        SqlClient,
        (sql) =>
          sql<{ accounts: number; twice: number }>`select count(distinct account_id)::integer as accounts,
        (count(*) - count(distinct (account_id, reason)))::integer as twice
        from ledger where question_id = ${question}::uuid and key like 'resolve:%'`
      )
    ]))
    expect(violations).toEqual([])
    expect(paid).toEqual([{ accounts: count, twice: 0 }])
  })
})
