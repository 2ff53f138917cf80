import { checkInvariants } from "@auspex/testkit/invariants"
import { onServerDatabaseFirst } from "@auspex/testkit/databases"
import { Effect } from "effect"
import { afterEach, expect, it } from "vitest"
import { linkedAgent, openQuestion, predict, query, registerAgent, signUp, verifiedHuman } from "../people.ts"
import { auspexOn } from "../servers.ts"
import { agentsOn, asAdmin, dispute, end, file, objection, resolve, standingOf } from "./people.ts"

const unknownId = "01900000-0000-7000-8000-000000000000"

onServerDatabaseFirst("disputes", (db) => {
  const auspex = auspexOn(db)
  afterEach(() => Effect.runPromise(db.shiftClock("0")))

  const resolvedQuestion = async () => {
    const agent = await linkedAgent(auspex)
    const question = await openQuestion(auspex)
    await predict(auspex, agent, question)
    await resolve(auspex, question, { outcome: true })
    return { agent, question }
  }
  const coded = ({ body, status }: { readonly status: number; readonly body: { readonly code?: string } }) =>
    body.code === undefined ? status : `${status} ${body.code}`

  it("are filed by predictors, with a reason and evidence, and are public", async () => {
    const { agent, question } = await resolvedQuestion()
    const filed = await file(auspex, agent, question, objection({ reason: `  ${"Read at noon. ".repeat(5)}  ` }))
    expect(filed.status).toBe(201)
    expect(filed.body).toEqual({
      dispute: {
        id: filed.body.dispute.id,
        question_id: question,
        disputed_by: agent.id,
        disputer_name: agent.name,
        reason: "Read at noon. ".repeat(5).trim(),
        evidence_urls: ["https://gauges.example.org/harbour/2027"],
        status: "open",
        resolution_version: 1,
        created_at: filed.body.dispute.created_at
      }
    })
    const listed = await auspex.call("GET", `/api/questions/${question.toUpperCase()}/disputes`)
    expect(listed.body).toEqual({ disputes: [filed.body.dispute], total: 1, next_cursor: null })
    const empty = await auspex.call("GET", `/api/questions/${await openQuestion(auspex)}/disputes`)
    expect(empty.body).toEqual({ disputes: [], total: 0, next_cursor: null })
    const events = await query(
      auspex,
      "select data, actor_id from outbox_events where event = 'dispute.opened' and question_id = $1::uuid",
      [question]
    )
    expect(events).toEqual([{
      data: { dispute_id: filed.body.dispute.id, question_id: question },
      actor_id: agent.id
    }])
  })

  it("are refused for every reason", async () => {
    const { agent, question } = await resolvedQuestion()
    const outsider = await linkedAgent(auspex)
    const open = await openQuestion(auspex)
    await predict(auspex, agent, open)
    expect(coded(await auspex.call("POST", `/api/questions/${question}/dispute`, { body: objection() })))
      .toBe("401 MISSING_AUTH")
    expect(coded(await file(auspex, await registerAgent(auspex), question))).toBe("403 AGENT_NOT_LINKED")
    expect(coded(await file(auspex, { key: (await signUp(auspex)).token }, question))).toBe("403 EMAIL_NOT_VERIFIED")
    expect(coded(await file(auspex, outsider, question))).toBe("403 PREDICTION_REQUIRED")
    expect(coded(await file(auspex, { key: (await verifiedHuman(auspex)).token }, question)))
      .toBe("403 PREDICTION_REQUIRED")
    expect(coded(await file(auspex, agent, open))).toBe("400 QUESTION_NOT_DISPUTABLE")
    expect(coded(await file(auspex, agent, unknownId))).toBe("404 QUESTION_NOT_FOUND")
    expect(coded(await file(auspex, agent, "what"))).toBe("404 QUESTION_NOT_FOUND")
    const wrong = await file(auspex, agent, question, {
      reason: " ".repeat(60) + "x".repeat(49),
      evidence_urls: ["ftp://a"]
    })
    expect(coded(wrong)).toBe("400 INVALID_REQUEST")
    expect(wrong.body.failures.map(({ field, measured }: never) => [field, measured]))
      .toEqual([["reason", 49], ["evidence_urls[0]", 7]])
    const many = Array.from({ length: 21 }, (_, n) => `https://gauges.example.org/${n}`)
    expect(coded(await file(auspex, agent, question, objection({ evidence_urls: many })))).toBe("400 INVALID_REQUEST")
    expect(coded(await file(auspex, agent, question, objection({ evidence_urls: {} })))).toBe("400 INVALID_REQUEST")
    expect((await file(auspex, agent, question, objection({ reason: "x".repeat(50) }))).status).toBe(201)
    expect(coded(await file(auspex, agent, question))).toBe("409 DUPLICATE_DISPUTE")
  })

  it.each<readonly [string, object]>([
    ["without evidence", {}],
    ["with an empty list of it", { evidence_urls: [] }],
    ["with null for it", { evidence_urls: null }]
  ])("are accepted %s, and can be overturned", async (_, evidence) => {
    const { agent, question } = await resolvedQuestion()
    const filed = await file(auspex, agent, question, { reason: "x".repeat(50), ...evidence })
    expect([filed.status, filed.body.dispute.evidence_urls]).toEqual([201, []])
    const ended = await end(auspex, filed.body.dispute.id, { status: "overturned", outcome: false })
    expect([ended.status, ended.body.dispute.outcome]).toEqual([200, false])
  })

  it("are accepted for 72 hours after the last resolution, by the database's clock", async () => {
    const { agent, question } = await resolvedQuestion()
    await Effect.runPromise(db.shiftClock("71 hours 59 minutes"))
    const first = await dispute(auspex, agent, question)
    await Effect.runPromise(db.shiftClock("72 hours 1 minute"))
    expect((await end(auspex, first, { status: "dismissed" })).status).toBe(200)
    expect(coded(await file(auspex, agent, question))).toBe("400 QUESTION_NOT_DISPUTABLE")
  })

  it.each([
    ["upheld", "You disputed a resolution, and it stands"],
    ["dismissed", "Your dispute was dismissed"]
  ])("end %s without any other change", async (status, title) => {
    const { agent, question } = await resolvedQuestion()
    const before = await standingOf(auspex, agent)
    const id = await dispute(auspex, agent, question)
    const ended = await end(auspex, id, { status })
    expect(ended.status).toBe(200)
    expect(ended.body.dispute).toMatchObject({ status, resolution_note: "Looked at again.", outcome: true })
    expect(await standingOf(auspex, agent)).toEqual(before)
    const { body } = await auspex.call("GET", `/api/questions/${question}/disputes`)
    expect(body.disputes[0]).toMatchObject({ id, status, resolution_note: "Looked at again." })
    expect(body.disputes[0].resolved_by).toBeUndefined()
    for (const again of ["upheld", "dismissed", "overturned"]) {
      expect(coded(await end(auspex, id, { status: again, ...(again === "overturned" ? { outcome: false } : {}) })))
        .toBe("409 INVALID_TRANSITION")
    }
    const events = await query(
      auspex,
      "select data from outbox_events where event = 'dispute.resolved' and data ->> 'dispute_id' = $1",
      [id]
    )
    expect(events).toEqual([{ data: { dispute_id: id, status } }])
    const notices = await query(
      auspex,
      "select type, title from notifications where account_id = $1::uuid and type <> 'trust_label_changed'",
      [agent.id]
    )
    expect(notices).toEqual([{ type: "dispute_resolved", title }])
    const audited = await query(
      auspex,
      "select action, before, after, note from audit_log where subject_type = 'dispute' and subject_id = $1",
      [id]
    )
    expect(audited).toEqual([{
      action: "dispute.resolve",
      before: { status: "open", outcome: true },
      after: { status, outcome: true },
      note: "Looked at again."
    }])
  })

  it("end only with an allowed status", async () => {
    const { agent, question } = await resolvedQuestion()
    const id = await dispute(auspex, agent, question)
    const failed = async (body: object) => {
      const { body: { code, failures }, status } = await end(auspex, id, body)
      return [status, code, ...(failures ?? []).map(({ field }: { readonly field: string }) => field)]
    }
    expect(await failed({ status: "open" })).toEqual([400, "INVALID_REQUEST", "status"])
    expect(await failed({ status: "overturned" })).toEqual([400, "INVALID_REQUEST", "outcome"])
    expect(await failed({ status: "overturned", outcome: true })).toEqual([400, "INVALID_REQUEST", "outcome"])
    expect(await failed({ status: "overturned", correct_options: ["a"] })).toEqual([
      400,
      "INVALID_REQUEST",
      "correct_options"
    ])
    expect(await failed({ status: "upheld", outcome: false })).toEqual([400, "INVALID_REQUEST", "outcome"])
    expect(await failed({ status: "upheld", resolution_note: " " })).toEqual([
      400,
      "INVALID_REQUEST",
      "resolution_note"
    ])
    expect(coded(await end(auspex, unknownId, { status: "upheld" }))).toBe("404 DISPUTE_NOT_FOUND")
    expect((await asAdmin(auspex, "GET", `/api/admin/disputes/${id}`)).body.dispute.status).toBe("open")
  })

  it("are listed for administrators by status, with their questions, in pages", async () => {
    const mine: Array<string> = []
    for (let n = 0; n < 3; n++) {
      const { agent, question } = await resolvedQuestion()
      mine.push(await dispute(auspex, agent, question))
    }
    await end(auspex, mine[1]!, { status: "upheld" })
    const first = (await asAdmin(auspex, "GET", "/api/admin/disputes?status=open&limit=1")).body
    expect(first.disputes.map(({ id }: { id: string }) => id)).toEqual([mine[2]])
    expect(first.disputes[0]).toMatchObject({ question_type: "binary", outcome: true, prediction_count: 1 })
    const next =
      (await asAdmin(auspex, "GET", `/api/admin/disputes?status=open&cursor=${first.next_cursor}&limit=1`)).body
    expect(next.disputes.map(({ id }: { id: string }) => id)).toEqual([mine[0]])
    expect(next.total).toBe(first.total)
    const all = (await asAdmin(auspex, "GET", "/api/admin/disputes?limit=3")).body
    expect(all.disputes.map(({ id }: { id: string }) => id)).toEqual(mine.toReversed())
  })

  it("leave no trace in the scores, however often a question is resolved again", async () => {
    const agent = await linkedAgent(auspex)
    const others = [await openQuestion(auspex), await openQuestion(auspex)]
    for (const [at, other] of others.entries()) {
      await predict(auspex, agent, other, { confidence: 70 + at })
      await resolve(auspex, other, { outcome: true })
    }
    const question = await openQuestion(auspex)
    await predict(auspex, agent, question, { confidence: 90 })
    await resolve(auspex, question, { outcome: null })
    for (const outcome of [false, true, null, true, false, null, true]) {
      const ended = await end(auspex, await dispute(auspex, agent, question), { status: "overturned", outcome })
      expect(ended.status).toBe(200)
    }
    const { body: { user } } = await auspex.call("GET", "/api/me", { as: agent.key })
    const { body: profile } = await auspex.call("GET", `/api/agents/${agent.id}`)
    const mean = Math.round((0.09 + 0.0841 + 0.01) / 3 * 1e9) / 1e9
    expect([user.performance.brier_score, profile.brier_score]).toEqual([mean, mean])
  })

  it("that are overturned restore all balances as if the first resolution had never happened", async () => {
    // Five agents, all right on seven questions at first; the fourth also says no on the second.
    const forecasts = [0, 1, 2].map((agent) =>
      [0, 1, 2, 3, 4, 5, 6].map((question) => ({
        prediction: !(agent === 1 && question === 1) && !(agent === 2 && question === 3),
        confidence: 60 + 10 * agent
      }))
    )
    const disputedWorld = await agentsOn(auspex, forecasts, 7)
    const plainWorld = await agentsOn(auspex, forecasts, 7)
    const [first, second, ...rest] = disputedWorld.questions as [string, string, ...Array<string>]
    for (const question of [first, second, ...rest.slice(0, 3)]) await resolve(auspex, question, { outcome: true })

    const before = await Promise.all(disputedWorld.agents.map((agent) => standingOf(auspex, agent)))
    const beforeOverturn = new Date()
    const id = await dispute(auspex, disputedWorld.agents[1]!, second)
    const preview = await asAdmin(auspex, "GET", `/api/admin/disputes/${id}/preview?outcome=false`)
    expect(preview.status).toBe(200)
    expect(await Promise.all(disputedWorld.agents.map((agent) => standingOf(auspex, agent)))).toEqual(before)

    const ended = await end(auspex, id, { status: "overturned", outcome: false })
    expect(ended.status).toBe(200)
    expect(ended.body.dispute).toMatchObject({ status: "overturned", outcome: false, resolution_version: 1 })
    const shown = (await auspex.call("GET", `/api/questions/${second}`)).body.question
    expect(shown).toMatchObject({ outcome: false, resolution_note: "Looked at again." })
    const then =
      (await auspex.call("GET", `/api/questions/${second}?as_of=${beforeOverturn.toISOString()}`)).body.question
    expect(then.outcome).toBe(true)

    const notices = await query<{ account_id: string; body: string }>(
      auspex,
      "select account_id, body from notifications where type = 'points_reversed' and subject_id = $1 || ':2' order by account_id",
      [second]
    )
    expect(notices.map(({ account_id }) => account_id)).toEqual(disputedWorld.agents.map(({ id }) => id).sort())
    expect(notices[0]!.body).toMatch(/resolved again after a dispute; your balance changed by [+-]\d+ points\.$/)

    // The result equals the preview.
    const after = await Promise.all(disputedWorld.agents.map((agent) => standingOf(auspex, agent)))
    const previewed = new Map<string, { readonly balance_before: number; readonly balance_after: number }>(
      preview.body.balances.map((row: { readonly account_id: string }) => [row.account_id, row])
    )
    expect(preview.body.total).toBe(3)
    for (const [at, agent] of disputedWorld.agents.entries()) {
      expect(previewed.get(agent.id)).toMatchObject({
        name: agent.name,
        balance_before: before[at]!.points,
        balance_after: after[at]!.points
      })
    }
    // Later settlements build on it.
    for (const question of rest.slice(3)) await resolve(auspex, question, { outcome: true })

    const others = plainWorld.questions
    for (const question of [others[0]!, ...others.slice(2, 5)]) await resolve(auspex, question, { outcome: true })
    await resolve(auspex, others[1]!, { outcome: false })
    for (const question of others.slice(5)) await resolve(auspex, question, { outcome: true })

    // The two worlds earned different rewards by placing (the founding bonus, for example), so only settlements are
    // compared.
    const settlements = (agent: { readonly id: string }) =>
      query(
        auspex,
        `select q.n, p.correct, p.brier_score, p.payout, p.streak_at_resolution as streak
        from predictions p join (select id, row_number() over (order by id) as n from questions) q on q.id = p.question_id
        where p.account_id = $1::uuid order by q.n`,
        [agent.id]
      ).then((rows) => rows.map(({ n: _, ...row }: { readonly n?: number }) => row))
    for (const [at, agent] of disputedWorld.agents.entries()) {
      const twin = plainWorld.agents[at]!
      expect(await settlements(agent)).toEqual(await settlements(twin))
      const { points: _, ...standing } = await standingOf(auspex, agent)
      const { points: _points, ...expected } = await standingOf(auspex, twin)
      expect(standing).toEqual(expected)
    }
    const receipt = (await auspex.call("GET", `/api/questions/${second}/receipt/${disputedWorld.agents[1]!.id}`)).body
    expect(receipt.receipt).toMatchObject({ resolution_version: 2, result: "correct", outcome: false })
    expect(await db.run(checkInvariants)).toEqual([])
  })

  it("return the stakes when overturned to void, and pay when overturned from void", async () => {
    const { agent, question } = await resolvedQuestion()
    const { points } = await standingOf(auspex, agent)
    const toVoid = await dispute(auspex, agent, question)
    expect((await end(auspex, toVoid, { status: "overturned", outcome: null })).status).toBe(200)
    const stood = await standingOf(auspex, agent)
    expect(stood).toMatchObject({ streak_count: 0, max_streak: 0, resolved_count: 0, correct_count: 0, brier_sum: 0 })
    const back = await dispute(auspex, agent, question)
    expect((await end(auspex, back, { status: "overturned", outcome: true })).status).toBe(200)
    expect(await standingOf(auspex, agent)).toMatchObject({ points, streak_count: 1, max_streak: 1, correct_count: 1 })
    const entries = await query<{ reason: string; amount: number }>(
      auspex,
      "select reason, amount from ledger where account_id = $1::uuid and question_id = $2::uuid and amount <> 0 order by seq desc limit 5",
      [agent.id, question]
    )
    expect(entries.map(({ reason }) => reason)).toEqual([
      "stake_return",
      "dispute_reversal",
      "stake_refund",
      "dispute_reversal",
      "stake_return"
    ])
    expect(entries.map(({ amount }) => amount).reduce((sum, amount) => sum + amount)).toBe(entries[0]!.amount)
    expect(await db.run(checkInvariants)).toEqual([])
  })

  it("of multi questions are overturned to other options", async () => {
    const agent = await linkedAgent(auspex)
    const question = await openQuestion(auspex, { question_type: "multi", options: ["north", "east", "south"] })
    await predict(auspex, agent, question, { selected_option: "east" })
    await resolve(auspex, question, { correct_options: ["north"] })
    const id = await dispute(auspex, agent, question)
    const target = `/api/admin/disputes/${id}/preview`
    expect(coded(await asAdmin(auspex, "GET", target))).toBe("400 INVALID_REQUEST")
    expect(coded(await asAdmin(auspex, "GET", `${target}?correct_options=west`))).toBe("400 INVALID_OPTION")
    expect(coded(await asAdmin(auspex, "GET", `${target}?correct_options=north`))).toBe("400 INVALID_REQUEST")
    const seen = await asAdmin(auspex, "GET", `${target}?correct_options=south&correct_options=east`)
    expect(seen.body.balances).toHaveLength(1)
    expect(coded(await end(auspex, id, { status: "overturned", correct_options: ["north", "north"] })))
      .toBe("400 INVALID_REQUEST")
    const ended = await end(auspex, id, { status: "overturned", correct_options: ["east", "south"] })
    expect(ended.body.dispute.correct_options).toEqual(["east", "south"])
    expect((await standingOf(auspex, agent)).points).toBe(seen.body.balances[0].balance_after)
  })
})
