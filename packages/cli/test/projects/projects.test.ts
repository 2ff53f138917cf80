import { SourceIntake } from "@auspex/domain/projects"
import { onServerDatabaseFirst } from "@auspex/testkit/databases"
import { LocalSite } from "@auspex/testkit/outside"
import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type RunningAuspex, startAuspex } from "../harness.ts"
import { type TestHuman, verifiedHuman } from "../people.ts"
import { article } from "./article.ts"

const brief = "Should we move a tenth of the bond portfolio into private credit before the end of 2030?"
const question = {
  text: "Will the European Central Bank lower its deposit rate before 1 July 2035?",
  kind: "binary",
  resolution_signal: "press_release",
  resolution_date: "2035-06-30"
}

onServerDatabaseFirst("projects", (db) => {
  let auspex: RunningAuspex
  let site: LocalSite
  let olive: TestHuman
  let key: string
  let strangersKey: string
  beforeAll(async () => {
    site = await LocalSite.start()
    auspex = await startAuspex(db.layer, { flags: { allowPrivateEgress: true } })
    olive = await verifiedHuman(auspex)
    key = await newKey(olive, await newWorkspace(olive))
    const stranger = await verifiedHuman(auspex)
    strangersKey = await newKey(stranger, await newWorkspace(stranger))
  })
  afterAll(async () => {
    await auspex.stop()
    await site.stop()
  })

  const newWorkspace = async ({ token }: TestHuman): Promise<string> =>
    (await auspex.call("POST", "/api/workspaces", { as: token, body: { name: "Olive & Sons" } })).body.id
  const newKey = async ({ token }: TestHuman, workspace: string): Promise<string> =>
    (await auspex.call("POST", `/api/workspaces/${workspace}/keys`, { as: token, body: { name: "notebook" } })).body
      .secret
  const call = (method: string, path: string, body?: object, as = key) =>
    auspex.research(method, path, { as, ...(body === undefined ? {} : { body }) })
  const newProject = async (): Promise<string> => (await call("POST", "/api/projects/research", { brief })).body.id
  const attach = async (project: string, uri: string): Promise<string> =>
    (await call("POST", `/api/projects/${project}/sources`, { uri })).body.id
  const readAll = () =>
    auspex.run(
      Effect.flatMap(SourceIntake, ({ readNext }) => Effect.repeat(readNext("reader"), { while: (more) => more }))
    )
  const source = async (project: string, id: string) =>
    (await call("GET", `/api/projects/${project}/sources/${id}`)).body
  const search = async (query: string) => (await call("GET", `/api/findings/search?${query}`)).body

  it("are made from a brief, with an audience or without", async () => {
    const { body, status } = await call("POST", "/api/projects/research", {
      brief: ` ${brief}\n`,
      audience: "vc_partner"
    })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      kind: "research",
      title: brief,
      brief,
      audience: "vc_partner",
      status: "active",
      question_count: 0,
      source_count: 0,
      reasoning_count: 0,
      questions: [],
      sources: []
    })
    expect((await call("GET", `/api/projects/${body.id}`)).body).toEqual(body)
    expect((await call("POST", "/api/projects/research", { brief, audience: null })).body.audience).toBeNull()
  })

  it.each([
    ["a brief of 49 characters", { brief: "x".repeat(49) }, "brief"],
    ["a brief of 2,001 characters", { brief: "x".repeat(2_001) }, "brief"],
    ["no brief", {}, "brief"],
    ["an unknown audience", { brief, audience: "king" }, "audience"]
  ])("are refused with %s", async (_, body, field) => {
    const { body: refused, status } = await call("POST", "/api/projects/research", body)
    expect([status, refused.error.code, refused.error.field]).toEqual([400, "validation_error", field])
  })

  it("take briefs of 50 and of 2,000 characters", async () => {
    for (const length of [50, 2_000]) {
      expect((await call("POST", "/api/projects/research", { brief: "ü".repeat(length) })).status).toBe(201)
    }
  })

  it("are made from the texts of a survey, and refused with every question that breaks a rule", async () => {
    const { body } = await call("POST", "/api/projects/survey", {
      title: "Banking habits",
      questions: ["Which bank do you use most often?", "How old are you today?"]
    })
    expect(body).toMatchObject({ kind: "survey", title: "Banking habits", brief: null, question_count: 2 })
    expect(body.questions.map(({ kind, text }: { kind: unknown; text: string }) => [text, kind])).toEqual([
      ["Which bank do you use most often?", null],
      ["How old are you today?", null]
    ])
    const { body: refused, status } = await call("POST", "/api/projects/survey", {
      title: "Banking habits",
      questions: ["Bank?", "Which bank do you use?", "How old are you? Where do you live?"]
    })
    expect(status).toBe(400)
    expect(refused.failures.map(({ code, field }: { code: string; field: string }) => [code, field])).toEqual([
      ["text_too_short", "questions[0]"],
      ["two_questions", "questions[2]"]
    ])
    for (const questions of [[], ["Which bank do you use?", { text: "x" }]]) {
      expect((await call("POST", "/api/projects/survey", { title: "Banks", questions })).status).toBe(400)
    }
  })

  it("are listed newest first, by status and kind, fifty at a time and two hundred at most", async () => {
    const workspace = await newWorkspace(olive)
    const own = await newKey(olive, workspace)
    const ids: Array<string> = []
    for (let n = 0; n < 4; n++) ids.unshift((await call("POST", "/api/projects/research", { brief }, own)).body.id)
    const list = async (query = "") => (await call("GET", `/api/projects${query}`, undefined, own)).body
    const idsOf = ({ projects }: { projects: ReadonlyArray<{ id: string }> }) => projects.map(({ id }) => id)
    expect(idsOf(await list())).toEqual(ids)
    const first = await list("?limit=3")
    expect([first.total, idsOf(first)]).toEqual([4, ids.slice(0, 3)])
    expect(idsOf(await list(`?limit=3&cursor=${first.next_cursor}`))).toEqual(ids.slice(3))
    await call("POST", `/api/projects/${ids[1]}/archive`, undefined, own)
    expect(idsOf(await list("?status=archived&kind=research"))).toEqual([ids[1]])
    expect(idsOf(await list("?kind=survey"))).toEqual([])
    expect((await call("GET", "/api/projects?status=open", undefined, own)).body.error.field).toBe("status")
    expect((await call("GET", "/api/projects?limit=0", undefined, own)).body.error.field).toBe("limit")
    expect((await list("?limit=201")).projects.length).toBe(4)
  })

  it("tell how far they are", async () => {
    const id = await newProject()
    await call("POST", `/api/projects/${id}/questions`, question)
    const { body } = await call("GET", `/api/projects/${id}/status`)
    expect((await call("GET", `/api/projects/${id.toUpperCase()}/status`)).body).toEqual(body)
    expect(body).toEqual({
      id,
      status: "active",
      last_updated_at: expect.any(String),
      question_count: 1,
      reasoning_count: 0
    })
  })

  it("accept questions that pass the framing rules, and say which they break", async () => {
    const id = await newProject()
    const ask = (body: object) => call("POST", `/api/projects/${id}/questions`, body)
    const { body: asked, status } = await ask({ ...question, text: ` ${question.text} ` })
    expect(status).toBe(201)
    expect(asked).toEqual({
      id: expect.any(String),
      project_id: id,
      ...question,
      kind_options: null,
      resolution_threshold: null,
      created_at: expect.any(String),
      framing: { rules_version: 1, passed: true, warnings: [] }
    })
    const { body: refused } = await ask({ text: "Will it?", kind: "binary", resolution_date: "2020-01-01" })
    expect(refused.error).toEqual({ code: "text_too_short", message: expect.any(String), field: "text" })
    expect(refused.failures.map(({ code }: { code: string }) => code)).toEqual(
      expect.arrayContaining(["text_too_short", "resolution_date_past"])
    )
    const again = await ask(question)
    expect([again.status, again.body.error]).toEqual([
      400,
      { code: "duplicate", message: expect.any(String), field: "text" }
    ])
    expect((await ask({ text: question.text })).body.error.field).toBe("kind")
    const multi = { ...question, kind: "multi", kind_options: { options: ["Lower it", "Lower it"] } }
    expect((await ask(multi)).body.error.field).toMatch(/^kind_options/)
    const { body } = await call("GET", `/api/projects/${id}`)
    expect([body.question_count, body.questions]).toEqual([1, [asked]])
  })

  it("read their sources into passages that are found with their citations", async () => {
    const id = await newProject()
    const uri = site.put("/rates", { body: article("The deposit rate", "lighthouse keepers in Brittany") })
    const { body: queued, status } = await call("POST", `/api/projects/${id}/sources`, { uri, title: "Rates" })
    expect([status, queued.status, queued.title, queued.reason]).toEqual([201, "queued", "Rates", null])
    await readAll()
    const read = await source(id, queued.id)
    expect(read).toMatchObject({ status: "ready", title: "Rates", version: 1, change: null, duplicate_of: null })
    const { findings, total } = await search("q=lighthouse%20keepers")
    expect(total).toBeGreaterThan(0)
    const [{ citation, highlights, text, ...best }] = findings
    expect(best).toMatchObject({ project_id: id, kind: "passage", score: expect.any(Number) })
    expect(citation).toEqual({
      source_id: queued.id,
      uri,
      title: "Rates",
      quote: text,
      start: expect.any(Number),
      end: citation.start + text.length,
      retrieved_at: read.retrieved_at,
      content_hash: read.content_hash
    })
    expect(highlights.map(({ start, end }: { start: number; end: number }) => text.slice(start, end))).toContain(
      "lighthouse"
    )
    expect((await search(`q=lighthouse&project_id=${await newProject()}`)).findings).toEqual([])
    expect((await search(`q=lighthouse&source_id=${queued.id}&kind=passage`)).total).toBeGreaterThan(0)
    expect((await search("q=lighthouse&before=2020-01-01")).total).toBe(0)
    expect((await call("GET", "/api/findings/search?q=lighthouse", undefined, strangersKey)).body).toEqual({
      findings: [],
      total: 0
    })
  })

  it("keep every version of a source and say what changed", async () => {
    const id = await newProject()
    const uri = site.put("/tides", { body: article("Tides", "the first edition of the almanac") })
    const first = await attach(id, uri)
    await readAll()
    expect(await attach(id, uri)).toBe(first)
    await readAll()
    expect(await source(id, first)).toMatchObject({ status: "ready", version: 1, change: null })
    site.put("/tides", { body: article("Tides", "the revised edition of the yearbook") })
    await attach(id, uri)
    await readAll()
    expect(await source(id, first)).toMatchObject({
      status: "ready",
      version: 2,
      change: expect.stringMatching(/^About \d+ % of the text changed/)
    })
    expect((await search(`q=%22first%20edition%20of%20the%20almanac%22&project_id=${id}`)).total).toBe(0)
    expect((await search(`q=%22revised%20edition%22&project_id=${id}`)).total).toBeGreaterThan(0)
    expect((await call("GET", `/api/projects/${id}`)).body.source_count).toBe(1)
  })

  it("count the same page once, and say why a source is rejected", async () => {
    const id = await newProject()
    const body = article("Harbours", "the dredging of the northern harbours")
    const first = await attach(id, site.put("/harbours", { body }))
    const second = await attach(id, site.put("/harbours?utm_source=mail", { body }))
    const missing = await attach(id, site.url("/nothing-here"))
    const thin = await attach(id, site.put("/thin", { body: "<p>Soon.</p>" }))
    await readAll()
    expect((await source(id, first)).status).toBe("ready")
    expect(await source(id, second)).toMatchObject({ status: "rejected", reason: "duplicate", duplicate_of: first })
    expect(await source(id, missing)).toMatchObject({ status: "rejected", reason: "status" })
    expect(await source(id, thin)).toMatchObject({ status: "rejected", reason: "thin", detail: expect.any(String) })
    expect((await search(`q=dredging&project_id=${id}`)).findings.map(
      ({ citation }: { citation: { source_id: string } }) => citation.source_id
    )).not.toContain(second)
  })

  it("read a source once, however many workers there are", async () => {
    const id = await newProject()
    const uri = site.put("/once", { body: article("Once", "a page that is fetched a single time") })
    const one = await attach(id, uri)
    await auspex.run(
      Effect.flatMap(SourceIntake, ({ readNext }) =>
        Effect.all(
          Array.from({ length: 4 }, (_, n) => readNext(`reader ${n}`)),
          { concurrency: "unbounded" }
        ))
    )
    expect((await source(id, one)).status).toBe("ready")
    expect(site.asked.filter((path) => path === "/once").length).toBe(1)
  })

  it.each([
    ["another scheme", "ftp://example.org/a", "validation_error"],
    ["no address", "rates", "validation_error"],
    ["a credential", "https://a:b@example.org/", "validation_error"],
    ["a script", "javascript:alert(1)", "validation_error"]
  ])("refuse a source with %s", async (_, uri, code) => {
    const { body, status } = await call("POST", `/api/projects/${await newProject()}/sources`, { uri })
    expect([status, body.error.code, body.error.field]).toEqual([400, code, "uri"])
  })

  it("change no more when they are archived", async () => {
    const id = await newProject()
    expect((await call("POST", `/api/projects/${id}/archive`)).body.status).toBe("archived")
    const refused = [
      await call("POST", `/api/projects/${id}/questions`, question),
      await call("POST", `/api/projects/${id}/sources`, { uri: site.url("/rates") }),
      await call("POST", `/api/projects/${id}/archive`)
    ]
    expect(refused.map(({ body, status }) => [status, body.error.code, body.error.field])).toEqual(
      refused.map(() => [409, "invalid_transition", "status"])
    )
    expect((await call("GET", `/api/projects/${id}`)).status).toBe(200)
  })

  describe("the audit log", () => {
    it("has every act under the owner of the key", async () => {
      const workspace = await newWorkspace(olive)
      const own = await newKey(olive, workspace)
      const { id } = (await call("POST", "/api/projects/research", { brief }, own)).body
      await call("POST", `/api/projects/${id}/questions`, question, own)
      await call("POST", `/api/projects/${id}/sources`, { uri: site.url("/rates") }, own)
      await call("POST", `/api/projects/${id}/archive`, undefined, own)
      const { entries } = (await call("GET", "/api/audit", undefined, own)).body
      expect(
        entries.map(({ account_id, action }: { account_id: string; action: string }) => [action, account_id])
      ).toEqual(
        ["project.archive", "source.add", "question.create", "project.create", "key.create", "workspace.create"].map(
          (action) => [action, olive.id]
        )
      )
    })
  })
})
