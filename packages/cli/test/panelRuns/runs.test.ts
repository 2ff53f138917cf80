import { ForecastStore, ProjectForecasts } from "@auspex/domain/projectForecasts"
import { onServerDatabaseFirst } from "@auspex/testkit/databases"
import {
  type FakeChatRequest,
  type FakeModelServer,
  scriptedSpecialist,
  startModelServer
} from "@auspex/testkit/models"
import { LocalSite } from "@auspex/testkit/outside"
import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { dispute, end } from "../disputes/people.ts"
import { documentedAnswers } from "../documentedAnswers.ts"
import { type RunningAuspex, startAuspex } from "../harness.ts"
import { goodPrediction, linkedAgent, query } from "../people.ts"
import { rateQuestion, type ResearchMember, researchMember } from "../projects/researchMember.ts"

const eventsOf = async (auspex: RunningAuspex, project: string) =>
  (await query<{ readonly event: string; readonly data: object }>(
    auspex,
    "select event, data from outbox_events where data ->> 'project_id' = $1 order by id",
    [project]
  )).map(({ data, event }) => {
    const delivered = { event, data, timestamp: new Date().toISOString() }
    for (const documented of [documentedAnswers.core(), documentedAnswers.research()])
      expect([event, documented.mismatchOfEvent(event, delivered)]).toEqual([event, undefined])
    return [event, data]
  })

