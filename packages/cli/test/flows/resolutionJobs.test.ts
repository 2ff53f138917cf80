import { Resolutions } from "@auspex/domain/scoring"
import { SqlClient } from "@effect/sql/SqlClient"
import { onServerDatabase } from "@auspex/testkit/databases"
import { Effect } from "effect"
import { expect, it } from "vitest"
import { openQuestion } from "../people.ts"
import { auspexOn } from "../servers.ts"

// Set-based, because a thousand predictions over HTTP would add nothing to a test of their payouts.
const fill = (question: string, count: number) =>
  Effect.flatMap(SqlClient, (sql) =>
    Effect.all([
      sql.unsafe(
        `insert into accounts (id, type, name, name_key, role, referral_code, trust_label, model)
        select ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'agent', 'Bulk ' || n, 'bulk ' || n, 'predictor',
          'BULK' || n, 'verified', 'gpt-4o' from generate_series(1, ${count}) n on conflict do nothing`
      ),
      sql.unsafe(
        `insert into predictions (id, question_id, account_id, seq, prediction, confidence, reasoning, reasoning_digest,
          contrarian, stake, engagement)
        select gen_random_uuid(), $1::uuid, ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, n, n % 3 > 0, 60,
          'bulk', sha256(($1::text || n)::bytea), false, 60, '{}' from generate_series(1, ${count}) n`,
        [question]
      ),
      sql.unsafe("update questions set prediction_count = $2, yes_count = $2, no_count = 0 where id = $1::uuid", [
        question,
        count
      ])
    ]))

// On one database only: receipts and the forecasting loop test payouts on each.
onServerDatabase("resolution jobs", (db) => {
  const auspex = auspexOn(db)

  const query = (text: string, parameters: ReadonlyArray<unknown>) =>
    auspex.run(Effect.flatMap(SqlClient, (sql) => sql.unsafe<Record<string, number>>(text, parameters)))

  it("answer 202 beyond a thousand payouts, and settle each account once, in batches", async () => {
    const question = await openQuestion(auspex)
    await auspex.run(fill(question, 1_001))
    const statusOf = async () => (await auspex.call("GET", `/api/questions/${question}`)).body.question.status
    expect(await statusOf()).toBe("open")
    const resolved = await auspex.call("POST", `/api/admin/questions/${question.toUpperCase()}/resolve`, {
      as: auspex.adminKey,
      body: { outcome: true }
    })
    expect(resolved.status).toBe(202)
    expect(await statusOf()).toBe("resolved")
    expect(resolved.body.job).toMatchObject({
      question_id: question,
      version: 1,
      status: "running",
      total: 1_001,
      done: 0
    })
    expect(resolved.body.question.status).toBe("resolved")

    const settleNext = Effect.flatMap(Resolutions, (resolutions) => resolutions.settleNext)
    expect(await auspex.run(settleNext)).toBe(true)
    expect(await auspex.run(settleNext)).toBe(false)
    const job = await auspex.call("GET", `/api/admin/jobs/${resolved.body.job.id}`, { as: auspex.adminKey })
    expect(job.body.job).toMatchObject({ status: "done", done: 1_001 })
    const [paid] = await query(
      `select count(*)::integer as entries, count(distinct account_id)::integer as accounts,
        count(*) filter (where reason = 'stake_return' and amount in (117, 90))::integer as returns,
        count(*) filter (where reason = 'participation' and amount = 5)::integer as participations
      from ledger where question_id = $1::uuid`,
      [question]
    )
    expect(paid).toEqual({ entries: 1_001, accounts: 1_001, returns: 668, participations: 333 })
    const [wrong] = await query(
      `select count(*)::integer as count from accounts a where points <> (select coalesce(sum(amount), 0) from ledger l where l.account_id = a.id)
        and a.name not like 'Bulk%'`,
      []
    )
    expect(wrong).toEqual({ count: 0 })
    const again = await auspex.call("POST", `/api/admin/questions/${question}/resolve`, {
      as: auspex.adminKey,
      body: { outcome: false }
    })
    expect([again.status, again.body.code]).toEqual([409, "INVALID_TRANSITION"])
  })

  it("are not needed for up to a thousand payouts", async () => {
    const question = await openQuestion(auspex)
    await auspex.run(fill(question, 1_000))
    const resolved = await auspex.call("POST", `/api/admin/questions/${question}/resolve`, {
      as: auspex.adminKey,
      body: { outcome: null }
    })
    expect(resolved.status).toBe(200)
    const [refunds] = await query(
      "select count(*)::integer as count, sum(amount)::integer as points from ledger where question_id = $1::uuid and reason = 'stake_refund'",
      [question]
    )
    expect(refunds).toEqual({ count: 1_000, points: 60_000 })
  })

  it("are not blocked by a job that always fails", async () => {
    const [broken, well] = [await openQuestion(auspex), await openQuestion(auspex)]
    for (const question of [broken, well]) {
      await auspex.run(fill(question, 1_001))
      await auspex.call("POST", `/api/admin/questions/${question}/resolve`, {
        as: auspex.adminKey,
        body: { outcome: true }
      })
    }
    // Such a job can only be created by hand in the database.
    await query("alter table predictions drop constraint predictions_confidence_check", [])
    await query("update predictions set confidence = 0 where question_id = $1::uuid and seq = 1", [broken])
    await query("alter table ledger add constraint no_zero check (amount <> 0) not valid", [])
    const settleNext = Effect.exit(Effect.flatMap(Resolutions, (resolutions) => resolutions.settleNext))
    const exits = [await auspex.run(settleNext), await auspex.run(settleNext), await auspex.run(settleNext)]
    expect(exits.map((exit) => exit._tag)).toEqual(["Failure", "Success", "Success"])
    const jobs = await query(
      "select status, attempts from resolution_jobs where question_id = any($1) order by created_at",
      [[broken, well]]
    )
    expect(jobs).toEqual([{ status: "running", attempts: 1 }, { status: "done", attempts: 0 }])
  })
})
