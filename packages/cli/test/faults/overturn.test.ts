import { Migrations } from "@auspex/adapters-pg"
import { checkInvariants } from "@auspex/testkit/invariants"
import { SqlClient } from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { eventually } from "../raw.ts"
import { type AuspexProcess, type Home, homes } from "./auspexProcess.ts"
import { seedPredictions, seedQuestions } from "./seededPredictions.ts"

const count = 1_100

/** An open dispute by the first of the seeded accounts, with its event. */
const fileDispute = (question: string) =>
  Effect.flatMap(SqlClient, (sql) =>
    Effect.map(
      sql.unsafe<{ id: string }>(
        `with filed as (
          insert into disputes (id, question_id, resolution_version, disputed_by, reason, evidence_urls)
          select gen_random_uuid(), question_id, 1, account_id, 'by a test', '{}' from predictions
          where question_id = $1::uuid and seq = 1 returning id, question_id
        ), told as (
          insert into outbox_events (id, event, data, question_id)
          select gen_random_uuid(), 'dispute.opened', jsonb_build_object('dispute_id', id), question_id from filed
        ) select id from filed`,
        [question]
      ),
      (rows) => rows[0]!.id
    ))

describe.each(["embedded", "server"] as const)("an overturn whose server is killed (%s database)", (kind) => {
  let home: Home
  beforeAll(async () => {
    home = await homes[kind]()
  })
  afterAll(() => home.remove())

  it("is taken up again, undoes each payout once and pays anew", { timeout: 180_000 }, async () => {
    // All at once, and before there is anything to dispute, which spares the embedded database more starts.
    const { dispute, questions } = await home.run(
      Effect.gen(function*() {
        yield* Migrations.apply()
        const questions = yield* seedQuestions(3)
        for (const [round, question] of questions.entries()) yield* seedPredictions(question, count, round)
        return { questions, dispute: yield* fileDispute(questions[0]!) }
      })
    )
    let auspex = await home.start()
    const kill = async () => {
      auspex.signal("SIGKILL")
      await auspex.ended
    }
    const admin = (method: string, target: string, body?: object) =>
      (auspex as AuspexProcess).call(method, target, { as: auspex.adminKey, ...(body === undefined ? {} : { body }) })
    const job = async (id: string) => (await admin("GET", `/api/admin/jobs/${id}`)).body.job
    // Asking is work for the process that pays.
    const paid = (id: string) => eventually("all payouts", async () => (await job(id)).status === "done", 30_000, 100)

    for (const question of questions) {
      const resolved = await admin("POST", `/api/admin/questions/${question}/resolve`, { outcome: true })
      await paid(resolved.body.job.id)
    }

    const ended = await admin("POST", `/api/admin/disputes/${dispute}/resolve`, {
      status: "overturned",
      outcome: false,
      resolution_note: "It was not so."
    })
    expect([ended.status, ended.body.job.total, ended.body.job.version]).toEqual([202, count, 2])
    for (const killAt of kind === "embedded" ? [250] : [0, 250, 500]) {
      let done = 0
      await eventually("some payouts", async () => {
        done = (await job(ended.body.job.id)).done
        return done >= killAt
      }, 30_000)
      await kill()
      auspex = await home.start()
      expect((await job(ended.body.job.id)).done).toBeGreaterThanOrEqual(done)
    }
    await paid(ended.body.job.id)
    const again = await admin("POST", `/api/admin/disputes/${dispute}/resolve`, {
      status: "upheld",
      resolution_note: "Too late."
    })
    expect([again.status, again.body.code]).toEqual([409, "INVALID_TRANSITION"])
    await kill()
    // Every payout is what the ledger adds up to, every streak what the results give.
    const [violations, undone] = await home.run(Effect.all([
      checkInvariants,
      Effect.flatMap(SqlClient, (sql) =>
        sql.unsafe<Record<string, number>>(
          `select count(*) filter (where l.question_id = $1::uuid and l.reason = 'dispute_reversal')::integer as undone,
            count(*) filter (where key like 'resolve:' || $1 || ':2:%')::integer as paid,
            sum(amount) filter (where l.question_id = $1::uuid and (key like 'dispute:%' or key like 'resolve:' || $1 || ':1:%'))::integer as left,
            count(*) filter (where l.question_id <> $1::uuid and key like 'dispute:%') > 0 as corrected
          from ledger l`,
          [questions[0]]
        ))
    ]))
    expect(violations).toEqual([])
    expect(undone).toEqual([{ undone: count, paid: count, left: 0, corrected: true }])
  })
})