onServerDatabaseFirst("a panel without a model", (db) => {
  let auspex: RunningAuspex
  let site: LocalSite
  let member: ResearchMember
  beforeAll(async () => {
    site = await LocalSite.start()
    auspex = await startAuspex(db.layer, { flags: { allowPrivateEgress: true } })
    member = await researchMember(auspex)
  })
  afterAll(async () => {
    await auspex.stop()
    await site.stop()
  })

  it("publishes what the sources say, and says that there are no probabilities", async () => {
    const project = await member.newProject("fo_principal")
    const question = await member.ask(project)
    const source = await member.attach(project, site, "/deposit", "the deposit rate of the European Central Bank")
    const { body: run, status } = await member.call("POST", `/api/projects/${project}/runs`)
    expect([status, run.status, run.method, run.planned]).toEqual([201, "queued", "extractive", 1])
    expect((await member.call("POST", `/api/projects/${project}/runs`)).body.error.code).toBe("run_already_active")
    await member.workOff()
    expect((await member.call("GET", `/api/projects/${project}/runs/latest`)).body).toMatchObject({
      id: run.id,
      status: "completed",
      reasoned: 1
    })
    const { body: state } = await member.call("GET", `/api/projects/${project}`)
    expect(state).toMatchObject({ status: "completed", reasoning_count: 1 })
    expect(state.reasonings).toMatchObject([
      { question_id: question, specialist: "extractive", model: null, answer: null, probability: null }
    ])
    const packet = state.decision_packet
    expect(packet).toMatchObject({ project_id: project, version: 1, mode: "extractive", changes: null })
    expect(packet.answers).toMatchObject([{ question_id: question, aggregate: null, interval: null }])
    expect(packet.evidence_table.map(({ source_id }: { source_id: string }) => source_id)).toEqual([source])
    expect((await member.call("GET", `/api/projects/${project}/packet`)).body).toEqual(packet)
    expect(await eventsOf(auspex, project)).toEqual([
      ["project.created", { project_id: project, kind: "research", title: state.title }],
      ["decision_packet.published", {
        project_id: project,
        packet_id: packet.id,
        version: 1,
        headline: packet.headline
      }],
      ["project.completed", { project_id: project, packet_id: packet.id, version: 1, status: "completed" }]
    ])
  })

  it("gives packets as Markdown and as a page", async () => {
    const project = await member.newProject()
    await member.ask(project)
    await member.attach(project, site, "/page", "a page about deposit rates")
    expect((await member.call("GET", `/api/projects/${project}/packet`)).body.error.code).toBe("packet_not_found")
    await member.call("POST", `/api/projects/${project}/runs`)
    await member.workOff()
    const markdown = await member.call("GET", `/api/projects/${project}/packet?format=markdown`)
    expect(markdown.headers.get("content-type")).toBe("text/markdown; charset=utf-8")
    expect(markdown.text).toMatch(/^# /u)
    const page = await member.call("GET", `/api/projects/${project}/packet?format=html&version=1`)
    expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8")
    expect(page.text).toMatch(/^<!doctype html>/iu)
    expect((await member.call("GET", `/api/projects/${project}/packet?version=2`)).status).toBe(404)
    expect((await member.call("GET", `/api/projects/${project}/packet?version=0`)).body.error.field).toBe("version")
  })

  it("runs again after new sources, and says what changed", async () => {
    const project = await member.newProject()
    await member.ask(project)
    await member.attach(project, site, "/first", "the deposit rate and the first meeting")
    await member.call("POST", `/api/projects/${project}/runs`)
    await member.workOff()
    const { body: first } = await member.call("GET", `/api/projects/${project}/packet`)
    await member.attach(project, site, "/second", "the deposit rate and the second meeting")
    await member.call("POST", `/api/projects/${project}/runs`)
    await member.workOff()
    const { body: second } = await member.call("GET", `/api/projects/${project}/packet`)
    expect([second.version, second.changes.from_version]).toEqual([2, 1])
    expect(second.changes.why.length).toBeGreaterThan(0)
    expect((await member.call("GET", `/api/projects/${project}/packet?version=1`)).body).toEqual(first)
    expect((await eventsOf(auspex, project)).map(([event]) => event)).toEqual([
      "project.created",
      "decision_packet.published",
      "project.completed",
      "decision_packet.published"
    ])
  })

  it("shows the reasonings of the run that goes on or completed last, and lists those of all runs", async () => {
    const project = await member.newProject()
    const question = await member.ask(project)
    await member.attach(project, site, "/several", "the deposit rate and several runs")
    const start = async (): Promise<string> => (await member.call("POST", `/api/projects/${project}/runs`)).body.id
    const list = async (search = "") => {
      const { body, status } = await member.call("GET", `/api/projects/${project}/reasonings${search}`)
      expect(status).toBe(200)
      return body
    }
    const runsOf = ({ reasonings }: { readonly reasonings: ReadonlyArray<{ readonly run_id: string }> }) =>
      reasonings.map(({ run_id }) => run_id)
    const shown = async (): Promise<ReadonlyArray<string>> =>
      (await member.call("GET", `/api/projects/${project}`)).body.reasonings.map(({ id }: { id: string }) => id)
    expect(await list()).toEqual({ reasonings: [], total: 0, next_cursor: null })

    const first = await start()
    await member.workOff()
    const second = await start()
    expect(await shown()).toEqual([])
    await member.workOff()
    const all = await list()
    expect([runsOf(all), all.total]).toEqual([[first, second], 2])
    expect(all.reasonings).toMatchObject([
      { question_id: question, specialist: "extractive" },
      { question_id: question, specialist: "extractive" }
    ])
    expect(await shown()).toEqual([all.reasonings[1].id])
    expect(runsOf(await list(`?run=${first}`))).toEqual([first])
    const page = await list("?limit=1")
    expect([runsOf(page), page.total]).toEqual([[first], 2])
    const rest = await list(`?limit=1&cursor=${page.next_cursor}`)
    expect([runsOf(rest), rest.next_cursor]).toEqual([[second], null])

    // A run that was cancelled has no packet; the packet that is shown is of the run before.
    await start()
    await member.call("POST", `/api/projects/${project}/runs/cancel`)
    expect(await shown()).toEqual([all.reasonings[1].id])
    expect((await member.call("GET", `/api/projects/${project}`)).body.reasoning_count).toBe(2)
    const other = await researchMember(auspex)
    expect((await other.call("GET", `/api/projects/${project}/reasonings`)).status).toBe(403)
    expect((await list(`?run=${project}`)).total).toBe(0)
  })

  it("finds what was concluded, with the words that it stands on", async () => {
    const project = await member.newProject()
    const question = await member.ask(project)
    const source = await member.attach(project, site, "/walrus", "walruses and the deposit rate")
    await member.call("POST", `/api/projects/${project}/runs`)
    await member.workOff()
    const { findings } = (await member.call(
      "GET",
      `/api/findings/search?q=deposit%20rate&kind=reasoning&project_id=${project}`
    )).body
    expect(findings).toMatchObject([
      { kind: "reasoning", project_id: project, question_id: question, citation: { source_id: source } }
    ])
    const passages = await query<{ readonly text: string }>(
      auspex,
      "select text from source_versions where source_id = $1::uuid",
      [source]
    )
    const { end, quote, start } = findings[0].citation
    expect(passages[0]!.text.slice(start, end)).toBe(quote)
  })

  it("tells its progress as server-sent events", async () => {
    const project = await member.newProject()
    expect((await member.call("GET", `/api/projects/${project}/runs/latest/events`)).body.error.code).toBe(
      "run_not_found"
    )
    await member.ask(project)
    await member.call("POST", `/api/projects/${project}/runs`)
    const [{ headers, text }] = await Promise.all([
      member.call("GET", `/api/projects/${project}/runs/latest/events`),
      member.workOff()
    ])
    expect(headers.get("content-type")).toMatch(/^text\/event-stream/u)
    const events = [...text.matchAll(/^event: (\w+)\n(?:id: .+\n)?data: (.+)$/gmu)].map(([, name, data = ""]) => [
      name,
      (JSON.parse(data) as { readonly status: string }).status
    ])
    expect(events.at(-1)).toEqual(["done", "completed"])
    expect(events.slice(0, -1).every(([name]) => name === "progress")).toBe(true)
  })

  it("tells an EventSource that knows of its end not to come back", async () => {
    const project = await member.newProject()
    await member.ask(project)
    await member.call("POST", `/api/projects/${project}/runs`)
    await member.call("POST", `/api/projects/${project}/runs/cancel`)
    const listen = (id?: string) =>
      auspex.research("GET", `/api/projects/${project}/runs/latest/events`, {
        as: member.key,
        headers: id === undefined ? {} : { "last-event-id": id }
      })
    const first = await listen()
    const id = /^event: done\nid: (.+)\ndata: /mu.exec(first.text)?.[1] ?? ""
    expect([first.status, first.headers.get("connection"), id.length > 36]).toEqual([200, "close", true])
    const told = await listen(id)
    expect([told.status, told.text]).toEqual([204, ""])
    // Whoever knows of another end, or of none, is told of this one.
    for (const other of ["", "x", `${id}x`]) expect((await listen(other)).text).toBe(first.text)
    await member.call("POST", `/api/projects/${project}/runs/resume`)
    await member.workOff()
    const next = await listen(id)
    expect([next.status, /^event: done\nid: /mu.test(next.text)]).toEqual([200, true])
  })

  it("can be cancelled, and ends with its project", async () => {
    const project = await member.newProject()
    expect((await member.call("POST", `/api/projects/${project}/runs`)).body.error.code).toBe(
      "project_has_no_questions"
    )
    await member.ask(project)
    expect((await member.call("POST", `/api/projects/${project}/runs/cancel`)).body.error.code).toBe("run_not_active")
    expect((await member.call("POST", `/api/projects/${project}/runs`, { calls_max: 0 })).body.error).toMatchObject({
      code: "validation_error",
      field: "calls_max"
    })
    await member.call("POST", `/api/projects/${project}/runs`, { calls_max: 5 })
    expect((await member.call("POST", `/api/projects/${project}/runs/cancel`)).body).toMatchObject({
      status: "stopped",
      reason: "cancelled"
    })
    const resumed = await member.call("POST", `/api/projects/${project}/runs/resume`, { calls_max: 9 })
    expect([resumed.status, resumed.body]).toMatchObject([200, { status: "queued", budget: { calls_max: 9 } }])
    expect((await member.call("POST", `/api/projects/${project}/runs/resume`)).body.error.code).toBe(
      "run_not_resumable"
    )
    await member.call("POST", `/api/projects/${project}/archive`)
    expect((await member.call("GET", `/api/projects/${project}/runs/latest`)).body.status).toBe("stopped")
    await member.workOff()
    expect((await member.call("GET", `/api/projects/${project}`)).body).toMatchObject({
      status: "archived",
      decision_packet: null
    })
    expect((await member.call("POST", `/api/projects/${project}/runs`)).body.error.code).toBe("invalid_transition")
  })
})

onServerDatabaseFirst("a panel with a model", (db) => {
  let auspex: RunningAuspex
  let site: LocalSite
  let models: FakeModelServer
  /** What the specialists answer to a binary question. */
  let probability = 0.6
  let member: ResearchMember
  const promptOf = ({ body }: FakeChatRequest) => {
    const messages = body.messages as ReadonlyArray<{ readonly content: string }>
    return { system: messages[0]!.content, content: messages.at(-1)!.content }
  }
  beforeAll(async () => {
    site = await LocalSite.start()
    models = await startModelServer({
      protocol: "openai-compatible",
      models: ["reasoner-1"],
      answer: (request) => [
        scriptedSpecialist(promptOf(request)).replace("\"probability\":0.6", `"probability":${probability}`)
      ]
    })
    const pool = [{ provider: "openai-compatible", model: "reasoner-1", base_url: `${models.url}/v1` }]
    auspex = await startAuspex(db.layer, { flags: { allowPrivateEgress: true, modelPool: JSON.stringify(pool) } })
    member = await researchMember(auspex)
  })
  afterAll(async () => {
    await auspex.stop()
    await site.stop()
    await models.close()
  })

  it("lets five specialists reason, each with a plan, and pools their answers", async () => {
    const project = await member.newProject("vc_partner")
    const question = await member.ask(project)
    await member.attach(project, site, "/pool", "the deposit rate of the European Central Bank")
    await member.call("POST", `/api/projects/${project}/runs`)
    await member.workOff()
    const { body: state } = await member.call("GET", `/api/projects/${project}`)
    expect(state.reasonings.map(({ specialist }: { specialist: string }) => specialist).toSorted()).toEqual(
      ["competition", "contrarian", "market", "team_execution", "technology"]
    )
    for (const { evidence, model, probability } of state.reasonings) {
      expect([model, probability]).toEqual(["reasoner-1", 0.6])
      expect(evidence.length).toBeGreaterThan(0)
    }
    expect(models.requests.length).toBe(10)
    const [answer] = state.decision_packet.answers
    expect(answer).toMatchObject({ question_id: question, agreement: 1, dissent: null, crowd: null })
    expect(answer.aggregate.probability).toBeGreaterThanOrEqual(0.6)
    expect(state.decision_packet.key_findings.length).toBeGreaterThan(0)
  })

  it("shows the crowd of the platform beside the panel, and scores the specialists when it resolves", async () => {
    const project = await member.newProject()
    const question = await member.ask(project, {
      ...rateQuestion,
      text: "Will the Bank of Norway lower its rate before 1 July 2035?"
    })
    await member.attach(project, site, "/norway", "the rate of the Bank of Norway")
    const place = () =>
      member.call("POST", `/api/projects/${project}/questions/${question}/forecast`, { category: "society" })
    const { body: placed, status } = await place()
    expect([status, placed]).toEqual([201, {
      question_id: question,
      platform_question_id: expect.any(String),
      status: "draft"
    }])
    expect((await place()).body.error.code).toBe("forecast_exists")
    const platform = `/api/admin/questions/${placed.platform_question_id}`
    const draft = (await auspex.call("GET", platform, { as: auspex.adminKey })).body.question
    expect(draft).toMatchObject({ status: "draft", resolution_source: "press release", resolution_date: "2035-06-30" })
    for (const act of ["approve", "publish"]) await auspex.call("POST", `${platform}/${act}`, { as: auspex.adminKey })
    const agent = await linkedAgent(auspex)
    const predicted = await auspex.call("POST", `/api/questions/${placed.platform_question_id}/predict`, {
      as: agent.key,
      body: goodPrediction({ prediction: true, confidence: 80 })
    })
    expect(predicted.status).toBe(201)
    await member.call("POST", `/api/projects/${project}/runs`)
    await member.workOff()
    const { answers } = (await member.call("GET", `/api/projects/${project}/packet`)).body
    expect(answers[0].crowd).toMatchObject({ predictors: 1, probability: 1 })
    const scoreNext = () => auspex.run(Effect.flatMap(ProjectForecasts, (forecasts) => forecasts.scoreNext))
    expect(await scoreNext()).toBe(false)
    await auspex.call("POST", `/api/admin/questions/${placed.platform_question_id}/resolve`, {
      as: auspex.adminKey,
      body: { outcome: true, evidence_urls: ["https://www.norges-bank.no/decision"] }
    })
    expect([await scoreNext(), await scoreNext()]).toEqual([true, false])
    const records = async () =>
      (await auspex.run(Effect.flatMap(ForecastStore, (store) => store.records(member.workspace))))
        .map(({ brier_sum, resolved, specialist }) => `${specialist} ${resolved} ${brier_sum.toFixed(2)}`)
    const all = ["base_rates", "contrarian", "domain", "superforecaster"]
    expect(await records()).toEqual(all.map((specialist) => `${specialist} 1 0.16`))

    // An answer that is given after the resolution does not count, whatever the outcome turns out to be.
    probability = 0.01
    await member.call("POST", `/api/projects/${project}/runs`)
    await member.workOff()
    probability = 0.6
    const overturned = async (outcome: boolean | null) => {
      const id = await dispute(auspex, agent, placed.platform_question_id)
      expect((await end(auspex, id, { status: "overturned", outcome })).status).toBe(200)
    }
    await overturned(false)
    expect([await scoreNext(), await scoreNext()]).toEqual([true, false])
    expect(await records()).toEqual(all.map((specialist) => `${specialist} 1 0.36`))
    await overturned(null)
    expect([await scoreNext(), await scoreNext()]).toEqual([true, false])
    expect(await records()).toEqual([])
  })

  describe("questions that the platform does not ask", () => {
    it.each([
      [
        "a matrix",
        { kind: "matrix", kind_options: { rows: ["Oslo", "Bergen"], columns: ["Up", "Down"] } },
        "question_type"
      ],
      ["another category", {}, "category"]
    ])("refuses %s", async (_, extra, field) => {
      const project = await member.newProject()
      const question = await member.ask(project, { ...rateQuestion, ...extra })
      const category = field === "category" ? "sports" : "society"
      const { body, status } = await member.call("POST", `/api/projects/${project}/questions/${question}/forecast`, {
        category
      })
      expect([status, body.error.field]).toEqual([400, field])
    })
  })
})
