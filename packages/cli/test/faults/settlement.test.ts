import { SqlClient } from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { eventually } from "../raw.ts"
import { type Home, homes } from "./auspexProcess.ts"
import { openQuestionOn } from "./load.ts"

const count = 1_100

/** Accounts that predicted on the question, with everything that placing would have written. */
const seed = (question: string) =>
  Effect.gen(function*() {
    const sql = yield* SqlClient
    const statements = [
      `create temporary table seeded as
        select gen_random_uuid() as account, gen_random_uuid() as prediction, n as seq, n % 3 <> 0 as yes, 50 + n % 50 as confidence
        from generate_series(1, ${count}) n`,
      `insert into accounts (id, type, name, name_key, role, referral_code, trust_label, points, ledger_seq, prediction_count, model, model_family)
        select account, 'agent', 'Seeded ' || seq, 'seeded ' || seq, 'predictor', 'seed' || seq, 'verified', 5000 - confidence, 2, 1, 'gpt-5', 'gpt'
        from seeded`,
      `insert into ledger (id, account_id, seq, amount, balance, reason, note, key)
        select gen_random_uuid(), account, 1, 5000, 5000, 'registration', 'seeded', 'registration:' || account from seeded`,
      `insert into predictions (id, question_id, account_id, seq, prediction, confidence, reasoning, reasoning_digest, model, model_family, contrarian, stake, engagement)
        select prediction, '${question}', account, seq, yes, confidence, 'seeded ' || seq, sha256(('seeded ' || seq)::bytea), 'gpt-5', 'gpt', false, confidence, '{}'
        from seeded`,
      `insert into ledger (id, account_id, seq, amount, balance, reason, note, question_id, key)
        select gen_random_uuid(), account, 2, -confidence, 5000 - confidence, 'stake_lock', 'seeded', '${question}', 'stake_lock:' || prediction from seeded`,
      `insert into prediction_words (question_id, seq, prediction_id, words) select '${question}', seq, prediction, '' from seeded`,
      `insert into outbox_events (id, event, data, question_id, actor_id)
        select gen_random_uuid(), 'prediction.placed', jsonb_build_object('prediction_id', prediction, 'question_id', '${question}'), '${question}', account
        from seeded`,
      `insert into consensus_tallies (question_id, model, model_family, band, count, yes_count, confidence_sum)
        select '${question}', 'gpt-5', 'gpt', confidence / 10, count(*), count(*) filter (where yes), sum(confidence) from seeded group by confidence / 10`,
      // One family and as many owners as accounts, nothing that is a copy: 100 for each.
      `insert into consensus_voices (question_id, owner_id, family, weight)
        select '${question}'::uuid, account, family, 100 from seeded, (values (''), ('gpt')) f (family)
        union all select '${question}', '00000000-0000-0000-0000-000000000000', 'gpt', ${100 * count}`,
      `update questions set voice_weight = ${100 * count}, voice_owner_squares = ${100 ** 2 * count},
        voice_family_squares = ${(100 * count) ** 2}, voice_owner_family_squares = ${100 ** 2 * count}
        where id = '${question}'`,
      `update questions set prediction_count = ${count}, yes_count = t.yes, no_count = ${count} - t.yes, confidence_sum = t.confidence
        from (select count(*) filter (where yes) as yes, sum(confidence) as confidence from seeded) t where id = '${question}'`
    ]
    yield* sql.withTransaction(Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true }))
  })

describe.each(["embedded", "server"] as const)("a resolution whose server is killed (%s database)", (kind) => {
  let home: Home
  beforeAll(async () => {
    home = await homes[kind]()
  })
  afterAll(() => home.remove())

  it("is taken up again and pays each account once", { timeout: 120_000 }, async () => {
    let auspex = await home.start()
    const question = await openQuestionOn(auspex)
    auspex.signal("SIGTERM")
    expect((await auspex.ended).code).toBe(0)
    await home.run(seed(question))
    expect(await home.violations()).toEqual([])

    auspex = await home.start()
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
    await eventually("all payouts", async () => (await job()).status === "done", 20_000)
    expect(await job()).toMatchObject({ total: count, done: count })
    auspex.signal("SIGKILL")
    await auspex.ended
    expect(await home.violations()).toEqual([])
    const paid = await home.run(
      Effect.flatMap(
        SqlClient,
        (sql) =>
          sql<{ accounts: number; twice: number }>`select count(distinct account_id)::integer as accounts,
        (count(*) - count(distinct (account_id, reason)))::integer as twice
        from ledger where question_id = ${question}::uuid and key like 'resolve:%'`
      )
    )
    expect(paid).toEqual([{ accounts: count, twice: 0 }])
  })
})
