import { researchPageRoutes } from "@auspex/adapters-http/pages"
import { onServerDatabase, recordingStatements } from "@auspex/testkit/databases"
import { readFileSync } from "node:fs"
import { beforeAll, describe, expect, it } from "vitest"
import { query, verifiedHuman } from "../people.ts"
import { rateQuestion, type ResearchMember, researchMember } from "../projects/researchMember.ts"
import { newSurvey, send } from "../surveyLinks/answering.ts"
import { auspexOn } from "../servers.ts"
import { privateEgress } from "../webhooks/webhooksWorld.ts"
import { messagesIn, outcome, type Reader, signIn } from "./reader.ts"

onServerDatabase("pages of a workspace", (server) => {
  let statements = 0
  const db = { ...server, layer: recordingStatements(server.layer, () => void statements++) }
  const auspex = auspexOn(db, privateEgress)
  let member: ResearchMember
  let readers: Readonly<Record<"admin" | "member" | "viewer" | "stranger", Reader>>
  let project: string
  let survey: string
  let webhook: string
  let at: string
  beforeAll(async () => {
    member = await researchMember(auspex)
    project = await member.newProject()
    await member.ask(project)
    survey = (await newSurvey(member)).id
    at = `/research/${member.workspace}`
    const people = { member: await verifiedHuman(auspex), viewer: await verifiedHuman(auspex) }
    readers = {
      admin: await signIn(auspex, member.owner),
      member: await signIn(auspex, people.member),
      viewer: await signIn(auspex, people.viewer),
      stranger: await signIn(auspex, await verifiedHuman(auspex))
    }
    for (const [role, { email }] of Object.entries(people)) {
      const put = await readers.admin.post(`${at}/members`, { account: email, role })
      expect(outcome(put)).toBe(`to ${at}/members?done=member-put`)
    }
    const made = await readers.admin.postAndFollow(`${at}/webhooks`, [
      ["url", "http://127.0.0.1:9/hook"],
      ["events", "project.completed"],
      ["events", "project.created"]
    ])
    expect(made.text).toMatch(/<output class="secret">[0-9a-f]{64}<\/output>/)
    webhook = (await query<{ id: string }>(auspex, "select id from webhooks"))[0]!.id
  })

  it("are shown to those who may see them", async () => {
    const paths = [
      "",
      "/members",
      "/keys",
      "/webhooks",
      `/webhooks/${webhook}`,
      "/audit",
      `/projects/${project}`,
      `/projects/${project}/packet`,
      `/projects/${project}/responses`,
      `/projects/${survey}/responses`
    ]
    const table: Record<string, ReadonlyArray<string>> = {}
    for (const path of paths) {
      const name = path.replace(webhook, "{id}").replace(project, "{id}").replace(survey, "{survey}")
      const row: Array<string> = []
      for (const reader of Object.values(readers)) row.push(outcome(await reader.get(`${at}${path}`)))
      table[name] = row
    }
    // admin, member, viewer, stranger
    expect(table).toEqual({
      "": ["200", "200", "200", "404"],
      "/members": ["200", "200", "200", "404"],
      "/keys": ["200", "200", "200", "404"],
      "/webhooks": ["200", "403", "403", "404"],
      "/webhooks/{id}": ["200", "403", "403", "404"],
      "/audit": ["200", "403", "403", "404"],
      "/projects/{id}": ["200", "200", "200", "404"],
      "/projects/{id}/packet": ["404", "404", "404", "404"],
      "/projects/{id}/responses": ["409", "409", "409", "404"],
      "/projects/{survey}/responses": ["200", "200", "200", "404"]
    })
    expect((await readers.stranger.get("/research")).text).not.toContain(member.workspace)
  })

  it("are those of docs/pages.md", async () => {
    const document = readFileSync(new URL("../../../../docs/pages.md", import.meta.url), "utf8")
    const documented = [...document.matchAll(/^\| `(\/research[^`]*)`/gm)].map(([, path]) => path!)
    const served: Array<string> = []
    for (const { method, path } of researchPageRoutes) {
      if (method !== "GET" || !path.startsWith("/research")) continue
      const [own, id] = [
        path.replace(":workspace_id", member.workspace),
        path.includes("webhook_id") ? webhook : path.includes("responses") ? survey : project
      ]
      const { status } = await readers.admin.get(own.replace(/:\w+/, id))
      // What has a form only leads to the page that has it.
      if (status !== 303) served.push(path.replace(":workspace_id", "{workspace}").replace(/:\w+/, "{id}"))
    }
    expect(served.toSorted()).toEqual(documented.toSorted())
  })

  it("take few statements", async () => {
    const taken: Record<string, number> = {}
    for (
      const path of [
        "",
        "/members",
        "/keys",
        "/webhooks",
        `/webhooks/${webhook}`,
        "/audit",
        `/projects/${project}`,
        `/projects/${survey}`,
        `/projects/${survey}/responses`
      ]
    ) {
      statements = 0
      await readers.admin.get(`${at}${path}`)
      taken[path.replace(webhook, "{id}").replace(project, "{id}").replace(survey, "{survey}")] = statements
    }
    expect(taken).toEqual({
      "": 3,
      "/members": 3,
      "/keys": 5,
      "/webhooks": 4,
      "/webhooks/{id}": 7,
      "/audit": 7,
      "/projects/{id}": 8,
      "/projects/{survey}": 11,
      "/projects/{survey}/responses": 15
    })
  })

  it("show what the reader's role permits", async () => {
    const shows = async (reader: Reader, path: string, text: string) =>
      (await reader.get(`${at}${path}`)).text.includes(text)
    for (
      const [path, text, seenBy] of [
        ["", "Audit log", [true, false, false]],
        ["", "New project", [true, true, false]],
        ["/members", "Add a member", [true, false, false]],
        ["/members", "Leave the workspace", [true, true, true]],
        ["/keys", "Create a key", [true, true, true]],
        [`/projects/${project}`, "Add a question", [true, true, false]],
        [`/projects/${project}`, "Start a run", [true, true, false]],
        [`/projects/${project}`, "Archive it", [true, true, false]],
        [`/projects/${survey}`, "No links yet", [true, true, true]],
        [`/projects/${survey}/responses`, "Nobody has answered yet.", [true, true, true]],
        [`/projects/${survey}/responses`, "Make a link", [true, true, false]],
        [`/projects/${survey}/responses`, "Let personas answer", [true, true, false]]
      ] as const
    ) {
      const { admin, member: writer, viewer } = readers
      const seen = [await shows(admin, path, text), await shows(writer, path, text), await shows(viewer, path, text)]
      expect([path, text, seen]).toEqual([path, text, seenBy])
    }
  })

  it("take forms from those who may send them, whatever was shown", async () => {
    const forms: ReadonlyArray<readonly [string, Readonly<Record<string, string>>]> = [
      ["/rename", { name: "Mine" }],
      ["/members", { account: member.owner.email, role: "viewer" }],
      ["/members/role", { account: member.owner.id, role: "viewer" }],
      ["/members/remove", { account: member.owner.id }],
      ["/webhooks", { url: "https://93.184.215.14/hook", events: "project.completed" }],
      [`/webhooks/${webhook}/change`, { url: "https://93.184.215.14/other", events: "project.completed" }],
      [`/webhooks/${webhook}/switch`, { active: "false" }],
      [`/webhooks/${webhook}/rotate`, {}],
      [`/webhooks/${webhook}/test`, {}],
      [`/webhooks/${webhook}/delete`, {}],
      ["/projects/new/survey", { title: "Banks", questions: "Which bank do you use most often?" }],
      [`/projects/${project}/questions`, { ...rateQuestion, text: `${rateQuestion.text} Or 2034?` }],
      [`/projects/${project}/sources`, { uri: "https://93.184.215.14/" }],
      [`/projects/${project}/runs`, {}],
      [`/projects/${project}/runs/cancel`, {}],
      [`/projects/${project}/runs/resume`, {}],
      [`/projects/${project}/archive`, {}],
      [`/projects/${survey}/responses/links`, { name: "Staff" }],
      [`/projects/${survey}/responses/links/${survey}/close`, {}],
      [`/projects/${survey}/responses/panel`, { segments: "Savers; 2; 10; Retired, keeps accounts on paper." }]
    ]
    const before = await query(auspex, "select id from workspace_audit")
    for (const [path, fields] of forms) {
      const answers = [
        await readers.viewer.post(`${at}${path}`, fields),
        await readers.stranger.post(`${at}${path}`, fields)
      ]
      expect([path, ...answers.map(outcome)]).toEqual([path, "403", "404"])
    }
    expect(await query(auspex, "select id from workspace_audit")).toEqual(before)
  })

  it("hold nothing of other workspaces", async () => {
    const other = await researchMember(auspex)
    const reader = await signIn(auspex, other.owner)
    const own = `/research/${other.workspace}`
    expect(outcome(await reader.get(`${own}/projects/${project}`))).toBe("403")
    expect(outcome(await reader.get(`${own}/projects/${project}/packet`))).toBe("403")
    expect(outcome(await reader.get(`${own}/projects/${survey}/responses`))).toBe("403")
    expect(outcome(await reader.post(`${own}/projects/${survey}/responses/links`, { name: "Mine" }))).toBe("403")
    expect(outcome(await reader.post(`${own}/projects/${project}/archive`))).toBe("403")
    expect(outcome(await reader.get(`${own}/webhooks/${webhook}`))).toBe("404")
    for (const id of ["unknown", "01900000-0000-7000-8000-000000000000"]) {
      expect(outcome(await reader.get(`/research/${id}`))).toBe("404")
      expect(outcome(await reader.get(`${own}/projects/${id}`))).toBe("404")
      expect(outcome(await reader.post(`${own}/keys/${id}/revoke`))).toBe("404")
    }
    const keys = await query<{ id: string }>(auspex, "select id from workspace_keys where workspace_id = $1::uuid", [
      member.workspace
    ])
    expect(outcome(await reader.post(`${own}/keys/${keys[0]!.id}/revoke`))).toBe("404")
  })

  it("work under the member's name, without a key", async () => {
    const { member: reader } = readers
    await reader.post(`${at}/projects/${project}/questions`, {
      ...rateQuestion,
      text: "Will the Bank of England lower its base rate before 1 July 2035?"
    })
    const { body } = await auspex.call("GET", `/api/workspaces/${member.workspace}/audit?limit=1`, {
      as: member.owner.token
    })
    expect(body.entries).toMatchObject([{ action: "question.create", key_id: null, account_id: expect.any(String) }])
    expect(body.entries[0].account_id).not.toBe(member.owner.id)
  })

  it("let a reader leave, but not the last admin", async () => {
    const leaver = await verifiedHuman(auspex)
    await readers.admin.post(`${at}/members`, { account: leaver.id, role: "viewer" })
    const reader = await signIn(auspex, leaver)
    expect(outcome(await reader.post(`${at}/members/remove`, { account: leaver.id }))).toBe("to /research?done=left")
    expect(outcome(await reader.get(at))).toBe("404")
    expect(outcome(await readers.admin.post(`${at}/members/remove`, { account: member.owner.id }))).toBe("409")
    const change = { account: member.owner.id, role: "member" }
    const changed = await readers.admin.post(`${at}/members/role`, change)
    expect([changed.status, changed.text.includes("A workspace needs an admin")]).toEqual([409, true])
  })

  describe("have forms that", () => {
    it("keep what was entered, and say what is wrong with it", async () => {
      const entered = { account: "<b>nobody</b>", role: "viewer" }
      const unknown = await readers.admin.post(`${at}/members`, entered)
      expect([unknown.status, unknown.text.includes("value=\"&lt;b>nobody&lt;/b>\"")]).toEqual([404, true])
      expect(unknown.text).toContain("<option value=\"viewer\" selected>")
      const events = await readers.admin.post(`${at}/webhooks`, { url: "https://93.184.215.14/hook" })
      expect([events.status, events.text.includes("value=\"https://93.184.215.14/hook\"")]).toEqual([400, true])
      const days = await readers.viewer.post(`${at}/keys`, { name: "notebook", expires_in_days: "many" })
      expect([days.status, days.text.includes("Days until the key expires must be a whole number")]).toEqual([
        400,
        true
      ])
      const segments = "Savers; 2; 10; Retired, keeps accounts on paper; and visits the branch.\nOthers; x; 5; Who?"
      const fields = { title: "A fee", questions: "Would you pay one euro a month for statements?", segments }
      const audience = await readers.admin.post(`${at}/projects/new/audience`, fields)
      expect(audience.status).toBe(400)
      expect(audience.text).toContain("<details open><summary>Audience")
      expect(audience.text).toContain(segments)
      expect(messagesIn(audience)).toEqual([
        "Line 2: persona needs 20 or more characters; it has 4.",
        "Line 2: weight must be above 0 and at most 1000."
      ])
    })

    it("change, switch, rotate, test and delete webhooks", async () => {
      const made = await readers.admin.postAndFollow(`${at}/webhooks`, [["url", "http://127.0.0.1:9/own"], [
        "events",
        "project.created"
      ]])
      const [, path] = new RegExp(`href="(${at}/webhooks/[^"]+)"><bdi>http://127.0.0.1:9/own`).exec(made.text)!
      const shown = async () => (await readers.admin.get(path!)).text
      const refused = await readers.admin.post(`${path}/change`, {
        url: "ftp://example.org",
        events: "project.completed"
      })
      expect(refused.status).toBe(400)
      expect(refused.text).toMatch(/value="ftp:\/\/example.org"[^]*value="project.completed" checked/)
      const changed = { url: "http://127.0.0.1:9/new", events: "project.completed" }
      expect(outcome(await readers.admin.post(`${path}/change`, changed))).toBe(`to ${path}?done=webhook-changed`)
      expect(await shown()).toContain("127.0.0.1:9/new")
      await readers.admin.post(`${path}/switch`, { active: "false" })
      expect(await shown()).toContain("Switch on")
      const [former, rotated] = [made, await readers.admin.postAndFollow(`${path}/rotate`)].map(({ text }) =>
        /<output class="secret">([0-9a-f]{64})</.exec(text)?.[1]
      )
      expect([rotated === undefined, rotated === former]).toEqual([false, false])
      const tested = await readers.admin.postAndFollow(`${path}/test`)
      expect(tested.text).toContain("The test was not delivered: no answer")
      expect(await shown()).toMatch(/webhook\.test[^]*failed/)
      expect(outcome(await readers.admin.post(`${path}/delete`))).toBe(`to ${at}/webhooks?done=webhook-deleted`)
      expect((await readers.admin.get(path!)).status).toBe(404)
    })

    it("add questions that are accepted with a warning, which their page shows", async () => {
      const fields = { ...rateQuestion, text: "Will the price of natural rubber fall by 30 June 2035?" }
      expect(outcome(await readers.member.post(`${at}/projects/${project}/questions`, fields))).toMatch(
        /question-added$/
      )
      const { text } = await readers.viewer.get(`${at}/projects/${project}`)
      expect(text).toMatch(/natural rubber[^]*<ul class="plain" aria-label="Warnings"><li class="meta">⚠ /)
    })

    it("make audiences and simulations", async () => {
      const shown = async (kind: string, fields: Readonly<Record<string, string>>) => {
        const made = await readers.member.post(`${at}/projects/new/${kind}`, fields)
        expect(outcome(made)).toMatch(/done=project-created$/)
        return (await readers.viewer.get(made.headers.get("location")!)).text
      }
      expect(
        await shown("audience", {
          title: "A fee",
          questions: "Would you pay one euro a month for statements?\r\nWhich bank do you use most often?",
          segments: "Savers; 2; 10; Retired, keeps accounts on paper; and visits the branch."
        })
      ).toMatch(/Retired, keeps accounts on paper; and visits the branch\.[^]*In words[^]*In words/)
      expect(
        await shown("simulation", { title: "Rates", experts: "3", rounds_max: "4", ...rateQuestion })
      ).toContain("3 experts, in 4 rounds at most.")
    })

    it("make and close links to a survey, whose address is shown once", async () => {
      const { id, questions } = await newSurvey(member)
      const page = `${at}/projects/${id}/responses`
      const wrong = { name: "<i>Staff</i>", closes_at: "2020-01-01T12:00", responses_max: "0" }
      const refused = await readers.member.post(`${page}/links`, wrong)
      expect([refused.status, messagesIn(refused)]).toEqual([400, [
        "Responses at most must be a whole number from 1 to 10000.",
        "End (UTC) must be in the future, at most 366 days from now."
      ]])
      expect(refused.text).toMatch(/value="&lt;i>Staff&lt;\/i>"[^]*value="0"[^]*value="2020-01-01T12:00"/)
      const never = await readers.member.post(`${page}/links`, { name: "Staff", closes_at: "tomorrow" })
      expect([never.status, messagesIn(never).length]).toEqual([400, 1])
      const closes_at = `${new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)}T12:00`
      const made = await readers.member.postAndFollow(`${page}/links`, { name: "Staff", closes_at, responses_max: "" })
      const [, token] = /<output class="secret">http[^<]+\/s\/([^<]+)<\/output>/.exec(made.text)!
      await send(auspex, token!, { [questions[0]!]: "Shorter <b>queues</b>." })
      const { text } = await readers.viewer.get(page)
      expect(text).not.toContain(token)
      expect(text).toContain("1 of 10,000 responses")
      expect(text).toContain(`<time datetime="${closes_at}:00.000Z">`)
      expect(text).toContain("Shorter &lt;b>queues&lt;/b>.")
      expect((await readers.viewer.get(`${at}/projects/${id}`)).text).toMatch(
        /Results of 1 response<[^]*1 of 1 link open/
      )
      const [, close] = new RegExp(`action="(${page}/links/[^"]+/close)"`).exec(made.text)!
      expect(outcome(await readers.member.post(close!))).toBe(`to ${page}?done=link-closed`)
      expect((await send(auspex, token!, {})).status).toBe(410)
      expect((await readers.member.post(`${page}/links/${project}/close`)).status).toBe(404)
    })

    it("assign personas to a survey until a run begins", async () => {
      const { id } = await newSurvey(member)
      const page = `${at}/projects/${id}/responses`
      const refused = await readers.member.post(`${page}/panel`, {
        segments: "Savers; 2; 10; Who?\nOthers; x; 5; Who?"
      })
      expect([refused.status, messagesIn(refused)[0]]).toEqual([
        400,
        "Line 1: persona needs 20 or more characters; it has 4."
      ])
      expect(refused.text).toContain("Savers; 2; 10; Who?\nOthers; x; 5; Who?")
      const segments = "Savers; 2; 10; Retired, keeps accounts on paper; and visits the branch."
      expect(outcome(await readers.member.post(`${page}/panel`, { segments }))).toBe(`to ${page}?done=panel-assigned`)
      expect((await readers.viewer.get(page)).text).toContain(
        "Retired, keeps accounts on paper; and visits the branch."
      )
      const { id: run } = await newSurvey(member)
      const begun = `${at}/projects/${run}`
      expect(outcome(await readers.member.post(`${begun}/runs`))).toBe(`to ${begun}?done=run-started`)
      expect((await readers.member.get(`${begun}/responses`)).text).not.toContain("Let personas answer")
      const late = await readers.member.post(`${begun}/responses/panel`, { segments })
      expect([late.status, late.text.includes("A run of the survey has begun")]).toEqual([409, true])
    })

    it("lead to their page when somebody only opens their address", async () => {
      for (
        const [form, page] of [
          ["/rename", "/members"],
          ["/projects/new/survey", ""],
          [`/projects/${project}/questions`, `/projects/${project}`],
          [`/webhooks/${webhook}/test`, `/webhooks/${webhook}`],
          [`/projects/${survey}/responses/links`, `/projects/${survey}/responses`]
        ]
      ) expect(outcome(await readers.admin.get(`${at}${form}`))).toBe(`to ${at}${page}`)
    })

    it("find projects by status and kind, page by page", async () => {
      for (let n = 0; n < 3; n++)
        await member.call("POST", "/api/projects/survey", { title: `S${n}`, questions: ["Who are you today?"] })
      const first = (await readers.viewer.get(`${at}?kind=survey&status=&limit=2`)).text
      expect([...first.matchAll(/<bdi>(S\d)<\/bdi>/g)].map(([, title]) => title)).toEqual(["S2", "S1"])
      const older = /href="([^"]+)" rel="next"/.exec(first)![1]!.replaceAll("&amp;", "&")
      const second = (await readers.viewer.get(older)).text
      expect([...second.matchAll(/<bdi>(S\d)<\/bdi>/g)].map(([, title]) => title)).toEqual(["S0"])
      expect((await readers.viewer.get(`${at}?kind=poem`)).status).toBe(400)
    })
  })
})
