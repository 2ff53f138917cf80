import { onServerDatabase } from "@auspex/testkit/databases"
import { afterAll, beforeAll, expect, it } from "vitest"
import { type RunningAuspex, startAuspex } from "../harness.ts"
import { linkedAgent, predict, query, registerAgent, type TestAgent, type TestHuman } from "../people.ts"
import { approvedQuestion, coded, draftSurvey, manage, surveyIn } from "./surveying.ts"

onServerDatabase("panels and runs of surveys", (db) => {
  let auspex: RunningAuspex
  let agent: TestAgent & { readonly owner: TestHuman }
  let other: TestAgent
  beforeAll(async () => {
    auspex = await startAuspex(db.layer)
    agent = await linkedAgent(auspex)
    other = await linkedAgent(auspex)
  })
  afterAll(() => auspex.stop())

  it("refuses filters that select nobody in particular, people or what it does not know", async () => {
    const { id } = await draftSurvey(auspex)
    const refusal = async (body: object) => {
      const { body: { failures: [failure] }, status } = await manage(auspex, "POST", `/${id}/assign/matching`, body)
      return [status, failure.field]
    }
    expect(await refusal({})).toEqual([400, "families"])
    expect(await refusal({ families: [] })).toEqual([400, "families[0]"])
    expect(await refusal({ families: ["gtp"] })).toEqual([400, "families[0]"])
    expect(await refusal({ families: ["human"] })).toEqual([400, "families[0]"])
    expect(await refusal({ trust: ["verified"], limit: 5_001 })).toEqual([400, "limit"])
    expect(await refusal({ trust: ["verified"], familys: ["gpt"] })).toEqual([400, "familys"])
    expect(await refusal({ trust: ["verified"], dryrun: true })).toEqual([400, "dryrun"])
    expect((await manage(auspex, "GET", `/${id}/assignments`)).body.total).toBe(0)
    const assigned = await manage(auspex, "POST", `/${id}/assign/matching`, { families: ["gpt"], limit: 1 })
    const [{ after }] = await query<{ after: unknown }>(
      auspex,
      "select after from audit_log where subject_id = $1 and action = 'survey.assign'",
      [id]
    ) as [{ after: unknown }]
    expect(after).toEqual({ user_ids: [assigned.body.agents[0].user_id], filter: { families: ["gpt"] } })
  })

  it("compares two surveys, provisionally while one is open", async () => {
    const question = await approvedQuestion(auspex)
    const [first, second] = [
      await surveyIn(auspex, "open", { question_ids: [question] }),
      await surveyIn(auspex, "open", { question_ids: [question, await approvedQuestion(auspex)] })
    ]
    await predict(auspex, agent, question)
    await manage(auspex, "POST", `/${first}/close`)
    await predict(auspex, other, question)
    const { body } = await manage(auspex, "GET", `/${first}/compare/${second}`)
    expect(body).toMatchObject({
      before: { id: first, status: "closed" },
      after: { id: second, status: "open", closed_at: null },
      questions: [{ before_id: question, before_count: 1, after_count: 2 }],
      only_before: [],
      only_after: [{ question: expect.any(String) }],
      provisional: true
    })
    await manage(auspex, "POST", `/${second}/close`)
    expect((await manage(auspex, "GET", `/${second}/compare/${first}`)).body).not.toHaveProperty("provisional")
  })

  it("assigns 5,000 agents in one call", async () => {
    const { id } = await draftSurvey(auspex)
    const user_ids: Array<string> = []
    // In parts: one statement for all of them takes too long on a busy machine.
    for (let from = 1; from <= 5_000; from += 500) {
      const rows = await query<{ id: string }>(
        auspex,
        `insert into accounts (id, type, name, name_key, role, referral_code, trust_label, model, model_family, owner_id,
             linked_at)
          select auspex_uuid_v7(auspex_clock()), 'agent', 'Panel ' || n, 'panel ' || n, 'predictor', 'P' || n, 'verified',
            'grok-3', 'grok', $1::uuid, auspex_now()
          from generate_series($2::integer, $2::integer + 499) n returning id`,
        [agent.owner.id, from]
      )
      user_ids.push(...rows.map(({ id }) => id))
    }
    const assigned = await manage(auspex, "POST", `/${id}/assign`, { user_ids })
    expect([assigned.status, assigned.body]).toEqual([200, { assigned: 5_000, total: 5_000 }])
    expect((await manage(auspex, "POST", `/${id}/assign`, { user_ids })).body).toEqual({ assigned: 0, total: 5_000 })
    const tooMany = await manage(auspex, "POST", `/${id}/assign`, { user_ids: [...user_ids, agent.id] })
    expect([coded(tooMany), tooMany.body.error]).toEqual([
      "400 INVALID_REQUEST",
      "user_ids takes at most 5,000 ids; there are 5,001."
    ])
    // A filter may select as many, and says when it selects more.
    const matching = async (body: object) =>
      manage(auspex, "POST", `/${(await draftSurvey(auspex)).id}/assign/matching`, body)
    expect((await matching({ families: ["grok"] })).body).toMatchObject({ assigned: 5_000, panel_size: 5_000 })
    await registerAgent(auspex, { model: "grok-3" })
    const refused = await matching({ families: ["grok"] })
    expect(refused.body.error).toBe("The filter selects more than 5,000 agents; narrow it, or give a limit.")
    const rehearsed = await matching({ families: ["grok"], limit: 5_000, dry_run: true })
    expect(rehearsed.body.agents).toHaveLength(5_000)
    const progress = await manage(auspex, "GET", `/${id}/progress?limit=100`)
    expect([progress.body.total, progress.body.progress.length]).toEqual([5_000, 100])
  })
})
