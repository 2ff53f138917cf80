import { SurveyAutoClose, SurveyStatus } from "@auspex/domain/surveys"
import { onServerDatabaseFirst } from "@auspex/testkit/databases"
import { checkInvariants } from "@auspex/testkit/invariants"
import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type RunningAuspex, startAuspex } from "../harness.ts"
import {
  fresh,
  goodPrediction,
  linkedAgent,
  openQuestion,
  predict,
  query,
  registerAgent,
  type TestAgent,
  type TestHuman,
  verifiedHuman
} from "../people.ts"
import { approvedQuestion, coded, draftSurvey, manage, surveyIn } from "./surveying.ts"

onServerDatabaseFirst("surveys over HTTP", (db) => {
  let auspex: RunningAuspex
  let agent: TestAgent & { readonly owner: TestHuman }
  let other: TestAgent
  beforeAll(async () => {
    auspex = await startAuspex(db.layer)
    agent = await linkedAgent(auspex)
    other = await linkedAgent(auspex)
  })
  afterAll(() => auspex.stop())

  const get = (path: string, as: string = agent.key) => auspex.call("GET", path, { as })
  const place = (who: TestAgent, question: string) =>
    auspex.call("POST", `/api/questions/${question}/predict`, { as: who.key, body: goodPrediction() })
  const eventsOf = (survey: string) =>
    query<{ event: string; data: unknown }>(
      auspex,
      "select event, data from outbox_events where data ->> 'survey_id' = $1 order by seq",
      [survey]
    )
  /** The record of a survey, its questions and its panel. */
  const standingOf = async (id: string) => {
    const { questions, survey } = (await manage(auspex, "GET", `/${id}`)).body
    const { assignments } = (await manage(auspex, "GET", `/${id}/assignments`)).body
    return { survey, questions: questions.map((question: { id: string }) => question.id), assignments }
  }
  const auditOf = async (survey: string) =>
    (await query<{ action: string }>(auspex, "select action from audit_log where subject_id = $1 order by id", [
      survey
    ]))
      .map(({ action }) => action)

  describe("every act in every status", () => {
    const conflict = "409 INVALID_TRANSITION"
    /** The answer to each act on a survey that is draft, open, closed and archived. */
    const table: ReadonlyArray<readonly [string, ReadonlyArray<number | string>]> = [
      ["edit", [200, 200, 200, conflict]],
      ["set a target", [200, 200, conflict, conflict]],
      ["remove the target", [200, 200, conflict, conflict]],
      ["keep the target", [200, 200, 200, conflict]],
      ["close by itself", [200, 200, conflict, conflict]],
      ["link", [200, conflict, conflict, conflict]],
      ["unlink", [200, conflict, conflict, conflict]],
      ["assign", [200, 200, conflict, conflict]],
      ["assign by a filter", [200, 200, conflict, conflict]],
      ["unassign", [200, 200, conflict, conflict]],
      ["open", [200, conflict, conflict, conflict]],
      ["close", [conflict, 200, conflict, conflict]],
      ["archive", [conflict, conflict, 200, conflict]],
      ["delete", [200, conflict, conflict, conflict]],
      ["show", [200, 200, 200, 200]],
      ["list questions", [200, 200, 200, 200]],
      ["list assignments", [200, 200, 200, 200]],
      ["show progress", [200, 200, 200, 200]],
      ["show results", ["409 SURVEY_NOT_CLOSED", 200, 200, 200]],
      ["compare", ["409 SURVEY_NOT_CLOSED", 200, 200, 200]],
      ["show results as an agent", ["404 SURVEY_NOT_FOUND", "409 SURVEY_NOT_CLOSED", 200, 200]],
      ["show as an agent", ["404 SURVEY_NOT_FOUND", 200, 200, 200]],
      ["show own progress", ["404 SURVEY_NOT_FOUND", 200, 200, 200]]
    ]

    it.each(table)("%s", async (act, expected) => {
      const answers: Array<number | string> = []
      for (const status of SurveyStatus.literals) {
        const question = await approvedQuestion(auspex)
        const { id } = await draftSurvey(auspex, { question_ids: [question], target_width: 10 })
        await manage(auspex, "POST", `/${id}/assign`, { user_ids: [agent.id] })
        for (const step of ["open", "close", "archive"].slice(0, SurveyStatus.literals.indexOf(status))) {
          expect((await manage(auspex, "POST", `/${id}/${step}`)).status).toBe(200)
        }
        const before = await standingOf(id)
        const acts: Readonly<Record<string, () => ReturnType<typeof manage>>> = {
          edit: () => manage(auspex, "PATCH", `/${id}`, { title: "Another title" }),
          "set a target": () => manage(auspex, "PATCH", `/${id}`, { title: "Another title", target_width: 7.5 }),
          "remove the target": () => manage(auspex, "PATCH", `/${id}`, { target_width: null }),
          "keep the target": () => manage(auspex, "PATCH", `/${id}`, { title: "Another title", target_width: 10 }),
          "close by itself": () => manage(auspex, "PATCH", `/${id}`, { auto_close: true }),
          link: async () =>
            manage(auspex, "POST", `/${id}/questions`, { question_ids: [await approvedQuestion(auspex)] }),
          unlink: () => manage(auspex, "DELETE", `/${id}/questions/${question}`),
          assign: () => manage(auspex, "POST", `/${id}/assign`, { user_ids: [other.id] }),
          "assign by a filter": () =>
            manage(auspex, "POST", `/${id}/assign/matching`, { trust: ["verified"], limit: 9 }),
          compare: async () => manage(auspex, "GET", `/${await surveyIn(auspex, "open")}/compare/${id}`),
          unassign: () => manage(auspex, "DELETE", `/${id}/assign/${agent.id}`),
          open: () => manage(auspex, "POST", `/${id}/open`),
          close: () => manage(auspex, "POST", `/${id}/close`),
          archive: () => manage(auspex, "POST", `/${id}/archive`),
          delete: () => manage(auspex, "DELETE", `/${id}`),
          show: () => manage(auspex, "GET", `/${id}`),
          "list questions": () => manage(auspex, "GET", `/${id}/questions`),
          "list assignments": () => manage(auspex, "GET", `/${id}/assignments`),
          "show progress": () => manage(auspex, "GET", `/${id}/progress`),
          "show results": () => manage(auspex, "GET", `/${id}/results`),
          "show results as an agent": () => get(`/api/surveys/${id}/results`),
          "show as an agent": () => get(`/api/surveys/${id}`),
          "show own progress": () => get(`/api/surveys/${id}/progress`)
        }
        const answer = await acts[act]!()
        answers.push(coded(answer))
        // What is refused changes nothing.
        if (answer.status === 409) expect(await standingOf(id)).toEqual(before)
      }
      expect(answers).toEqual(expected)
    })
  })

  it("records each act, with its events, in the transaction of the act", async () => {
    const { id, title } = await draftSurvey(auspex, { description: "Gauges", category: "society", tags: "#a, b" })
    await manage(auspex, "PATCH", `/${id}`, { description: null })
    await manage(auspex, "PATCH", `/${id}`, { title })
    await manage(auspex, "POST", `/${id}/assign`, { user_ids: [agent.id] })
    await manage(auspex, "POST", `/${id}/open`)
    await manage(auspex, "POST", `/${id}/close`)
    await manage(auspex, "POST", `/${id}/archive`)
    const actions = ["create", "edit", "assign", "open", "close", "archive"]
    expect(await auditOf(id)).toEqual(actions.map((action) => `survey.${action}`))
    const data = { survey_id: id, title, question_count: 1 }
    expect(await eventsOf(id)).toEqual([{ event: "survey.opened", data }, { event: "survey.closed", data }])
    const { survey } = (await manage(auspex, "GET", `/${id}`)).body
    expect(survey).toEqual({
      id,
      title,
      description: "",
      status: "archived",
      category: "society",
      tags: "a,b",
      target_width: null,
      auto_close: false,
      question_count: 1,
      response_count: 0,
      created_by: expect.any(String),
      opened_at: expect.any(String),
      closed_at: expect.any(String),
      created_at: expect.any(String),
      updated_at: expect.any(String)
    })
  })

  it("has results of what was placed up to the close, provisional before it", async () => {
    const question = await openQuestion(auspex)
    const id = await surveyIn(auspex, "open", { question_ids: [question] })
    await manage(auspex, "POST", `/${id}/assign`, { user_ids: [agent.id, other.id] })
    await predict(auspex, agent, question)
    const second = await surveyIn(auspex, "open", { question_ids: [question] })
    const soFar = (await manage(auspex, "GET", `/${id}/results`)).body
    expect(soFar).toMatchObject({ provisional: true, total_agents: 1, assigned_agents: 2, completed_rate: 50 })
    await manage(auspex, "POST", `/${id}/close`)
    await predict(auspex, other, question)
    const { provisional: _, ...final } = soFar
    expect((await get(`/api/surveys/${id}/results`)).body).toEqual(final)
    expect((await manage(auspex, "GET", `/${second}/results`)).body.total_agents).toBe(2)
  })

  it("closes by itself once every question is settled, as the scheduler's act, and is settled then", async () => {
    const questions = [await openQuestion(auspex), await approvedQuestion(auspex)]
    const id = await surveyIn(auspex, "open", { question_ids: questions, target_width: 80, auto_close: true })
    const closing = () => auspex.run(Effect.flatMap(SurveyAutoClose, ({ closeSettled }) => closeSettled))
    await predict(auspex, agent, questions[0]!)
    expect(await closing()).toBe(0)
    const { precision } = (await manage(auspex, "GET", `/${id}/progress`)).body
    expect([precision.settled_count, precision.question_count, precision.reached]).toEqual([1, 2, false])
    await predict(auspex, other, questions[1]!)
    expect([await closing(), await closing()]).toEqual([1, 0])
    expect((await eventsOf(id)).map(({ event }) => event)).toEqual(["survey.opened", "survey.closed"])
    const [entry] = await query(
      auspex,
      "select actor, before, after from audit_log where subject_id = $1 and action = 'survey.close'",
      [id]
    )
    expect(entry).toEqual({
      actor: "system",
      before: { status: "open" },
      after: { status: "closed", target_width: 80 }
    })
    expect((await manage(auspex, "GET", `/${id}/progress`)).body.precision.reached).toBe(true)
    expect(coded(await place(other, questions[0]!))).toBe("400 SURVEY_CLOSED")
  })

  it("names everything that is wrong with a request", async () => {
    const { id } = await draftSurvey(auspex, { question_ids: [] })
    const name = `Human ${fresh()}`
    const human = await verifiedHuman(auspex, { name })
    const unknown = "01900000-0000-7000-8000-00000000dead"
    const links = await manage(auspex, "POST", `/${id}/questions`, {
      question_ids: [await approvedQuestion(auspex), unknown, "nonsense"]
    })
    expect(links.status).toBe(400)
    expect(links.body.failures.map((failure: { message: string }) => failure.message)).toEqual([
      `There is no question "${unknown}".`,
      "There is no question \"nonsense\"."
    ])
    expect((await manage(auspex, "GET", `/${id}`)).body.questions).toEqual([])
    const assigned = await manage(auspex, "POST", `/${id}/assign`, { user_ids: [agent.id, human.id, unknown] })
    expect(assigned.status).toBe(400)
    expect(assigned.body.error).toBe(`${name} (${human.id}) is a human; only agents can be assigned.`)
    expect(assigned.body.failures[1].measured).toBe(unknown)
    expect((await manage(auspex, "GET", `/${id}/assignments`)).body.total).toBe(0)
    const wrong = { title: "x", category: "sosiety", target_width: 100, question_ids: [unknown] }
    const created = await manage(auspex, "POST", "", wrong)
    const fields = created.body.failures.map((failure: { field: string }) => failure.field)
    expect(fields).toEqual(["title", "category", "target_width"])
    const aimless = await manage(auspex, "PATCH", `/${id}`, { auto_close: true })
    expect([coded(aimless), aimless.body.failures[0].field]).toEqual(["400 INVALID_REQUEST", "auto_close"])
    expect(created.body.failures[1].message).toContain("the nearest is society")
    expect(coded(await manage(auspex, "POST", "", { title: "Rivers", question_ids: [unknown] }))).toBe(
      "400 INVALID_REQUEST"
    )
    expect(coded(await manage(auspex, "POST", `/${id}/questions`, { question_ids: [] }))).toBe("400 INVALID_REQUEST")
    expect(coded(await manage(auspex, "POST", `/${id}/assign`, { user_ids: "all" }))).toBe("400 INVALID_REQUEST")
    expect(coded(await manage(auspex, "POST", `/${id}/open`))).toBe("400 SURVEY_NEEDS_QUESTION")
    expect(coded(await manage(auspex, "GET", "/nonsense"))).toBe("404 SURVEY_NOT_FOUND")
  })

  describe("the questions of a survey", () => {
    it("take the predictions of everybody while it is open and nobody is assigned, and none afterwards", async () => {
      const question = await approvedQuestion(auspex)
      expect(coded(await place(agent, question))).toBe("404 QUESTION_NOT_FOUND")
      const id = await surveyIn(auspex, "draft", { question_ids: [question] })
      expect(coded(await place(agent, question))).toBe("404 QUESTION_NOT_FOUND")
      await manage(auspex, "POST", `/${id}/open`)
      const { body } = await get(`/api/surveys/${id}`)
      expect(body.questions[0]).toMatchObject({ status: "approved", prediction_window_open: true, my_prediction: null })
      await predict(auspex, agent, question)
      expect((await get(`/api/surveys/${id}`)).body.survey.response_count).toBe(1)
      // Not public: only accounts see it, through its survey.
      expect((await auspex.call("GET", `/api/questions/${question}`)).status).toBe(404)
      await manage(auspex, "POST", `/${id}/close`)
      const refused = await place(other, question)
      expect([coded(refused), refused.body.error]).toEqual([
        "400 SURVEY_CLOSED",
        "The question accepts no predictions: every survey with it is closed."
      ])
      const late = await get(`/api/surveys/${id}`)
      expect(late.body.questions[0].prediction_window_open).toBe(false)
      // Publishing it does not reopen it.
      expect((await auspex.call("POST", `/api/admin/questions/${question}/publish`, { as: auspex.adminKey })).status)
        .toBe(200)
      expect(coded(await place(other, question))).toBe("400 SURVEY_CLOSED")
      expect((await get(`/api/questions/${question}`)).body.question.prediction_window_open).toBe(false)
    })

    it("take only those of the panel when agents are assigned, a dry run included", async () => {
      const question = await approvedQuestion(auspex)
      const id = await surveyIn(auspex, "draft", { question_ids: [question] })
      await manage(auspex, "POST", `/${id}/assign`, { user_ids: [agent.id] })
      await manage(auspex, "POST", `/${id}/open`)
      const target = `/api/questions/${question}/predict?dry_run=true`
      const rehearse = (who: TestAgent) => auspex.call("POST", target, { as: who.key, body: goodPrediction() })
      expect([coded(await rehearse(other)), coded(await rehearse(agent))]).toEqual(["400 QUESTION_NOT_OPEN", 200])
      expect((await place(other, question)).body.error).toContain("assigned to it")
      await predict(auspex, agent, question)
      expect((await get("/api/surveys/mine")).body.surveys[0].id).toBe(id)
      const ofOther = (await get("/api/surveys/mine?limit=100", other.key)).body.surveys
      expect(ofOther.map((survey: { id: string }) => survey.id)).not.toContain(id)
      const progress = await manage(auspex, "GET", `/${id}/progress`)
      expect(progress.body).toEqual({
        progress: [{
          user_id: agent.id,
          user_name: agent.name,
          assigned: true,
          answered: 1,
          total: 1,
          started_at: expect.any(String),
          updated_at: expect.any(String)
        }],
        total: 1,
        next_cursor: null,
        survey: (await manage(auspex, "GET", `/${id}`)).body.survey,
        precision: {
          target_width: null,
          settled_count: 0,
          question_count: 1,
          reached: false,
          questions: [{
            question_id: question,
            question: expect.any(String),
            prediction_count: 1,
            width: expect.any(Number),
            width_limit: expect.any(Number),
            settled: false
          }]
        }
      })
    })

    it("stay open to everybody when they are published, until the last survey closes", async () => {
      const question = await openQuestion(auspex)
      await predict(auspex, other, question)
      const [first, second] = [
        await surveyIn(auspex, "open", { question_ids: [question] }),
        await surveyIn(auspex, "open", { question_ids: [question] })
      ]
      // What was placed before counts.
      expect((await get(`/api/surveys/${first}/progress`, other.key)).body.progress).toMatchObject({
        survey_id: first,
        user_id: other.id,
        answered: 1,
        total: 1
      })
      await manage(auspex, "POST", `/${first}/close`)
      await predict(auspex, agent, question)
      const responses = async (id: string) => (await manage(auspex, "GET", `/${id}`)).body.survey.response_count
      expect([await responses(first), await responses(second)]).toEqual([1, 2])
      await manage(auspex, "POST", `/${second}/close`)
      expect(coded(await place(await linkedAgent(auspex), question))).toBe("400 SURVEY_CLOSED")
      const resolved = await auspex.call("POST", `/api/admin/questions/${question}/resolve`, {
        as: auspex.adminKey,
        body: { outcome: true }
      })
      expect(resolved.status).toBe(200)
    })

    it("are as they were in answers as of an earlier time", async () => {
      const question = await openQuestion(auspex)
      const id = await surveyIn(auspex, "open", { question_ids: [question] })
      const [{ at }] = await query<{ at: Date }>(auspex, "select auspex_clock() as at") as [{ at: Date }]
      await manage(auspex, "POST", `/${id}/close`)
      const asOf = async (moment: string) =>
        (await auspex.call("GET", `/api/questions/${question}${moment}`)).body.question.prediction_window_open
      expect([await asOf(`?as_of=${at.toISOString()}`), await asOf("")]).toEqual([true, false])
    })
  })

  it("are listed to agents while open, and to administrators by status", async () => {
    const ids = await Promise.all(SurveyStatus.literals.map((status) => surveyIn(auspex, status)))
    const listed = async (answer: ReturnType<typeof get>) =>
      new Set((await answer).body.surveys.map((survey: { id: string }) => survey.id))
    const open = await listed(get("/api/surveys?limit=100"))
    expect(ids.map((id) => open.has(id))).toEqual([false, true, false, false])
    const all = await listed(manage(auspex, "GET", "?limit=100"))
    expect(ids.map((id) => all.has(id))).toEqual([true, true, true, false])
    const archived = await listed(manage(auspex, "GET", "?status=archived&limit=100"))
    expect(ids.map((id) => archived.has(id))).toEqual([false, false, false, true])
    expect(coded(await manage(auspex, "GET", "?status=none"))).toBe("400 INVALID_REQUEST")
    expect((await get("/api/surveys", (await registerAgent(auspex)).key)).status).toBe(200)
  })

  it("leave everything that is counted right", async () => {
    expect(await auspex.run(checkInvariants)).toEqual([])
  })

  it("keeps a question that is not published out of the public insights of the day", async () => {
    const [hidden, published] = [await approvedQuestion(auspex), await openQuestion(auspex)]
    await surveyIn(auspex, "open", { question_ids: [hidden] })
    for (const question of [hidden, published]) expect((await place(other, question)).status).toBe(201)
    const { text } = await auspex.call("GET", "/api/insights/daily")
    expect([text.includes(published), text.includes(hidden)]).toEqual([true, false])
  })
})
