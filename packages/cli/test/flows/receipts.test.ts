import type { PredictionReceipt } from "@auspex/domain/scoring"
import { Resolutions } from "@auspex/domain/scoring"
import { onServerDatabaseFirst } from "@auspex/testkit/databases"
import { Effect } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { type RunningAuspex, startAuspex } from "../harness.ts"
import { fresh, linkedAgent, openQuestion, predict, query, type TestAgent, verifiedHuman } from "../people.ts"

onServerDatabaseFirst("receipts", (db) => {
  let auspex: RunningAuspex
  let agents: ReadonlyArray<TestAgent>
  beforeAll(async () => {
    auspex = await startAuspex(db.layer)
    const joined: Array<TestAgent> = []
    for (let number = 0; number < 8; number++) joined.push(await linkedAgent(auspex))
    agents = joined
  })
  afterAll(() => auspex.stop())

  const receiptOf = (question: string, account: string) =>
    auspex.call("GET", `/api/questions/${question}/receipt/${account}`)
  const resolve = async (question: string, body: object): Promise<void> => {
    const answer = await auspex.call("POST", `/api/admin/questions/${question}/resolve`, {
      as: auspex.adminKey,
      body
    })
    expect(answer.status).toBe(200)
  }

  /** The stored data of a prediction and its question, and the sum of its stake and settlement in the ledger. */
  const stored = async (question: string, account: string) => {
    const [row] = await query<{
      id: string
      correct: boolean | null
      brier_score: number | null
      log_score: number | null
      payout: number
      net: number
    }>(
      auspex,
      `select p.id, p.correct, p.brier_score, p.log_score, p.payout, (select sum(amount)::integer from ledger l
          where l.account_id = p.account_id and l.question_id = p.question_id
            and l.reason in ('stake_lock', 'stake_return', 'participation', 'stake_refund')) as net
        from predictions p where p.question_id = $1::uuid and p.account_id = $2::uuid`,
      [question, account]
    )
    return row!
  }

  /** Expects a receipt that equals the owner's ledger and the stored scores. */
  const expectProved = async (question: string, agent: TestAgent): Promise<PredictionReceipt> => {
    const { body, status } = await receiptOf(question, agent.id)
    expect([agent.name, status]).toEqual([agent.name, 200])
    const { receipt } = body
    const row = await stored(question, agent.id)
    expect(receipt).toMatchObject({
      question_id: question,
      user_id: agent.id,
      prediction_id: row.id,
      resolution_version: 1,
      result: row.correct === null ? "void" : row.correct ? "correct" : "wrong",
      brier_score: row.brier_score,
      log_score: row.log_score,
      net: row.net
    })
    const { body: mine } = await auspex.call("GET", "/api/me/transactions?limit=100", { as: agent.key })
    const entry = mine.transactions.find(({ id }: { id: string }) => id === receipt.entry.transaction_id)
    expect(entry).toMatchObject({
      amount: receipt.entry.amount,
      reason: receipt.entry.reason,
      question_id: question,
      created_at: receipt.entry.created_at
    })
    expect([row.payout, entry.amount]).toEqual([
      receipt.entry.amount,
      receipt.returned + receipt.participation + receipt.refunded
    ])
    return receipt
  }

  it("show for each prediction on a question the ledger's amounts, and the comparison with the others", async () => {
    const question = await openQuestion(auspex, { weight: 2 })
    const stated = [[true, 70], [true, 85], [true, 60], [true, 99], [true, 50], [false, 90], [false, 55]] as const
    for (const [number, [prediction, confidence]] of stated.entries()) {
      await predict(auspex, agents[number]!, question, { prediction, confidence })
    }
    await resolve(question, { outcome: false })
    const receipts: Array<PredictionReceipt> = []
    for (const agent of agents.slice(0, stated.length)) receipts.push(await expectProved(question, agent))

    // The sixth is contrarian to five of five: 90 x 2.5 x 2 x (2.5 x 1.3).
    expect(receipts[5]).toMatchObject({ prediction: false, outcome: false, stake: 90, returned: 1_462, net: 1_372 })
    expect(receipts[5]!.terms.map(({ term, value }) => [term, value])).toEqual([
      ["stake", 90],
      ["base", 2.5],
      ["weight", 2],
      ["streak", 1],
      ["contrarian", 2.5],
      ["early", 1.3],
      ["multiplier", 3.25]
    ])
    expect(receipts[5]!.what_if.map(({ confidence, net }) => [confidence, net])).toEqual([[85, 1_296], [95, 1_448]])
    expect(receipts[5]!.baseline_score).toBeCloseTo(100 * (1 + Math.log2(0.9)), 10)
    expect(receipts[0]).toMatchObject({ result: "wrong", net: -65, participation: 5, brier_score: 0.49 })
    for (const { log_score, peer_score, peers } of receipts) {
      const others = receipts.reduce((sum, receipt) => sum + receipt.log_score!, 0) - log_score!
      expect(peers).toBe(6)
      expect(peer_score).toBeCloseTo(100 * (log_score! - others / 6), 8)
    }
    expect(receipts.reduce((sum, { peer_score }) => sum + peer_score!, 0)).toBeCloseTo(0, 7)
  })

  it("exist for options, for void questions, and for a single prediction", async () => {
    const [first, second] = [agents[0]!, agents[1]!]
    const multi = await openQuestion(auspex, { question_type: "multi", options: ["Red", "Green", "Blue"] })
    await predict(auspex, first, multi, { confidence: 70, selected_option: "Red" })
    await predict(auspex, second, multi, { confidence: 60, selected_option: "Blue" })
    await resolve(multi, { correct_options: ["Red", "Green"] })
    const red = await expectProved(multi, first)
    expect(red).toMatchObject({
      selected_option: "Red",
      correct_options: ["Red", "Green"],
      result: "correct",
      peers: 1
    })
    expect(red.outcome).toBeUndefined()
    expect(red.log_score).toBeCloseTo((Math.log(0.7) + Math.log(0.15)) / 2, 12)
    expect(red.baseline_score).toBeCloseTo(100 * (1 + red.log_score! / Math.log(3)), 10)
    expect((await expectProved(multi, second)).log_score).toBeCloseTo(Math.log(0.2), 12)

    const alone = await openQuestion(auspex)
    await predict(auspex, first, alone, { confidence: 75 })
    await resolve(alone, { outcome: true })
    expect(await expectProved(alone, first)).toMatchObject({ result: "correct", peer_score: null, peers: 0 })

    const isVoid = await openQuestion(auspex)
    await predict(auspex, first, isVoid, { confidence: 75 })
    await resolve(isVoid, { outcome: null })
    expect(await expectProved(isVoid, first)).toMatchObject({
      result: "void",
      outcome: null,
      terms: [],
      refunded: 75,
      net: 0,
      brier_score: null,
      log_score: null,
      baseline_score: null,
      peer_score: null,
      peers: 0,
      entry: { reason: "stake_refund", amount: 75 }
    })
    const scored = await query<{ question_id: string; scored: number }>(
      auspex,
      "select question_id, scored from question_scores where question_id = any(array[$1, $2, $3]::uuid[]) order by scored",
      [multi, alone, isVoid]
    )
    expect(scored).toEqual([{ question_id: alone, scored: 1 }, { question_id: multi, scored: 2 }])
  })

  it("of an owner who predicted several sides show that only the stake is returned", async () => {
    const mailbox = `hedger${fresh()}`
    const [owner, tagged] = [
      await verifiedHuman(auspex, { email: `${mailbox}@example.org` }),
      await verifiedHuman(auspex, { email: `${mailbox}+second@example.org` })
    ]
    const [one, other, third] = [
      await linkedAgent(auspex, { owner }),
      await linkedAgent(auspex, { owner: tagged }),
      await linkedAgent(auspex, { owner: tagged })
    ]
    const honest = agents[3]!
    const binary = await openQuestion(auspex)
    await predict(auspex, one, binary, { prediction: true, confidence: 90 })
    await predict(auspex, other, binary, { prediction: false, confidence: 90 })
    await predict(auspex, honest, binary, { prediction: true, confidence: 90 })
    await resolve(binary, { outcome: true })
    expect(await expectProved(binary, one)).toMatchObject({
      hedged: true,
      result: "correct",
      returned: 90,
      net: 0,
      brier_score: expect.closeTo(0.01, 10),
      formula: "hedged: returned = stake"
    })
    expect(await expectProved(binary, other)).toMatchObject({ hedged: true, result: "wrong", net: -85 })
    expect((await expectProved(binary, honest)).hedged).toBe(false)

    const multi = await openQuestion(auspex, { question_type: "multi", options: ["Red", "Green", "Blue"] })
    await predict(auspex, one, multi, { confidence: 70, selected_option: "Red" })
    await predict(auspex, other, multi, { confidence: 70, selected_option: "Green" })
    await predict(auspex, third, multi, { confidence: 70, selected_option: "Red" })
    await predict(auspex, honest, multi, { confidence: 70, selected_option: "Green" })
    await resolve(multi, { correct_options: ["Red", "Green"] })
    for (const agent of [one, other, third]) {
      expect(await expectProved(multi, agent)).toMatchObject({ hedged: true, result: "correct", net: 0 })
    }
    expect((await expectProved(multi, honest)).net).toBeGreaterThan(0)

    const sameSide = await openQuestion(auspex)
    for (const agent of [one, other, third]) await predict(auspex, agent, sameSide, { confidence: 60 })
    await resolve(sameSide, { outcome: true })
    expect((await expectProved(sameSide, other)).hedged).toBe(false)
  })

  it("exist once the prediction has been paid, and refusals before that state the reason", async () => {
    const agent = agents[2]!
    const refusal = async (question: string, account: string) => {
      const { body, status } = await receiptOf(question, account)
      return [status, body.code, body.error]
    }
    const question = await openQuestion(auspex)
    await predict(auspex, agent, question)
    const missing = (sentence: RegExp) => [404, "RECEIPT_NOT_FOUND", expect.stringMatching(sentence)]
    expect(await refusal(question, agent.id)).toEqual(missing(/has not been resolved/))
    expect(await refusal(question, agents[7]!.id)).toEqual(missing(/has not predicted/))
    expect(await refusal(question, "nobody")).toEqual(missing(/has not predicted/))
    expect((await refusal("nothing", agent.id))[1]).toBe("QUESTION_NOT_FOUND")

    // More predictions than one batch pays, with this one last.
    await query(
      auspex,
      `with added as (
        insert into accounts (id, type, name, name_key, role, referral_code, trust_label, model)
        select gen_random_uuid(), 'agent', 'Mass ' || n, 'mass ' || n, 'predictor', 'MASS' || n, 'verified', 'gpt-4o'
        from generate_series(1, 1001) n returning id
      ), moved as (update predictions set seq = 1002 where question_id = $1::uuid)
      insert into predictions (id, question_id, account_id, seq, prediction, confidence, reasoning, reasoning_digest,
        contrarian, stake, engagement)
      select gen_random_uuid(), $1::uuid, id, 1002 + row_number() over (), true, 60, 'mass', sha256(id::text::bytea), false, 60,
        '{}' from added`,
      [question]
    )
    await query(auspex, "update questions set prediction_count = 1002, yes_count = 1002 where id = $1::uuid", [
      question
    ])
    const answer = await auspex.call("POST", `/api/admin/questions/${question}/resolve`, {
      as: auspex.adminKey,
      body: { outcome: true }
    })
    expect(answer.status).toBe(202)
    expect(await refusal(question, agent.id)).toEqual(missing(/has not been paid for yet/))
    await auspex.run(Effect.flatMap(Resolutions, (resolutions) => resolutions.settleNext))
    expect(await expectProved(question, agent)).toMatchObject({ result: "correct", peers: 1_001 })
  })
})
