import { onEachDatabase } from "@auspex/testkit/databases"
import { expect, it } from "vitest"
import { goodPrediction, goodReasoning, linkedAgent, openQuestion, registerAgent, verifiedHuman } from "../people.ts"
import { auspexOn } from "../servers.ts"

onEachDatabase("the forecasting loop", (db) => {
  const auspex = auspexOn(db)

  it("runs from registration to payout", async () => {
    const first = await registerAgent(auspex)
    const second = await registerAgent(auspex, { referral_code: first.referral_code, model: "claude-opus-4" })
    const me = await auspex.call("GET", "/api/me", { as: first.key })
    expect(me.body.user.points).toBe(5_200)

    const owner = await verifiedHuman(auspex)
    const other = await verifiedHuman(auspex)
    const question = await openQuestion(auspex)
    const refused = await auspex.call("POST", `/api/questions/${question}/predict`, {
      as: first.key,
      body: goodPrediction()
    })
    expect([refused.status, refused.body.code]).toEqual([403, "AGENT_NOT_LINKED"])
    for (const [agent, human] of [[first, owner], [second, other]] as const) {
      const linked = await auspex.call("POST", "/api/me/agents", { as: human.token, body: { api_key: agent.key } })
      expect(linked.body.agent.trust_label).toBe("verified")
    }

    const reasoning = goodReasoning()
    const placed = await auspex.call("POST", `/api/questions/${question}/predict`, {
      as: first.key,
      body: { prediction: true, confidence: 70, reasoning }
    })
    expect(placed.status).toBe(201)
    expect(placed.body.prediction).toMatchObject({
      question_id: question,
      user_id: first.id,
      confidence: 70,
      upvotes: 0
    })
    expect(placed.body.engagement_reward.early).toBe(15)

    const again = await auspex.call("POST", `/api/questions/${question}/predict`, {
      as: first.key,
      body: goodPrediction()
    })
    expect([again.status, again.body.code]).toEqual([409, "DUPLICATE_PREDICTION"])

    const bad = await auspex.call("POST", `/api/questions/${question}/predict`, {
      as: second.key,
      body: { prediction: false, confidence: 49, reasoning: "Because." }
    })
    expect(bad.status).toBe(400)
    expect(bad.body.failures.map((failure: { code: string }) => failure.code)).toEqual([
      "INVALID_CONFIDENCE",
      "REASONING_TOO_SHORT",
      "REASONING_MISSING_SECTIONS",
      "REASONING_FEW_UNIQUE_WORDS",
      "CITATIONS_REQUIRED"
    ])

    const copied = await auspex.call("POST", `/api/questions/${question}/predict`, {
      as: second.key,
      body: { prediction: false, confidence: 60, reasoning: `${reasoning} Indeed.` }
    })
    expect(copied.body.failures.map((failure: { code: string }) => failure.code)).toEqual([
      "CITATIONS_REUSED",
      "REASONING_TOO_SIMILAR"
    ])

    const counter = await auspex.call("POST", `/api/questions/${question}/predict`, {
      as: second.key,
      body: goodPrediction({ prediction: false, confidence: 60 })
    })
    expect(counter.status).toBe(201)

    const consensus = await auspex.call("GET", `/api/questions/${question}/consensus`)
    expect(consensus.body).toMatchObject({
      total_agents: 2,
      yes_count: 1,
      no_count: 1,
      yes_percent: 50,
      avg_confidence: 65
    })
    expect(consensus.body.model_breakdown.map((row: { model_family: string }) => row.model_family).sort()).toEqual([
      "claude",
      "gpt"
    ])
    expect(consensus.body.strongest_for.prediction_id).toBe(placed.body.prediction.id)

    const resolved = await auspex.call("POST", `/api/admin/questions/${question}/resolve`, {
      as: auspex.adminKey,
      body: { outcome: true, resolution_note: "It was.", evidence_urls: ["https://example.org/proof"] }
    })
    expect(resolved.status).toBe(200)
    expect(resolved.body.question).toMatchObject({ status: "resolved", outcome: true })

    const after = await auspex.call("GET", "/api/me", { as: first.key })
    const { performance } = after.body.user
    expect(performance).toMatchObject({ predictions: 1, resolved: 1, accuracy: 1, streak_count: 1, brier_score: 0.09 })
    const ledger = await auspex.call("GET", "/api/me/transactions", { as: first.key })
    const entries: ReadonlyArray<{ reason: string; amount: number; balance: number }> = ledger.body.transactions
    // 70 x 2.0 x 1, x 1.3 for one of the first ten.
    expect(entries.find((entry) => entry.reason === "stake_return")?.amount).toBe(182)
    expect(entries.map((entry) => entry.reason).sort()).toEqual([
      "daily_stipend",
      "engagement_reward",
      "founding_bonus",
      "milestone_bonus",
      "referral_bonus",
      "registration",
      "stake_lock",
      "stake_return"
    ])
    expect(entries.reduce((sum, entry) => sum + entry.amount, 0)).toBe(after.body.user.points)
    expect(entries[0]?.balance).toBe(after.body.user.points)

    const board = await auspex.call("GET", "/api/leaderboard")
    expect(board.body.leaderboard[0]).toMatchObject({ rank: 1, id: first.id, accuracy: 1, predictions: 1 })
    const profile = await auspex.call("GET", `/api/agents/${first.id}`)
    expect(profile.body).toMatchObject({ id: first.id, predictions: 1, accuracy: 1, followers: 0, brier_score: 0.09 })
    const closed = await auspex.call("POST", `/api/questions/${question}/predict`, {
      as: (await linkedAgent(auspex)).key,
      body: goodPrediction()
    })
    expect([closed.status, closed.body.code]).toEqual([400, "QUESTION_NOT_OPEN"])
  })

  it("has votes that count once, are replaced and withdrawn, and are refused within one owner", async () => {
    const author = await linkedAgent(auspex)
    const sibling = await linkedAgent(auspex, { owner: author.owner })
    const stranger = await linkedAgent(auspex)
    const question = await openQuestion(auspex)
    const placed = await auspex.call("POST", `/api/questions/${question}/predict`, {
      as: author.key,
      body: goodPrediction()
    })
    const target = `/api/predictions/${placed.body.prediction.id}`
    for (const own of [author, sibling]) {
      const refused = await auspex.call("POST", `${target}/upvote`, { as: own.key })
      expect([refused.status, refused.body.code]).toEqual([403, "SAME_OWNER_VOTE"])
    }
    const steps = [
      ["POST", "upvote", { upvotes: 1, downvotes: 0, has_upvoted: true, has_downvoted: false }],
      ["POST", "upvote", { upvotes: 1, downvotes: 0, has_upvoted: true, has_downvoted: false }],
      ["DELETE", "downvote", { upvotes: 1, downvotes: 0, has_upvoted: true, has_downvoted: false }],
      ["POST", "downvote", { upvotes: 0, downvotes: 1, has_upvoted: false, has_downvoted: true }],
      ["DELETE", "downvote", { upvotes: 0, downvotes: 0, has_upvoted: false, has_downvoted: false }],
      ["DELETE", "downvote", { upvotes: 0, downvotes: 0, has_upvoted: false, has_downvoted: false }]
    ] as const
    for (const [method, kind, counts] of steps) {
      const answer = await auspex.call(method, `${target}/${kind}`, { as: stranger.key })
      expect([answer.status, answer.body]).toEqual([200, counts])
    }
    // A later link removes the vote.
    const voter = await registerAgent(auspex)
    const votersOwner = await verifiedHuman(auspex)
    await auspex.call("POST", "/api/me/agents", { as: votersOwner.token, body: { api_key: voter.key } })
    await auspex.call("POST", `${target}/upvote`, { as: voter.key })
    const human = await auspex.call("POST", `${target}/upvote`, { as: votersOwner.token })
    expect(human.body.upvotes).toBe(2)
  })

  it("checks without storing in a dry run", async () => {
    const agent = await linkedAgent(auspex)
    const question = await openQuestion(auspex)
    const target = `/api/questions/${question}/predict?dry_run=true`
    const body = goodPrediction()
    const rehearsed = await auspex.call("POST", target, { as: agent.key, body })
    expect([rehearsed.status, rehearsed.body.dry_run]).toEqual([200, true])
    const failed = await auspex.call("POST", target, {
      as: agent.key,
      body: { prediction: true, confidence: 70, reasoning: "No." }
    })
    expect([failed.status, failed.body.code]).toEqual([400, "REASONING_TOO_SHORT"])
    const placed = await auspex.call("POST", `/api/questions/${question}/predict`, { as: agent.key, body })
    expect(placed.body.engagement_reward).toEqual(rehearsed.body.engagement_reward)
  })

  it("reports all changes of the balance by placing, in the dry run and in the answer", async () => {
    const agent = await linkedAgent(auspex)
    const before = (await auspex.call("GET", "/api/me", { as: agent.key })).body.user.points
    const body = goodPrediction({ confidence: 80 })
    const target = `/api/questions/${await openQuestion(auspex)}/predict`
    const rehearsed = (await auspex.call("POST", `${target}?dry_run=true`, { as: agent.key, body })).body
    const earned = rehearsed.engagement_reward.total
    expect(rehearsed.points).toMatchObject({
      stake: 80,
      engagement_reward: earned,
      daily_stipend: 50,
      milestone_bonus: 100,
      net: rehearsed.points.balance_after - before
    })
    const { balance_after, net, stake, ...earnings } = rehearsed.points
    expect(Object.values<number>(earnings).reduce((sum, amount) => sum + amount, -stake)).toBe(net)
    const placed = (await auspex.call("POST", target, { as: agent.key, body })).body
    expect(placed.points).toEqual(rehearsed.points)
    expect((await auspex.call("GET", "/api/me", { as: agent.key })).body.user.points).toBe(balance_after)
    const { transactions } = (await auspex.call("GET", "/api/me/transactions?limit=5", { as: agent.key })).body
    const booked = (reason: string): number =>
      transactions.find((entry: { reason: string }) => entry.reason === reason)?.amount ?? 0
    for (const [reason, amount] of Object.entries(earnings)) expect([reason, booked(reason)]).toEqual([reason, amount])
    expect(booked("stake_lock")).toBe(-80)
    // The next prediction of the day earns neither stipend nor milestone.
    const second = `/api/questions/${await openQuestion(auspex)}/predict`
    const later = (await auspex.call("POST", second, { as: agent.key, body: goodPrediction() })).body.points
    expect(later).toMatchObject({ stake: 70, daily_stipend: 0, milestone_bonus: 0, founding_bonus: 0 })
  })

  it("accepts a probability instead of side and confidence, and an option instead of a side", async () => {
    const agent = await linkedAgent(auspex)
    const place = async (question: string, extra: object) => {
      const body = { ...goodPrediction(), prediction: undefined, confidence: undefined, ...extra }
      return await auspex.call("POST", `/api/questions/${question}/predict`, { as: agent.key, body })
    }
    const question = await openQuestion(auspex)
    const fraction = await place(question, { probability: 0.28 })
    expect([fraction.status, fraction.body.code, fraction.body.field ?? fraction.body.failures[0].field]).toEqual([
      400,
      "INVALID_CONFIDENCE",
      "probability"
    ])
    expect(fraction.body.error).toContain("whole number from 2 to 99")
    const sentence = (answer: { body: { error: string } }) =>
      answer.body.error.replace(/^probability is \S+;|;[^;]*$/g, "")
    for (const probability of [0, 1, 100]) {
      const certain = await place(question, { probability })
      expect([certain.status, certain.body.code]).toEqual([400, "INVALID_CONFIDENCE"])
      expect(sentence(certain).replace(/\.$/, "")).toBe(sentence(fraction))
    }
    const contrary = await place(question, { probability: 28, prediction: true })
    expect([contrary.status, contrary.body.code]).toEqual([400, "INVALID_REQUEST"])
    const unlikely = await place(question, { probability: 28 })
    expect(unlikely.status).toBe(201)
    expect(unlikely.body.prediction).toMatchObject({ prediction: false, confidence: 72 })
    expect(unlikely.body.points.stake).toBe(72)
    const multi = await openQuestion(auspex, { question_type: "multi", options: ["Red", "Green"] })
    expect((await place(multi, { probability: 72 })).body.code).toBe("INVALID_OPTION")
    const low = await place(multi, { selected_option: "Green", probability: 30 })
    expect(low.body.error).toContain("a whole number from 50 to 99: the chance of selected_option in percent")
    const chosen = await place(multi, { selected_option: "Green", probability: 60 })
    expect([chosen.status, chosen.body.prediction]).toMatchObject([
      201,
      { prediction: true, selected_option: "Green", confidence: 60 }
    ])
  })

  it("accepts exactly one of two hundred concurrent predictions", async () => {
    const agent = await linkedAgent(auspex)
    const question = await openQuestion(auspex)
    const answers = await Promise.all(
      Array.from(
        { length: 200 },
        () => auspex.call("POST", `/api/questions/${question}/predict`, { as: agent.key, body: goodPrediction() })
      )
    )
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1)
    expect(answers.filter((answer) => answer.status === 409)).toHaveLength(199)
    const consensus = await auspex.call("GET", `/api/questions/${question}/consensus`)
    expect(consensus.body.total_agents).toBe(1)
  })

  it("resolves multi questions by option, and returns every stake for void", async () => {
    const agents = await Promise.all([1, 2, 3].map(() => linkedAgent(auspex)))
    const options = ["Alpha", "Beta", "Gamma"]
    const question = await openQuestion(auspex, { question_type: "multi", options })
    for (const [index, agent] of agents.entries()) {
      const placed = await auspex.call("POST", `/api/questions/${question}/predict`, {
        as: agent.key,
        body: goodPrediction({ selected_option: options[index] })
      })
      expect(placed.status).toBe(201)
    }
    const shown = await auspex.call("GET", `/api/questions/${question}`)
    expect(shown.body.question.option_counts).toEqual({ Alpha: 1, Beta: 1, Gamma: 1 })
    const resolved = await auspex.call("POST", `/api/admin/questions/${question}/resolve`, {
      as: auspex.adminKey,
      body: { correct_options: ["Beta"] }
    })
    expect(resolved.status).toBe(200)
    const scores = (await auspex.call("GET", `/api/questions/${question}/predictions`)).body.predictions
    const score = (option: string) =>
      scores.find((row: { selected_option: string }) => row.selected_option === option).brier_score
    // p = .7 on the choice, .15 on each other: (.09 + 2 x .0225) / 2 and (.49 + .7225 + .0225) / 2.
    expect(score("Beta")).toBeCloseTo(0.0675, 12)
    expect(score("Alpha")).toBeCloseTo(0.6175, 12)

    const voided = await openQuestion(auspex)
    const [agent] = agents
    const before = (await auspex.call("GET", "/api/me", { as: agent!.key })).body.user.points
    const placed = await auspex.call("POST", `/api/questions/${voided}/predict`, {
      as: agent!.key,
      body: goodPrediction({ confidence: 90 })
    })
    const earned = placed.body.engagement_reward.total
    await auspex.call("POST", `/api/admin/questions/${voided}/resolve`, {
      as: auspex.adminKey,
      body: { outcome: null }
    })
    const after = (await auspex.call("GET", "/api/me", { as: agent!.key })).body.user
    expect(after.points).toBe(before + earned)
    expect(after.performance.resolved).toBe(1)
  })
})
