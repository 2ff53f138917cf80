import { onEmbeddedDatabase } from "@auspex/testkit/databases"
import { SqlClient } from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Answer, type RunningAuspex, startAuspex } from "../harness.ts"
import { query } from "../people.ts"
import { brief, rateQuestion, type ResearchMember, researchMember } from "./researchMember.ts"

/** The tables of the specification of the research API, row by row. */
onEmbeddedDatabase("the specification of the research API", (db) => {
  let auspex: RunningAuspex
  let member: ResearchMember
  let stranger: ResearchMember
  let project: string
  beforeAll(async () => {
    auspex = await startAuspex(db.layer)
    member = await researchMember(auspex)
    stranger = await researchMember(auspex)
    project = await member.newProject()
  })
  afterAll(() => auspex.stop())

  const fieldsOf = ({ body }: Answer) => Object.keys(body)

  describe("section 4, endpoints", () => {
    it("GET /api/projects: query status, kind, limit (default 50, max 200) → list of projects", async () => {
      const { body, status } = await member.call("GET", "/api/projects?status=active&kind=research&limit=200")
      expect([status, body.projects[0].id, body.total, body.next_cursor]).toEqual([200, project, 1, null])
    })
    it("GET /api/projects/:id → full project state", async () => {
      expect(fieldsOf(await member.call("GET", `/api/projects/${project}`))).toEqual(
        expect.arrayContaining([
          "id",
          "kind",
          "title",
          "brief",
          "audience",
          "status",
          "created_at",
          "last_updated_at",
          "question_count",
          "reasoning_count",
          "questions",
          "sources",
          "reasonings",
          "decision_packet"
        ])
      )
    })
    it("GET /api/projects/:id/status → {id, status, last_updated_at, question_count, reasoning_count}", async () => {
      expect(fieldsOf(await member.call("GET", `/api/projects/${project}/status`))).toEqual([
        "id",
        "status",
        "last_updated_at",
        "question_count",
        "reasoning_count"
      ])
    })
    it.each(["fo_principal", "vc_partner", "corp_strategist", null])(
      "POST /api/projects/research: brief, audience %s → created project",
      async (audience) => {
        const { body, status } = await member.call("POST", "/api/projects/research", { brief, audience })
        expect([status, body.kind, body.audience, body.status]).toEqual([201, "research", audience, "active"])
      }
    )
    it("POST /api/projects/survey: title, questions (string arrays only) → created project", async () => {
      const questions = ["Which bank do you use most often?"]
      const { body, status } = await member.call("POST", "/api/projects/survey", { title: "Banks", questions })
      expect([status, body.kind, body.question_count]).toEqual([201, "survey", 1])
      const rich = await member.call("POST", "/api/projects/survey", { title: "Banks", questions: [rateQuestion] })
      expect([rich.status, rich.body.error.code]).toEqual([400, "validation_error"])
    })
    it("POST /api/projects/:id/questions: Question fields → created question; an invalid shape is 400", async () => {
      const question = { ...rateQuestion, resolution_threshold: "below 2 %" }
      const { body, status } = await member.call("POST", `/api/projects/${project}/questions`, question)
      expect([status, body]).toEqual([201, expect.objectContaining(question)])
      const invalid = await member.call("POST", `/api/projects/${project}/questions`, { ...question, kind: "bool" })
      expect([invalid.status, invalid.body.error]).toEqual([
        400,
        { code: "validation_error", message: expect.any(String), field: "kind" }
      ])
    })
    it("POST /api/projects/:id/sources: uri, title → source is pulled into the evidence pack", async () => {
      const source = { uri: "https://93.184.215.14/rates", title: "Rates" }
      const { body, status } = await member.call("POST", `/api/projects/${project}/sources`, source)
      expect([status, body]).toEqual([201, expect.objectContaining({ ...source, status: "queued", reason: null })])
    })
    it("GET /api/findings/search: query q, limit → ranked findings", async () => {
      const { body, status } = await member.call("GET", "/api/findings/search?q=rates&limit=10")
      expect([status, body]).toEqual([200, { findings: [], total: 0 }])
    })
  })

  describe("section 2, kinds of questions", () => {
    it.each([
      ["binary", null],
      ["multi", { options: ["Higher", "Lower"] }],
      ["matrix", { rows: ["Oslo", "Bergen"], columns: ["Higher", "Lower"] }],
      ["likert", { scale: 5, statement: "The bank will lower its rate." }],
      ["star_rating", { max: 10 }]
    ])("%s", async (kind, kind_options) => {
      const question = { ...rateQuestion, kind, ...(kind_options === null ? {} : { kind_options }) }
      const { body, status } = await member.call(
        "POST",
        `/api/projects/${await member.newProject()}/questions`,
        question
      )
      expect([status, body.kind, body.kind_options]).toEqual([201, kind, kind_options])
    })
  })

  describe("section 7, errors: {error: {code, message, field}}", () => {
    const shape = { code: expect.any(String), message: expect.any(String) }
    it("400 validation error", async () => {
      const { body, status } = await member.call("POST", "/api/projects/research", { brief: "Short." })
      expect([status, body]).toEqual([400, { error: { ...shape, code: "validation_error", field: "brief" } }])
    })
    it("401 missing or invalid API key", async () => {
      for (const as of [undefined, "rk_unknown"]) {
        const { body, status } = await auspex.research("GET", "/api/projects", { as })
        expect([status, body]).toEqual([401, { error: { ...shape, field: null } }])
      }
    })
    it("403 insufficient permissions (admin route, wrong workspace)", async () => {
      const { body, status } = await stranger.call("GET", `/api/projects/${project}`)
      expect([status, body]).toEqual([403, { error: { ...shape, code: "wrong_workspace", field: null } }])
    })
    it("404 resource not found", async () => {
      const { body, status } = await member.call("GET", "/api/projects/01900000-0000-7000-8000-000000000000")
      expect([status, body]).toEqual([404, { error: { ...shape, code: "project_not_found", field: null } }])
    })
    it("429 rate limited, with Retry-After", async () => {
      const answers = await Promise.all(Array.from({ length: 101 }, () => stranger.call("GET", "/api/projects")))
      const refused = answers.find(({ status }) => status === 429)!
      expect(refused.body).toEqual({ error: { ...shape, code: "rate_limited", field: null } })
      expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0)
    })
  })

  describe("section 8, limits", () => {
    it("the list of projects: 50 by default, at most 200", async () => {
      await query(
        auspex,
        `insert into projects (id, workspace_id, kind, title)
          select auspex_uuid_v7(auspex_clock()), $1::uuid, 'research', 'Project ' || n from generate_series(1, 210) n`,
        [member.workspace]
      )
      const count = async (search: string) => (await member.call("GET", `/api/projects${search}`)).body.projects.length
      expect([await count(""), await count("?limit=200"), await count("?limit=500")]).toEqual([50, 200, 200])
    })
    it.each([[49, 400], [50, 201], [2_000, 201], [2_001, 400]])("a brief of %i characters", async (length, status) => {
      expect((await member.call("POST", "/api/projects/research", { brief: "x".repeat(length) })).status).toBe(status)
    })
    it.each([["Rain here?", "text_too_short", false], ["Rain now?", "text_too_short", true]])(
      "the question %s",
      async (text, code, isRefused) => {
        const { body } = await member.call("POST", `/api/projects/${project}/questions`, { ...rateQuestion, text })
        const codes = [body.error ?? [], ...(body.failures ?? [])].flat().map((one: { code: string }) => one.code)
        expect(codes.includes(code)).toBe(isRefused)
      }
    )
  })
})

onEmbeddedDatabase("a platform error of the research API", (db) => {
  it("500 platform error, in the same envelope", async () => {
    const auspex = await startAuspex(db.layer)
    const member = await researchMember(auspex)
    await auspex.run(Effect.flatMap(SqlClient, (sql) => sql.unsafe("alter table projects rename to projects_away")))
    const { body, status } = await member.call("GET", "/api/projects")
    await auspex.run(Effect.flatMap(SqlClient, (sql) => sql.unsafe("alter table projects_away rename to projects")))
    await auspex.stop()
    expect([status, body]).toEqual([500, {
      error: { code: "internal_error", message: expect.any(String), field: null }
    }])
  })
})
