import { Migrations } from "@auspex/adapters-pg"
import { isThorough } from "@auspex/testkit/databases"
import { checkInvariants } from "@auspex/testkit/invariants"
import { SqlClient } from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { eventually } from "../raw.ts"
import { type AuspexProcess, type Home, homes } from "./auspexProcess.ts"
import { seedPredictions, seedQuestions } from "./seededPredictions.ts"

/** More payouts than the resolving request makes itself. */
const count = 1_100

/** Inserts an open dispute by the first seeded account, with its event. */
const fileDispute = (question: string) =>
  Effect.flatMap(SqlClient, (sql) =>
    Effect.map(
      sql.unsafe<{ id: string }>(
        `with filed as (
          insert into disputes (id, question_id, resolution_version, disputed_by, reason, evidence_urls)
          select gen_random_uuid(), question_id, 1, account_id, 'by a test', '{}' from predictions
          where question_id = $1::uuid and seq = 1 returning id, question_id
        ), recorded as (
          insert into outbox_events (id, event, data, question_id)
          select gen_random_uuid(), 'dispute.opened', jsonb_build_object('dispute_id', id), question_id from filed
        ) select id from filed`,
        [question]
      ),
      (rows) => rows[0]!.id
    ))

describe.each(isThorough ? ["embedded", "server"] as const : ["server"] as const)(
  "payouts whose server is killed (%s database)",
  (kind) => {
    // An embedded server takes longer to start, so it is killed only in the middle.
    const kills = kind === "embedded" ? [250] : [0, 250]
    let home: Home
    beforeAll(async () => {
      home = await homes[kind]()
    })
    afterAll(() => home.remove())

    it(
      "are resumed, and made and reversed once each, for a resolution and its overturn",
      { timeout: 300_000 },
      async () => {
        // All inserted together before the first dispute, which saves the embedded database further starts.
        const { atFirst, dispute, questions } = await home.run(
          Effect.gen(function*() {
            yield* Migrations.apply()
            const questions = yield* seedQuestions(3)
            for (const [round, question] of questions.entries()) {
              yield* seedPredictions(question, round === 0 ? count : 200, round)
            }
            return { questions, atFirst: yield* checkInvariants, dispute: yield* fileDispute(questions[0]!) }
          })
        )
        expect(atFirst).toEqual([])
        let auspex = await home.start()
        const kill = async () => {
          auspex.signal("SIGKILL")
          await auspex.ended
        }
        const admin = (method: string, target: string, body?: object) =>
          (auspex as AuspexProcess).call(method, target, {
            as: auspex.adminKey,
            ...(body === undefined ? {} : { body })
          })
        const job = async (id: string) => (await admin("GET", `/api/admin/jobs/${id}`)).body.job
        // Polling competes with the payouts for the process.
        const paid = (id: string) =>
          eventually("all payouts", async () => (await job(id)).status === "done", 30_000, 100)
        const killedWhilePaying = async (id: string) => {
          for (const killAt of kills) {
            let done = 0
            await eventually("some payouts", async () => {
              done = (await job(id)).done
              return done >= killAt
            }, 30_000)
            await kill()
            auspex = await home.start()
            // A batch and the job's position commit together, so nothing is lost.
            expect((await job(id)).done).toBeGreaterThanOrEqual(done)
          }
          await paid(id)
          expect(await job(id)).toMatchObject({ total: count, done: count })
        }

        const resolve = (question: string) =>
          admin("POST", `/api/admin/questions/${question}/resolve`, { outcome: true })
        const resolved = await resolve(questions[0]!)
        expect([resolved.status, resolved.body.job.total]).toEqual([202, count])
        await killedWhilePaying(resolved.body.job.id)
        // Streaks continue over later questions, so an overturn corrects their payouts, too.
        for (const later of questions.slice(1)) expect((await resolve(later)).status).toBe(200)

        const ended = await admin("POST", `/api/admin/disputes/${dispute}/resolve`, {
          status: "overturned",
          outcome: false,
          resolution_note: "It was not so."
        })
        expect([ended.status, ended.body.job.total, ended.body.job.version]).toEqual([202, count, 2])
        await killedWhilePaying(ended.body.job.id)
        const again = await admin("POST", `/api/admin/disputes/${dispute}/resolve`, {
          status: "upheld",
          resolution_note: "Too late."
        })
        expect([again.status, again.body.code]).toEqual([409, "INVALID_TRANSITION"])
        await kill()
        // Every payout equals the sum of its ledger entries, and every streak follows from the results.
        const [violations, entries] = await home.run(Effect.all([
          checkInvariants,
          Effect.flatMap(SqlClient, (sql) =>
            sql.unsafe<Record<string, number>>(
              `with entries as (
            select l.*, key like 'resolve:' || $1 || ':1:%' as pays_first, key like 'resolve:' || $1 || ':2:%' as pays_anew
            from ledger l
          )
          select count(distinct account_id) filter (where pays_first)::integer as paid_first,
            (count(*) filter (where pays_first) - count(distinct (account_id, reason)) filter (where pays_first))::integer as twice,
            count(*) filter (where question_id = $1::uuid and reason = 'dispute_reversal')::integer as undone,
            count(*) filter (where pays_anew)::integer as paid_anew,
            sum(amount) filter (where question_id = $1::uuid and (key like 'dispute:%' or pays_first))::integer as left,
            count(*) filter (where question_id <> $1::uuid and key like 'dispute:%') > 0 as corrected
          from entries`,
              [questions[0]]
            ))
        ]))
        expect(violations).toEqual([])
        expect(entries).toEqual([
          { paid_first: count, twice: 0, undone: count, paid_anew: count, left: 0, corrected: true }
        ])
      }
    )
  }
)
