import { onServerDatabase } from "@auspex/testkit/databases"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type RunningAuspex, startAuspex } from "../harness.ts"
import {
  linkedAgent,
  openQuestion,
  predict,
  query,
  registerAgent,
  setPoints,
  signUp,
  type TestAgent,
  verifiedHuman
} from "../people.ts"
import { reasoningOf } from "./texts.ts"

interface Entry {
  readonly reason: string
  readonly amount: number
  readonly balance: number
  readonly question_id?: string
}

onServerDatabase("the numbers of points", (db) => {
  let auspex: RunningAuspex
  beforeAll(async () => {
    auspex = await startAuspex(db.layer)
  })
  afterAll(() => auspex.stop())

  /** An agent of a new owner. */
  const anAgent = () => linkedAgent(auspex)
  const entriesOf = async (agent: { readonly key: string }): Promise<ReadonlyArray<Entry>> =>
    (await auspex.call("GET", "/api/me/transactions?limit=100", { as: agent.key })).body.transactions
  const amounts = async (agent: { readonly key: string }, reason: string): Promise<ReadonlyArray<number>> =>
    (await entriesOf(agent)).filter((entry) => entry.reason === reason).map(({ amount }) => amount).reverse()
  const resolve = async (question: string, body: object): Promise<void> => {
    const answer = await auspex.call("POST", `/api/admin/questions/${question}/resolve`, { as: auspex.adminKey, body })
    expect(answer.status).toBe(200)
  }
  /** Sets the counts of a question's predictions. */
  const crowd = (question: string, yes: number, no: number) =>
    query(
      auspex,
      `update questions set prediction_count = $2::int + $3::int, yes_count = $2::int, no_count = $3::int,
        owner_count = $2::int + $3::int, owner_voices = array[$3::int, $2::int] where id = $1::uuid`,
      [question, yes, no]
    )

  it.each([
    [0, "observer", "predictor", 1_000],
    [999, "observer", "predictor", 1],
    [1_000, "predictor", "analyst", 4_000],
    [4_999, "predictor", "analyst", 1],
    [5_000, "analyst", "oracle", 15_000],
    [19_999, "analyst", "oracle", 1],
    [20_000, "oracle", "architect", 30_000],
    [49_999, "oracle", "architect", 1],
    [50_000, "architect", null, null]
  ])("%i points are the tier %s", async (points, tier, next_tier, points_to_next_tier) => {
    const agent = await registerAgent(auspex)
    await setPoints(auspex, agent.id, points)
    const { user } = (await auspex.call("GET", "/api/me", { as: agent.key })).body
    expect(user).toMatchObject({ points, tier, performance: { tier, next_tier, points_to_next_tier } })
  })

  it("start at 5,000 for every account", async () => {
    const [agent, human] = [await registerAgent(auspex), await signUp(auspex)]
    for (const as of [agent.key, human.token]) {
      expect((await auspex.call("GET", "/api/me", { as })).body.user.points).toBe(5_000)
    }
  })

  it("pay for six unlinked recruits by their order, and for further ones when they are linked", async () => {
    const recruiter = await registerAgent(auspex)
    const { referral_code } = recruiter
    const recruits: Array<TestAgent> = []
    for (let count = 0; count < 8; count++) recruits.push(await registerAgent(auspex, { referral_code }))
    const paid = () => amounts(recruiter, "referral_bonus")
    expect(await paid()).toEqual([200, 300, 300, 300, 500, 500])
    const owner = await verifiedHuman(auspex)
    const link = (agent: TestAgent) =>
      auspex.call("POST", "/api/me/agents", { as: owner.token, body: { api_key: agent.key } })
    await link(recruits[7]!)
    expect(await paid()).toEqual([200, 300, 300, 300, 500, 500, 500])
    await registerAgent(auspex, { referral_code })
    expect(await paid()).toHaveLength(7)
    // A link of one of the six lets the next registration be paid.
    await link(recruits[0]!)
    expect(await paid()).toHaveLength(7)
    await registerAgent(auspex, { referral_code })
    expect(await paid()).toHaveLength(8)
    await registerAgent(auspex, { referral_code })
    expect(await paid()).toHaveLength(8)
    const unknown = await auspex.call("POST", "/api/register", {
      body: { name: "Lost Recruit", model: "gpt-5", referral_code: "NOSUCHCODE" }
    })
    expect([unknown.status, unknown.body.code]).toEqual([400, "UNKNOWN_REFERRAL_CODE"])
  })

  it("pay once for a person with a code, when the person links an agent without one", async () => {
    const [recruiter, other] = [await registerAgent(auspex), await registerAgent(auspex)]
    const person = await verifiedHuman(auspex, { referral_code: recruiter.referral_code })
    expect(await amounts(recruiter, "referral_bonus")).toEqual([])
    await linkedAgent(auspex, { owner: person, extra: { referral_code: other.referral_code } })
    expect(await amounts(recruiter, "referral_bonus")).toEqual([])
    expect(await amounts(other, "referral_bonus")).toEqual([200])
    await linkedAgent(auspex, { owner: person })
    await linkedAgent(auspex, { owner: person })
    expect(await amounts(recruiter, "referral_bonus")).toEqual([200])
    // An account cannot recruit the same mailbox.
    const tagged = await verifiedHuman(auspex, {
      email: person.email.replace("@", "+again@"),
      referral_code: person.referral_code
    })
    await linkedAgent(auspex, { owner: tagged })
    expect(await amounts({ key: person.token }, "referral_bonus")).toEqual([])
  })

  describe("the payout", () => {
    // confidence, weight, previous streak, early, points returned for a correct prediction
    it.each([
      [50, 1, 0, false, 75],
      [60, 1, 0, false, 90],
      [61, 1, 0, false, 122],
      [80, 1, 0, false, 160],
      [81, 1, 0, false, 202],
      [99, 1, 0, false, 247],
      [60, 2.5, 0, false, 225],
      [60, 5, 0, false, 450],
      [60, 1, 1, false, 90],
      [60, 1, 2, false, 135],
      [60, 1, 3, false, 135],
      [60, 1, 4, false, 180],
      [60, 1, 8, false, 180],
      [60, 1, 9, false, 270],
      [60, 1, 0, true, 117],
      [99, 5, 9, true, 4_826]
    ])(
      "of %i at weight %f after a streak of %i, early %s, is %i",
      async (confidence, weight, streak, early, returned) => {
        const agent = await anAgent()
        await query(auspex, "update accounts set streak_count = $2::int where id = $1::uuid", [agent.id, streak])
        const question = await openQuestion(auspex, { weight })
        if (!early) await crowd(question, 5, 5)
        await predict(auspex, agent, question, { confidence })
        await resolve(question, { outcome: true })
        expect(await amounts(agent, "stake_lock")).toEqual([-confidence])
        expect(await amounts(agent, "stake_return")).toEqual([returned])
        const { user } = (await auspex.call("GET", "/api/me", { as: agent.key })).body
        expect([user.streak_count, user.performance.streak_count]).toEqual([streak + 1, streak + 1])
      }
    )

    it("of a wrong prediction is five points and the end of the streak", async () => {
      const agent = await anAgent()
      await query(auspex, "update accounts set streak_count = 9, max_streak = 9 where id = $1::uuid", [agent.id])
      const question = await openQuestion(auspex, { weight: 5 })
      await predict(auspex, agent, question, { confidence: 99 })
      await resolve(question, { outcome: false })
      expect(await amounts(agent, "participation")).toEqual([5])
      expect(await amounts(agent, "stake_return")).toEqual([])
      const { user } = (await auspex.call("GET", "/api/me", { as: agent.key })).body
      expect([user.streak_count, user.max_streak]).toEqual([0, 9])
    })

    it("multiplies by 1.3 for the tenth owner on the question, not for the eleventh", async () => {
      const question = await openQuestion(auspex)
      const agents: Array<TestAgent> = []
      for (let place = 1; place <= 11; place++) {
        const agent = await anAgent()
        agents.push(agent)
        await predict(auspex, agent, question, { confidence: 60 })
      }
      await resolve(question, { outcome: true })
      const paid = await Promise.all(agents.map((agent) => amounts(agent, "stake_return")))
      expect(paid.flat()).toEqual([...Array.from({ length: 10 }, () => 117), 90])
    })

    it.each([
      ["seven of ten against it", 7, 3, 225],
      ["thirteen of nineteen against it", 13, 6, 90],
      ["five of five, early", 5, 0, 292],
      ["four of four, early: too few", 4, 0, 117]
    ])("multiplies by 2.5 for a contrarian call, %s", async (_, yes, no, returned) => {
      const question = await openQuestion(auspex)
      await crowd(question, yes, no)
      const agent = await anAgent()
      await predict(auspex, agent, question, { prediction: false, confidence: 60 })
      await resolve(question, { outcome: false })
      expect(await amounts(agent, "stake_return")).toEqual([returned])
    })

    it("multiplies by at most 5: contrarian with a streak of ten", async () => {
      const question = await openQuestion(auspex)
      await crowd(question, 10, 0)
      const agent = await anAgent()
      await query(auspex, "update accounts set streak_count = 9 where id = $1::uuid", [agent.id])
      await predict(auspex, agent, question, { prediction: false, confidence: 60 })
      await resolve(question, { outcome: false })
      expect(await amounts(agent, "stake_return")).toEqual([450])
    })
  })

  describe("the engagement reward", () => {
    let agent: TestAgent
    beforeAll(async () => {
      agent = await anAgent()
    })
    const none = { reasoning: 0, citations: 0, difficulty: 0, early: 0, contrarian: 0, diversity: 0 }
    const dryRun = async (question: string, reasoning: string, prediction = false) => {
      const body = { prediction, confidence: 60, reasoning }
      const target = `/api/questions/${question}/predict?dry_run=true`
      const answer = await auspex.call("POST", target, { as: agent.key, body })
      expect(answer.status).toBe(200)
      return answer.body.engagement_reward
    }
    const late = async (extra: object = {}): Promise<string> => {
      const question = await openQuestion(auspex, extra)
      await crowd(question, 5, 5)
      return question
    }

    it.each([[79, 0], [80, 10], [149, 10], [150, 20]])("%i meaningful words: %i", async (words, reasoning) => {
      expect(await dryRun(await late(), reasoningOf({ words }))).toEqual({ ...none, reasoning, total: reasoning })
    })

    it.each([
      [{ citations: 2 }, 0],
      [{ citations: 3 }, 10],
      [{ citations: 2, numbers: 1 }, 10]
    ])("data points of %j: %i", async (shape, citations) => {
      expect(await dryRun(await late(), reasoningOf(shape))).toEqual({ ...none, citations, total: citations })
    })

    it.each([[1, 0], [1.99, 0], [2, 5], [2.99, 5], [3, 10], [3.99, 10], [4, 15], [5, 15]])(
      "weight %f: %i",
      async (weight, difficulty) => {
        expect(await dryRun(await late({ weight }), reasoningOf())).toEqual({
          ...none,
          difficulty,
          total: difficulty
        })
      }
    )

    it.each([[1, 15], [3, 15], [4, 5], [10, 5], [11, 0]])("place %i on the question: %i", async (place, early) => {
      const question = await openQuestion(auspex)
      await crowd(question, Math.ceil((place - 1) / 2), Math.floor((place - 1) / 2))
      expect(await dryRun(question, reasoningOf())).toEqual({ ...none, early, total: early })
    })

    it.each([[7, 3, 15], [69, 31, 0], [70, 30, 15], [5, 0, 15], [4, 0, 0]])(
      "against %i of those and %i: %i",
      async (yes, no, contrarian) => {
        const question = await openQuestion(auspex)
        await crowd(question, yes, no)
        expect(await dryRun(question, reasoningOf())).toMatchObject({ contrarian })
      }
    )

    it("is at most 40, with its parts in full", async () => {
      const question = await openQuestion(auspex, { weight: 5 })
      await crowd(question, 5, 0)
      expect(await dryRun(question, reasoningOf({ words: 150, numbers: 0, citations: 3 })))
        .toEqual({ total: 40, reasoning: 20, citations: 10, difficulty: 15, early: 5, contrarian: 15, diversity: 0 })
    })
  })

  it("reward the first, tenth, fiftieth and hundredth prediction of an account", async () => {
    const agent = await anAgent()
    const bonusAt: Array<number> = []
    const place = async (ordinal: number) => {
      await query(auspex, "update accounts set prediction_count = $2::int where id = $1::uuid", [agent.id, ordinal - 1])
      await predict(auspex, agent, await openQuestion(auspex))
      bonusAt.push((await amounts(agent, "milestone_bonus")).reduce((sum, amount) => sum + amount, 0))
    }
    const sums = [[1, 100], [2, 100], [9, 100], [10, 300], [11, 300], [49, 300], [50, 800], [51, 800], [99, 800], [
      100,
      1_800
    ]]
    for (const [ordinal] of sums) await place(ordinal!)
    expect(bonusAt).toEqual(sums.map(([, sum]) => sum))
  })

  it("are exact far beyond 32 bits, on every board and in the past", async () => {
    const [agent, second] = [await anAgent(), await anAgent()]
    const [most, less] = [9_007_199_254_730_001, 3_000_000_001]
    await setPoints(auspex, agent.id, most)
    await setPoints(auspex, second.id, less)
    const question = await openQuestion(auspex)
    await predict(auspex, agent, question, { confidence: 60 })
    await predict(auspex, second, question, { confidence: 60, prediction: false })
    await resolve(question, { outcome: true })

    const pointsOf = async ({ key }: TestAgent) => (await auspex.call("GET", "/api/me", { as: key })).body.user.points
    const [points, others] = [await pointsOf(agent), await pointsOf(second)]
    expect(points - most).toBe((await entriesOf(agent)).slice(0, -2).reduce((sum, { amount }) => sum + amount, 0))
    expect((await entriesOf(agent)).map(({ balance }) => balance)[0]).toBe(points)
    const now = encodeURIComponent(new Date().toISOString())
    for (const board of ["/api/leaderboard?limit=1", `/api/leaderboard?limit=1&as_of=${now}`]) {
      const first = (await auspex.call("GET", board)).body
      const next = (await auspex.call("GET", `${board}&cursor=${first.next_cursor}`)).body
      const shown = [...first.leaderboard, ...next.leaderboard].map((
        { id, points }: { id: string; points: number }
      ) => [id, points])
      expect(shown).toEqual([[agent.id, points], [second.id, others]])
    }
    await setPoints(auspex, agent.id, 5_000)
    await setPoints(auspex, second.id, 5_000)
  })

  it("are limited by the database, which refuses a balance above 2^53 - 1", async () => {
    const agent = await anAgent()
    await setPoints(auspex, agent.id, 9_007_199_254_740_991)
    await expect(setPoints(auspex, agent.id, 9_007_199_254_740_992)).rejects.toThrow(/Failed to execute/)
    expect((await auspex.call("GET", "/api/me", { as: agent.key })).body.user.points).toBe(9_007_199_254_740_991)
    await setPoints(auspex, agent.id, 5_000)
  })

  it("keep every balance equal to the sum of its entries", async () => {
    const wrong = await query(
      auspex,
      `select a.id from accounts a left join (select account_id, sum(amount) as sum, max(seq) as seq from ledger group by account_id) l
        on l.account_id = a.id where a.points is distinct from l.sum or a.ledger_seq is distinct from l.seq`
    )
    expect(wrong).toEqual([])
  })
})

onServerDatabase("the founding bonus", (db) => {
  it("goes to the first prediction of the hundredth agent, not of the hundred and first", async () => {
    const auspex = await startAuspex(db.layer)
    try {
      await query(
        auspex,
        `insert into accounts (id, type, name, name_key, role, referral_code, trust_label, model)
          select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'agent', 'Founder ' || n, 'founder ' || n,
            'predictor', 'F' || n, 'unverified', 'gpt-5' from generate_series(1, 99) n`
      )
      const owner = await verifiedHuman(auspex)
      const [hundredth, next] = [await linkedAgent(auspex, { owner }), await linkedAgent(auspex, { owner })]
      const question = await openQuestion(auspex)
      // The later one predicts first, but the order of registration counts.
      for (const agent of [next, hundredth]) await predict(auspex, agent, question)
      await predict(auspex, hundredth, await openQuestion(auspex))
      const bonuses = (id: string) =>
        query(auspex, "select amount from ledger where account_id = $1::uuid and reason = 'founding_bonus'", [id])
      expect(await bonuses(hundredth.id)).toEqual([{ amount: 1_000 }])
      expect(await bonuses(next.id)).toEqual([])
    } finally {
      await auspex.stop()
    }
  })
})
