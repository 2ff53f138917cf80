import { onServerDatabaseFirst } from "@auspex/testkit/databases"
import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { type RunningAuspex, startAuspex } from "../harness.ts"
import { query } from "../people.ts"
import { type ResearchMember, researchMember } from "../projects/researchMember.ts"
import { newLink, newSurvey, questionsOfAllKinds, send } from "./answering.ts"

const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString()

onServerDatabaseFirst("surveys that people answer", (db) => {
  let auspex: RunningAuspex
  let member: ResearchMember
  beforeAll(async () => {
    auspex = await startAuspex(db.layer)
    member = await researchMember(auspex)
  })
  afterAll(() => auspex.stop())
  // One key takes 100 requests a minute.
  beforeEach(() => query(auspex, "truncate rate_windows"))

  const resultsOf = async (id: string) => (await member.call("GET", `/api/projects/${id}/results`)).body
  const pageOf = (token: string) => auspex.call("GET", `/s/${token}`)

  describe("a link", () => {
    it("is made with its token and address, which are shown once", async () => {
      const { id } = await newSurvey(member)
      const closes_at = inDays(30)
      const { body, status } = await member.call("POST", `/api/projects/${id}/links`, {
        name: "  Staff ",
        closes_at,
        responses_max: 5
      })
      expect([status, body.link]).toEqual([201, {
        id: expect.any(String),
        project_id: id,
        name: "Staff",
        status: "open",
        response_count: 0,
        responses_max: 5,
        closes_at,
        closed_at: null,
        created_at: expect.any(String)
      }])
      expect(body.url).toBe(`http://auspex.test/s/${body.token}`)
      const listed = await member.call("GET", `/api/projects/${id}/links`)
      expect(listed.body).toEqual({ links: [body.link], total: 1, next_cursor: null })
      expect(listed.text).not.toContain(body.token)
      const stored = await query<{ readonly row: string }>(auspex, "select l::text as row from survey_links l")
      expect(stored.some(({ row }) => row.includes(body.token))).toBe(false)
      const { entries } = (await member.call("GET", "/api/audit?limit=1")).body
      expect(entries[0]).toMatchObject({
        action: "link.create",
        subject_type: "survey_link",
        subject_id: body.link.id,
        detail: { project_id: id, name: "Staff", responses_max: 5 }
      })
    })

    it.each([
      ["name", { name: " " }],
      ["name", { name: "x".repeat(81) }],
      ["name", {}],
      ["closes_at", { name: "Staff", closes_at: inDays(-1) }],
      ["closes_at", { name: "Staff", closes_at: inDays(367) }],
      ["closes_at", { name: "Staff", closes_at: "soon" }],
      ["responses_max", { name: "Staff", responses_max: 0 }],
      ["responses_max", { name: "Staff", responses_max: 10_001 }],
      ["responses_max", { name: "Staff", responses_max: 1.5 }]
    ])("is refused because of %s: %j", async (field, request) => {
      const { id } = await newSurvey(member)
      const { body, status } = await member.call("POST", `/api/projects/${id}/links`, request)
      expect([status, body.error.field]).toEqual([400, field])
    })

    it("belongs to a survey, and to no project of another kind", async () => {
      const id = await member.newProject()
      for (
        const [method, path, body] of [
          ["POST", "links", { name: "Staff" }],
          ["GET", "links"],
          ["GET", "responses"],
          ["GET", "results"],
          ["POST", "panel", { segments: [] }]
        ] as const
      ) {
        const refused = await member.call(method, `/api/projects/${id}/${path}`, body)
        expect([path, refused.status, refused.body.error.code]).toEqual([path, 409, "not_a_survey"])
      }
    })

    it("is one of twenty at most", async () => {
      const { id } = await newSurvey(member)
      for (let made = 0; made < 20; made++) await newLink(member, id)
      const { body, status } = await member.call("POST", `/api/projects/${id}/links`, { name: "One more" })
      expect([status, body.error.code]).toEqual([400, "survey_link_limit"])
    })

    it("is closed once and for all", async () => {
      const { id } = await newSurvey(member)
      const link = await newLink(member, id)
      const close = () => member.call("POST", `/api/projects/${id}/links/${link.id}/close`)
      const { body, status } = await close()
      expect([status, body.status, body.closed_at]).toEqual([200, "closed", expect.any(String)])
      expect((await close()).body).toEqual(body)
      const actions = (await member.call("GET", "/api/audit?limit=3")).body.entries.map(
        ({ action }: { readonly action: string }) => action
      )
      expect(actions).toEqual(["link.close", "link.create", "project.create"])
      const { id: other } = await newSurvey(member)
      const missing = await member.call("POST", `/api/projects/${other}/links/${link.id}/close`)
      expect([missing.status, missing.body.error.code]).toEqual([404, "survey_link_not_found"])
    })
  })

  describe("the page behind a link", () => {
    it("has no script, loads nothing, and is kept by nobody", async () => {
      const { id, questions } = await newSurvey(member, questionsOfAllKinds)
      const { headers, status, text } = await pageOf((await newLink(member, id)).token)
      expect(status).toBe(200)
      expect(headers.get("content-security-policy")).toMatch(
        /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/u
      )
      expect([headers.get("cache-control"), headers.get("set-cookie"), headers.get("referrer-policy")]).toEqual([
        "no-store",
        null,
        "same-origin"
      ])
      expect(text).not.toMatch(/<script|<link|<img|javascript:|\son\w+=|\bsrc=/iu)
      for (const question of questions) expect(text).toContain(`name="${question}`)
      expect(text).toContain("no name, no address of your device, no cookie")
      expect(text).not.toContain("This invitation is for one person")
      const personal = await newLink(member, id, { responses_max: 1 })
      expect((await pageOf(personal.token)).text).toContain("This invitation is for one person")
    })

    it("takes hostile texts as texts", async () => {
      const hostile = "Is <script>alert(1)</script> \"safe\" & 'sound' txt.exe?"
      const { id } = await newSurvey(member, [{
        text: "Do you agree with </legend><img src=x onerror=alert(2)> it?",
        kind: "likert",
        kind_options: { scale: 5, statement: "</p><svg onload=alert(3)> & \"quoted\"." }
      }, {
        text: "Which of them do you like best?",
        kind: "multi",
        kind_options: { options: ["<b>bold</b>", "\" checked onclick=\"alert(4)"] }
      }], hostile)
      const { token } = await newLink(member, id)
      const { text } = await pageOf(token)
      expect(text).not.toMatch(/<script|<img|<svg onload|<b>/u)
      expect(text).toContain("Is &lt;script>alert(1)&lt;/script> &quot;safe&quot; &amp; 'sound'")
      expect(text).toContain("&lt;/p>&lt;svg onload=alert(3)> &amp; &quot;quoted&quot;.")
      const back = await send(auspex, token, { "\"><script>": "x" }, "\"><script>alert(5)</script>")
      expect([back.status, /<script/u.test(back.text)]).toEqual([400, false])
    })

    it("is not there for an unknown token, and gone for a link that has ended", async () => {
      expect((await pageOf("unknown")).status).toBe(404)
      expect((await send(auspex, "unknown", {})).status).toBe(404)
      const { id, questions } = await newSurvey(member)
      const answer = { [questions[0]!]: "Shorter queues." }
      const closed = await newLink(member, id)
      await member.call("POST", `/api/projects/${id}/links/${closed.id}/close`)
      const expired = await newLink(member, id, { closes_at: inDays(1) })
      await query(auspex, "update survey_links set closes_at = auspex_clock() where id = $1::uuid", [expired.id])
      const full = await newLink(member, id, { responses_max: 1 })
      expect((await send(auspex, full.token, answer)).status).toBe(303)
      const open = await newLink(member, id)
      const statuses = async () =>
        (await member.call("GET", `/api/projects/${id}/links`)).body.links.map(
          (link: { readonly status: string }) => link.status
        )
      expect(await statuses()).toEqual(["open", "full", "expired", "closed"])
      for (
        const [{ token }, words] of [
          [closed, "This survey is closed."],
          [expired, "This survey has ended."],
          [full, "This survey takes no more answers."]
        ] as const
      ) {
        const shown = await pageOf(token)
        expect([shown.status, shown.text.includes(`<h1>${words}</h1>`)]).toEqual([410, true])
        expect((await send(auspex, token, answer)).status).toBe(410)
      }
      expect((await pageOf(open.token)).status).toBe(200)
      await member.call("POST", `/api/projects/${id}/archive`)
      expect((await pageOf(open.token)).status).toBe(410)
      expect((await send(auspex, open.token, answer)).status).toBe(410)
      expect(await statuses()).toEqual(["closed", "closed", "closed", "closed"])
      const late = await member.call("POST", `/api/projects/${id}/links`, { name: "Late" })
      expect([late.status, late.body.error.code]).toEqual([409, "invalid_transition"])
      expect((await resultsOf(id)).responses).toBe(1)
    })

    it("shows what is wrong beside the questions, and keeps what was entered", async () => {
      const { id, questions } = await newSurvey(member, questionsOfAllKinds)
      const { token } = await newLink(member, id)
      const [words, fee, bank, scale, , matrix] = questions as [string, string, string, string, string, string]
      const empty = await send(auspex, token, { [words]: " \r\n " })
      expect([empty.status, empty.text.includes("Answer at least one question.")]).toEqual([400, true])
      const form = randomUUID()
      const wrong = await send(auspex, token, {
        [words]: "x".repeat(501),
        [fee]: "1",
        [bank]: "3",
        [scale]: "-1",
        [`${matrix}.1`]: "2",
        [`${matrix}.0`]: "9"
      }, form)
      expect(wrong.status).toBe(400)
      for (const flawed of [words, bank, scale, matrix]) {
        expect(wrong.text).toMatch(new RegExp(`<fieldset id="q-${flawed}" aria-describedby="[^"]*e-${flawed}"`, "u"))
        expect(wrong.text).toContain(`<a href="#q-${flawed}">`)
      }
      expect(wrong.text).not.toContain(`e-${fee}`)
      expect(wrong.text).toContain(`name="${fee}" value="1" checked`)
      expect(wrong.text).toContain(`name="${matrix}.1" value="2" checked`)
      expect(wrong.text).toContain(`name="form" value="${form}"`)
      expect(wrong.text).toContain("x".repeat(501))
      expect(wrong.text).toContain("The answer takes at most 500 characters; it has 501.")
      const unreadable = await auspex.call("POST", `/s/${token}`, { body: "{}" })
      expect(unreadable.status).toBe(400)
      const huge = await send(auspex, token, { [words]: "x".repeat(524_288) })
      expect([huge.status, huge.headers.get("content-type")]).toEqual([413, "text/html; charset=utf-8"])
      expect(huge.text).toContain("The body is larger than 524288 bytes.")
      expect((await resultsOf(id)).responses).toBe(0)
    })

    it("takes a form once, however often it is sent, and says so after the last one that fits, too", async () => {
      const { id, questions } = await newSurvey(member)
      const { token } = await newLink(member, id, { responses_max: 2 })
      const answer = { [questions[0]!]: "Shorter queues." }
      const form = randomUUID()
      for (let sent = 0; sent < 3; sent++) {
        const { headers, status } = await send(auspex, token, answer, form)
        expect([status, headers.get("location")]).toEqual([303, "/s/thanks"])
      }
      const forms = [randomUUID(), randomUUID()]
      // Every form is sent four times at once, and one of the two finds the link full.
      const answers = await Promise.all(
        [...forms, ...forms, ...forms, ...forms].map((one) => send(auspex, token, answer, one))
      )
      expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([
        ...Array(4).fill(303),
        ...Array(4).fill(410)
      ])
      expect((await resultsOf(id)).responses).toBe(2)
      expect((await send(auspex, token, answer, form)).status).toBe(303)
      const thanks = await auspex.call("GET", "/s/thanks")
      expect([thanks.status, thanks.text.includes("<h1>Thank you</h1>")]).toEqual([200, true])
    })

    it("is limited by address", async () => {
      const { id } = await newSurvey(member)
      const { token } = await newLink(member, id)
      const post = () =>
        auspex.call("POST", `/s/${token}`, {
          from: "10.99.0.1",
          body: "",
          headers: { "content-type": "application/x-www-form-urlencoded" }
        })
      const answers = await Promise.all(Array.from({ length: 61 }, post))
      const [refused, ...others] = answers.filter(({ status }) => status === 429)
      expect([others, refused!.headers.get("content-type"), refused!.text]).toEqual([
        [],
        "text/html; charset=utf-8",
        expect.stringContaining("Please try again in a minute")
      ])
    })
  })
})
