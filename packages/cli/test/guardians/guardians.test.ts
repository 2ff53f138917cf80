import { onServerDatabase } from "@auspex/testkit/databases"
import { checkInvariants } from "@auspex/testkit/invariants"
import { Effect } from "effect"
import { afterEach, expect, it } from "vitest"
import {
  draftQuestion,
  linkedAgent,
  openQuestion,
  predict,
  query,
  questionFields,
  registerAgent,
  signUp,
  verifiedHuman
} from "../people.ts"
import { auspexOn } from "../servers.ts"
import { coded, flag, type Guardian, guardian, movesOf, predictionsOf, trustOf, validate } from "./people.ts"

const unknownId = "01900000-0000-7000-8000-000000000000"

// On one database only: `reviews` and `standing` test the same statements on both.
onServerDatabase("guardians", (db) => {
  const auspex = auspexOn(db)
  afterEach(() => Effect.runPromise(db.shiftClock("0")))

  const get = (target: string, as?: string) => auspex.call("GET", target, { as })
  const post = (target: string, as: string, body?: object) => auspex.call("POST", target, { as, body })
  const apply = (as: string) => post("/api/guardian/apply", as)
  const notifiedTypes = async (account: { readonly id: string }) =>
    (await query<{ type: string }>(
      auspex,
      "select type from notifications where account_id = $1::uuid order by created_at, id",
      [account.id]
    )).map(({ type }) => type)

  it("are verified or trusted agents that applied, and nobody else", async () => {
    const agent = await linkedAgent(auspex)
    const granted = await apply(agent.key)
    expect([granted.status, granted.body]).toEqual([200, {
      message: expect.stringContaining("/api/guardian/queue"),
      status: "approved",
      role: "predictor,guardian"
    }])
    expect((await apply(agent.key)).body).toEqual(granted.body)
    expect((await get("/api/me", agent.key)).body.user.role).toBe("predictor,guardian")
    const stranger = await registerAgent(auspex)
    expect(coded(await apply(stranger.key))).toBe("403 GUARDIAN_REQUIRED")
    expect(coded(await apply((await verifiedHuman(auspex)).token))).toBe("403 GUARDIAN_REQUIRED")
    expect(coded(await auspex.call("POST", "/api/guardian/apply"))).toBe("401 MISSING_AUTH")
    const patch = { as: stranger.key, body: { role: "predictor,guardian" } }
    expect(coded(await auspex.call("PATCH", "/api/me", patch))).toBe("403 GUARDIAN_REQUIRED")
    expect(coded(await auspex.call("PATCH", "/api/me", { ...patch, as: agent.key }))).toBe("200")
    expect(coded(await get("/api/guardian/queue", (await linkedAgent(auspex)).key))).toBe("403 GUARDIAN_REQUIRED")
    expect(
      await query(
        auspex,
        "select before, after from audit_log where action = 'guardian.apply' and subject_id = $1::text",
        [agent.id]
      )
    ).toEqual([{ before: { role: "predictor" }, after: { role: "predictor,guardian" } }])
  })

  it("that are flagged may not act", async () => {
    const resting = await guardian(auspex)
    const [prediction] = await predictionsOf(auspex, await linkedAgent(auspex), 1)
    const path = `/api/admin/agents/${resting.id}/trust-label`
    await post(path, auspex.adminKey, { trust_label: "flagged", reason: "Says yes to everything." })
    expect(coded(await validate(auspex, resting, prediction!))).toBe("403 GUARDIAN_REQUIRED")
    expect(coded(await get("/api/guardian/queue", resting.key))).toBe("403 GUARDIAN_REQUIRED")
    expect(coded(await apply(resting.key))).toBe("403 GUARDIAN_REQUIRED")
  })

  it("are shown as guardians only while they may act", async () => {
    const agent = await guardian(auspex)
    const [prediction] = await predictionsOf(auspex, agent, 1)
    const [row] = await query<{ question_id: string }>(
      auspex,
      "select question_id from predictions where id = $1::uuid",
      [prediction]
    )
    const question = row!.question_id
    const shown = async (limit: number) => {
      const [profile, board, list, own] = await Promise.all([
        get(`/api/agents/${agent.id}`),
        get("/api/leaderboard?limit=100"),
        get(`/api/questions/${question}/predictions?limit=${limit}`),
        get("/api/me", agent.key)
      ])
      return [
        profile.body.role,
        board.body.leaderboard.find(({ id }: { id: string }) => id === agent.id)?.role,
        list.body.predictions[0].user_role,
        own.body.user.role
      ]
    }
    const role = "predictor,guardian"
    expect(await shown(20)).toEqual([role, role, role, role])
    const body = { trust_label: "flagged", reason: "Says yes to everything." }
    expect((await post(`/api/admin/agents/${agent.id}/trust-label`, auspex.adminKey, body)).status).toBe(200)
    // Another page, because a question's lists are cached until it changes.
    expect(await shown(10)).toEqual(["predictor", "predictor", "predictor", role])
  })

  it("validate for 20 points, once, and the author is notified", async () => {
    const author = await linkedAgent(auspex)
    const [prediction] = await predictionsOf(auspex, author, 1)
    const by = await guardian(auspex)
    const before = (await trustOf(auspex, by)).points
    const answer = await validate(auspex, by, prediction!.toUpperCase(), {
      validation: "suspect",
      reason: "  The cited page is not there.  ",
      flags: ["off_topic", "hallucinated_citation", "off_topic"]
    })
    expect([answer.status, answer.body]).toEqual([201, {
      validation: {
        id: answer.body.validation?.id,
        prediction_id: prediction,
        validator_id: by.id,
        validation: "suspect",
        reason: "The cited page is not there.",
        flags: "hallucinated_citation,off_topic",
        created_at: expect.stringMatching(/Z$/)
      }
    }])
    expect((await trustOf(auspex, by)).points).toBe(before + 20)
    expect((await get("/api/me/transactions?limit=1", by.key)).body.transactions).toMatchObject([
      { amount: 20, reason: "validation_reward", balance: before + 20 }
    ])
    expect(coded(await validate(auspex, by, prediction!))).toBe("409 ALREADY_VALIDATED")
    expect((await get("/api/me/validated-prediction-ids", by.key)).body).toEqual({ prediction_ids: [prediction] })
    expect((await get("/api/me/validated-prediction-ids", author.key)).body).toEqual({ prediction_ids: [] })
    expect(await notifiedTypes(author)).toContain("prediction_validated")
    expect(await notifiedTypes(by)).not.toContain("prediction_validated")
  })

  it("are refused for invalid requests, for their family's predictions, and for unknown ones", async () => {
    const author = await linkedAgent(auspex)
    const [prediction] = await predictionsOf(auspex, author, 1)
    const sibling = await guardian(auspex, { owner: author.owner })
    const stranger = await guardian(auspex)
    expect(coded(await validate(auspex, sibling, prediction!))).toBe("403 SAME_OWNER_VALIDATION")
    expect(coded(await flag(auspex, sibling, prediction!))).toBe("403 SAME_OWNER_VALIDATION")
    expect(coded(await flag(auspex, author, prediction!))).toBe("403 SAME_OWNER_VALIDATION")
    expect(coded(await flag(auspex, { key: author.owner.token }, prediction!))).toBe("403 SAME_OWNER_VALIDATION")
    await apply(author.key)
    expect(coded(await validate(auspex, author, prediction!))).toBe("403 SAME_OWNER_VALIDATION")
    expect(coded(await validate(auspex, stranger, unknownId))).toBe("404 PREDICTION_NOT_FOUND")
    expect(coded(await validate(auspex, stranger, "nothing"))).toBe("404 PREDICTION_NOT_FOUND")
    expect(coded(await flag(auspex, stranger, "nothing"))).toBe("404 PREDICTION_NOT_FOUND")
    const wrong = await validate(auspex, stranger, prediction!, { reason: " too short ", flags: ["rude"] })
    expect(coded(wrong)).toBe("400 INVALID_REQUEST")
    expect(wrong.body.failures).toMatchObject([{ field: "reason", measured: 9, limit: 10 }, { field: "flags" }])
    expect(coded(await validate(auspex, stranger, prediction!, { validation: "perhaps" }))).toBe("400 INVALID_REQUEST")
    expect(coded(await validate(auspex, stranger, prediction!, { flags: "spam" }))).toBe("400 INVALID_REQUEST")
    expect(coded(await validate(auspex, await linkedAgent(auspex), prediction!))).toBe("403 GUARDIAN_REQUIRED")
    const big = { reason: "x".repeat(17_000) }
    expect(coded(await validate(auspex, stranger, prediction!, big))).toBe("413 PAYLOAD_TOO_LARGE")
  })

  it("validate five a day, by the database's clock, and every account may flag three", async () => {
    const author = await linkedAgent(auspex)
    const predictions = await predictionsOf(auspex, author, 6)
    const by = await guardian(auspex)
    // Far enough from midnight that the day does not end during the test.
    await Effect.runPromise(db.freezeClock(new Date(new Date().setUTCHours(23, 59, 30, 0) + 86_400_000)))
    for (const id of predictions.slice(0, 5)) expect(coded(await validate(auspex, by, id))).toBe("201")
    const late = await validate(auspex, by, predictions[5]!)
    expect([coded(late), late.headers.get("retry-after")]).toEqual(["429 DAILY_LIMIT", "30"])
    expect(coded(await validate(auspex, by, predictions[0]!))).toBe("409 ALREADY_VALIDATED")
    for (const id of predictions.slice(0, 3)) expect((await flag(auspex, by, id)).status).toBe(200)
    expect((await flag(auspex, by, predictions[0]!)).body).toEqual({ flagged: true, flags: 1 })
    const fourth = await flag(auspex, by, predictions[3]!)
    expect([coded(fourth), fourth.headers.get("retry-after")]).toEqual(["429 DAILY_LIMIT", "30"])
    await Effect.runPromise(db.freezeClock(new Date(new Date().setUTCHours(0, 0, 0, 0) + 2 * 86_400_000)))
    expect(coded(await validate(auspex, by, predictions[5]!))).toBe("201")
    expect(coded(await flag(auspex, by, predictions[3]!))).toBe("200")
    expect((await get("/api/me/validated-prediction-ids", by.key)).body.prediction_ids).toHaveLength(6)
  })

  it("of two owners mark a prediction with their flags, wherever it is shown and as of that time", async () => {
    const author = await linkedAgent(auspex)
    const question = await openQuestion(auspex)
    const { prediction } = await predict(auspex, author, question)
    const [first, sibling, second] = [await guardian(auspex), undefined, await guardian(auspex)]
    const suspect = (flags: ReadonlyArray<string>) => ({ validation: "suspect", flags })
    const shown = async (search = "") =>
      (await get(`/api/questions/${question}/predictions${search}`)).body.predictions[0].hallucination_flags
    await validate(auspex, first, prediction.id, suspect(["hallucinated_citation"]))
    const another = sibling ?? await guardian(auspex, { owner: first.owner })
    await validate(auspex, another, prediction.id, suspect(["spam"]))
    expect(await shown()).toBeUndefined()
    const [{ now }] = await query<{ now: Date }>(auspex, "select auspex_clock() as now") as [{ now: Date }]
    await validate(auspex, second, prediction.id, suspect([]))
    expect(await shown()).toBe("hallucinated_citation,spam")
    expect(await shown(`?as_of=${now.toISOString()}`)).toBeUndefined()
    expect((await trustOf(auspex, author)).flagged_prediction_count).toBe(1)
    const { body } = await get("/api/leaderboard?limit=100")
    expect(body.leaderboard.find(({ id }: { id: string }) => id === author.id)).toMatchObject({
      hallucination_rate: 1,
      predictions: 1
    })
    expect(await notifiedTypes(author)).toContain("prediction_flagged")
    expect((await trustOf(auspex, author)).trust_label).toBe("verified")
  })

  it("or others of two owners that flag a hallucination mark the prediction, but agents without an owner do not", async () => {
    const [prediction] = await predictionsOf(auspex, await linkedAgent(auspex), 1)
    const marked = async () =>
      (await query<{ hallucination_flags: string | null }>(
        auspex,
        "select hallucination_flags from predictions where id = $1::uuid",
        [prediction]
      ))[0]!.hallucination_flags
    expect(coded(await flag(auspex, { key: (await signUp(auspex)).token }, prediction!))).toBe("403 EMAIL_NOT_VERIFIED")
    const newcomer = await registerAgent(auspex)
    expect((await flag(auspex, newcomer, prediction!)).body).toEqual({ flagged: true, flags: 1 })
    expect((await flag(auspex, await registerAgent(auspex), prediction!)).body).toEqual({ flagged: true, flags: 2 })
    const human = await verifiedHuman(auspex)
    expect((await flag(auspex, { key: human.token }, prediction!)).body).toEqual({ flagged: true, flags: 3 })
    expect(await marked()).toBeNull()
    // The newcomer's flag counts once the agent has an owner.
    const owner = await verifiedHuman(auspex)
    await post("/api/me/agents", owner.token, { api_key: newcomer.key })
    expect(await marked()).toBe("hallucination")
  })

  it("see every waiting draft, page by page", async () => {
    const by = await guardian(auspex)
    const suggester = await linkedAgent(auspex)
    for (let n = 0; n < 5; n++) await post("/api/questions/suggest", suggester.key, questionFields())
    const ofAdministrators = await draftQuestion(auspex)
    const drafts = async (search: string): Promise<ReadonlyArray<string>> =>
      (await get(`/api/guardian/queue?${search}`, by.key)).body.questions.map(({ id }: { id: string }) => id)
    const all = await drafts("limit=100")
    const paged: Array<string> = []
    for (let offset = 0; offset < all.length; offset += 2) paged.push(...await drafts(`limit=2&offset=${offset}`))
    expect([all.length >= 5, paged]).toEqual([true, all])
    expect(all).not.toContain(ofAdministrators)
    expect(await drafts(`limit=2&offset=${all.length}`)).toEqual([])
  })

  it("see the unvalidated first, the oldest before the others, and never their own", async () => {
    const author = await linkedAgent(auspex)
    const [first, second, third] = await predictionsOf(auspex, author, 3)
    const [by, other] = [await guardian(auspex), await guardian(auspex)]
    const queue = async (of: Guardian) => {
      const ids: Array<string> = []
      for (let cursor: string | null = ""; cursor !== null;) {
        const search = cursor === "" ? "" : `&cursor=${cursor}`
        const { body } = await get(`/api/guardian/queue?limit=3${search}`, of.key)
        ids.push(...body.predictions.map(({ id }: { id: string }) => id))
        cursor = body.next_cursor
      }
      return ids.filter((id) => [first, second, third].includes(id))
    }
    expect(await queue(by)).toEqual([first, second, third])
    await validate(auspex, other, first!)
    expect(await queue(by)).toEqual([second, third, first])
    expect(await queue(other)).toEqual([second, third])
    await validate(auspex, await guardian(auspex), first!)
    expect(await queue(by)).toEqual([second, third])
    expect(await queue(await guardian(auspex, { owner: author.owner }))).toEqual([])
    const { body } = await get("/api/guardian/queue?limit=1", by.key)
    expect(body.predictions[0]).toMatchObject({ validations: 0, question: expect.any(String), has_upvoted: false })
    expect(body.total).toBeGreaterThan(1)
  })

  it("make an agent trusted with five validations by two owners and families, which is public", async () => {
    const author = await linkedAgent(auspex)
    const predictions = await predictionsOf(auspex, author, 5)
    const [by, other] = [await guardian(auspex), await guardian(auspex, { model: "claude-opus-4" })]
    for (const id of predictions.slice(0, 4)) await validate(auspex, by, id)
    expect((await trustOf(auspex, author)).trust_label).toBe("verified")
    await validate(auspex, other, predictions[4]!)
    expect((await get(`/api/agents/${author.id}`)).body.trust_label).toBe("trusted")
    expect((await get("/api/me", author.key)).body.user.trust_label).toBe("trusted")
    const { leaderboard } = (await get("/api/leaderboard?limit=100")).body
    expect(leaderboard.find(({ id }: { id: string }) => id === author.id).trust_label).toBe("trusted")
    expect(await movesOf(auspex, author)).toEqual([{
      actor: `account:${other.id}`,
      from: "verified",
      to: "trusted",
      note: expect.stringContaining("5 or more valid")
    }])
    expect(await notifiedTypes(author)).toContain("trust_label_changed")
    expect(await notifiedTypes(author.owner)).toContain("trust_label_changed")
  })

  it("get an agent flagged with three objections by two owners and families, until fewer than 40 % object", async () => {
    const author = await linkedAgent(auspex)
    const predictions = await predictionsOf(auspex, author, 3)
    const models = ["gpt-5", "claude-opus-4", "gemini-3", "grok-4"]
    const [a, b, c, d] = [
      await guardian(auspex),
      await guardian(auspex, { model: models[1]! }),
      await guardian(auspex, { model: models[2]! }),
      await guardian(auspex, { model: models[3]! })
    ]
    await validate(auspex, a, predictions[0]!, { validation: "suspect" })
    await validate(auspex, a, predictions[1]!, { validation: "suspect" })
    expect((await trustOf(auspex, author)).trust_label).toBe("verified")
    await validate(auspex, b, predictions[2]!, { validation: "suspect" })
    expect((await trustOf(auspex, author)).trust_label).toBe("flagged")
    for (const id of predictions) await validate(auspex, c, id)
    for (const by of [d, await guardian(auspex, { isNew: true })]) await validate(auspex, by, predictions[0]!)
    // Two of four owners object; the fifth owner is new.
    expect((await trustOf(auspex, author)).trust_label).toBe("flagged")
    await validate(auspex, await guardian(auspex), predictions[0]!)
    expect((await trustOf(auspex, author)).trust_label).toBe("flagged")
    await validate(auspex, await guardian(auspex), predictions[0]!)
    expect((await trustOf(auspex, author)).trust_label).toBe("verified")
    // On the first prediction four of five now disagree with the first guardian; the others have no majority.
    const takenBack = await query(
      auspex,
      "select account_id, amount from ledger where reason = 'validation_reversal' and account_id = any($1::uuid[])",
      [[a.id, b.id, c.id, d.id]]
    )
    expect(takenBack).toEqual([{ account_id: a.id, amount: -20 }])
    expect(await notifiedTypes(a)).toContain("points_reversed")
    expect((await movesOf(auspex, author)).map(({ to }) => to)).toEqual(["flagged", "verified"])
  })

  it("do not affect a label set by an administrator, and their earlier verdicts no longer count", async () => {
    const author = await linkedAgent(auspex)
    const predictions = await predictionsOf(auspex, author, 3)
    const [a, b] = [await guardian(auspex), await guardian(auspex, { model: "claude-opus-4" })]
    const set = (body: object, of = author.id) => post(`/api/admin/agents/${of}/trust-label`, auspex.adminKey, body)
    const flagged = await set({ trust_label: "flagged", reason: "Made its sources up." })
    expect([flagged.status, flagged.body.agent]).toMatchObject([200, { id: author.id, trust_label: "flagged" }])
    for (const id of predictions) for (const by of [a, b]) await validate(auspex, by, id)
    expect((await trustOf(auspex, author)).trust_label).toBe("flagged")
    expect((await set({ trust_label: "verified", reason: "Has explained itself." }, author.name)).status).toBe(200)
    await validate(auspex, await guardian(auspex, { model: "gemini-3" }), predictions[0]!)
    expect((await trustOf(auspex, author)).trust_label).toBe("verified")
    await set({ trust_label: "unverified", reason: "Its owner is gone." })
    await validate(auspex, await guardian(auspex, { model: "gemini-3" }), predictions[1]!)
    expect((await trustOf(auspex, author)).trust_label).toBe("unverified")
    expect((await movesOf(auspex, author)).map(({ actor, note, to }) => [actor.startsWith("test"), to, note])).toEqual([
      [true, "flagged", "Made its sources up."],
      [true, "verified", "Has explained itself."],
      [true, "unverified", "Its owner is gone."]
    ])
    expect(coded(await set({ trust_label: "flagged", reason: " " }))).toBe("400 INVALID_REQUEST")
    expect(coded(await set({ trust_label: "superb", reason: "Why not?" }))).toBe("400 INVALID_REQUEST")
    expect(coded(await set({ trust_label: "flagged", reason: "A human." }, author.owner.id))).toBe(
      "404 AGENT_NOT_FOUND"
    )
    expect(coded(await set({ trust_label: "flagged", reason: "Nobody." }, unknownId))).toBe("404 AGENT_NOT_FOUND")
    const byAgent = await post(`/api/admin/agents/${author.id}/trust-label`, author.key, {
      trust_label: "trusted",
      reason: "I am."
    })
    expect(coded(byAgent)).toBe("403 ADMIN_REQUIRED")
  })

  it("whose owner turns out to be the author's do not count", async () => {
    // A house agent: verified by an administrator, still without an owner.
    const house = await registerAgent(auspex, { model: "claude-opus-4" })
    await post(`/api/admin/agents/${house.id}/trust-label`, auspex.adminKey, {
      trust_label: "verified",
      reason: "Ours."
    })
    expect((await apply(house.key)).status).toBe(200)
    await query(auspex, "update accounts set created_at = created_at - interval '8 days' where id = $1::uuid", [
      house.id
    ])
    const author = await linkedAgent(auspex)
    const predictions = await predictionsOf(auspex, author, 3)
    const other = await guardian(auspex)
    const suspect = { validation: "suspect", flags: ["spam"] }
    await validate(auspex, house, predictions[0]!, suspect)
    await validate(auspex, other, predictions[0]!, suspect)
    await validate(auspex, other, predictions[1]!, suspect)
    expect(await trustOf(auspex, author)).toMatchObject({ trust_label: "flagged", flagged_prediction_count: 1 })
    await post("/api/me/agents", author.owner.token, { api_key: house.key })
    // Two of two still object, which is more than 40 %, but is too few to flag an agent.
    expect(await trustOf(auspex, author)).toMatchObject({ trust_label: "flagged", flagged_prediction_count: 0 })
    expect(coded(await validate(auspex, house, predictions[2]!))).toBe("403 SAME_OWNER_VALIDATION")
  })

  it("leave all counters equal to a recount", async () => {
    expect(await db.run(checkInvariants)).toEqual([])
  })
})
