import { onServerDatabaseFirst } from "@auspex/testkit/databases"
import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest"
import { type RunningAuspex, startAuspex } from "../harness.ts"
import { query } from "../people.ts"
import { type ResearchMember, researchMember } from "../projects/researchMember.ts"
import { newLink, newSurvey, questionsOfAllKinds, send } from "./answering.ts"

onServerDatabaseFirst("responses to surveys", (db) => {
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

  it("are listed by page in words of the questions, and say nothing of who gave them", async () => {
    const { id, questions } = await newSurvey(member, questionsOfAllKinds)
    const [words, fee, bank, scale, stars, matrix] = questions as [string, string, string, string, string, string]
    const [staff, customers] = [await newLink(member, id), await newLink(member, id, { name: "Customers" })]
    await send(auspex, staff.token, {
      [words]: " Shorter\r\nqueues. ",
      [fee]: "0",
      [bank]: "2",
      [scale]: "6",
      [stars]: "4",
      [`${matrix}.0`]: "",
      [`${matrix}.2`]: "1"
    })
    await send(auspex, customers.token, { [fee]: "1" })
    await send(auspex, customers.token, { [fee]: "1", [stars]: "" })
    const list = async (search: string) => (await member.call("GET", `/api/projects/${id}/responses${search}`)).body
    const all = await list("")
    expect([all.total, all.next_cursor]).toEqual([3, null])
    expect(all.responses[2]).toEqual({
      id: expect.any(String),
      link_id: staff.id,
      created_at: expect.any(String),
      answers: [
        { question_id: words, answer: "Shorter\nqueues." },
        { question_id: fee, answer: "yes" },
        { question_id: bank, answer: "A bank without branches" },
        { question_id: scale, answer: "7" },
        { question_id: stars, answer: "5" },
        { question_id: matrix, answer: [null, null, "Sometimes"] }
      ]
    })
    const first = await list("?limit=2")
    expect(first.responses).toEqual(all.responses.slice(0, 2))
    expect((await list(`?limit=2&cursor=${first.next_cursor}`)).responses).toEqual(all.responses.slice(2))
    expect((await list(`?link_id=${customers.id}`)).total).toBe(2)
    const columns = await query<{ readonly column_name: string }>(
      auspex,
      "select column_name from information_schema.columns where table_name = 'survey_responses' order by 1"
    )
    expect(columns.map(({ column_name }) => column_name)).toEqual([
      "answers",
      "created_at",
      "form_id",
      "id",
      "link_id",
      "project_id"
    ])
  })

  it("come from the survey's own page, in a form of its size", async () => {
    const { id, questions } = await newSurvey(member)
    const { token } = await newLink(member, id)
    const post = (body: string, headers: Readonly<Record<string, string>> = {}) =>
      auspex.call("POST", `/s/${token}`, {
        body,
        headers: { "content-type": "application/x-www-form-urlencoded", ...headers }
      })
    const form = new URLSearchParams({ form: randomUUID(), [questions[0]!]: "Nothing." }).toString()
    for (const site of ["cross-site", "same-site"]) {
      expect((await post(form, { "sec-fetch-site": site })).status).toBe(403)
    }
    for (const origin of ["https://evil.example", "null"]) expect((await post(form, { origin })).status).toBe(403)
    const large = await post(`${form}${"&a=".repeat(6_000)}`)
    expect([large.status, large.text]).toEqual([400, expect.stringContaining("The form has more than 6000 fields.")])
    expect((await post(form.replace("Nothing.", "%ff"))).status).toBe(400)
    expect((await resultsOf(id)).responses).toBe(0)
    const own = { origin: "http://auspex.test", "sec-fetch-site": "same-origin" }
    expect((await post(form, own)).status).toBe(303)
  })

  it("have no more choices than a page can show", async () => {
    const matrix = (n: number) => ({
      text: `How often did you use these services in year ${n}?`,
      kind: "matrix",
      kind_options: {
        rows: Array.from({ length: 30 }, (_, row) => `Service ${row}`),
        columns: Array.from({ length: 10 }, (_, column) => `${column} times`)
      }
    })
    const { id } = await newSurvey(member, Array.from({ length: 10 }, (_, n) => matrix(n)))
    const { body, status } = await member.call("POST", `/api/projects/${id}/questions`, {
      text: "Will you use these services next year?",
      kind: "binary"
    })
    expect([status, body.error.code, body.error.message]).toEqual([
      400,
      "project_limit",
      "A survey has at most 3000 choices in all its questions together."
    ])
  })

  it("are counted by question and by link, with intervals", async () => {
    const { id, questions } = await newSurvey(member, questionsOfAllKinds)
    const [words, fee, bank, scale, stars, matrix] = questions as [string, string, string, string, string, string]
    expect((await resultsOf(id)).warnings).toEqual(["Nobody has answered yet."])
    const [staff, customers] = [await newLink(member, id), await newLink(member, id, { name: "Customers" })]
    const point = (at: number) => ({ [fee]: String(at % 2), [scale]: String(at), [`${matrix}.1`]: "0" })
    for (const at of [0, 1, 6, 6]) await send(auspex, staff.token, point(at))
    expect((await resultsOf(id)).by_link).toEqual([])
    await send(auspex, customers.token, { [words]: "Nothing.", [bank]: "1", [fee]: "0" })
    const results = await resultsOf(id)
    expect([results.project_id, results.responses, results.panel]).toEqual([id, 5, null])
    expect(results.warnings).toEqual([
      expect.stringContaining("no random sample"),
      expect.stringContaining("Fewer than 30 people have answered each question")
    ])
    const byId = new Map<string, (typeof results.questions)[number]>(
      results.questions.map((question: { readonly question_id: string }) => [question.question_id, question])
    )
    expect(byId.get(words)).toMatchObject({ kind: null, answered: 1, unanswered: 4, rows: [] })
    expect(byId.get(fee)).toMatchObject({
      answered: 5,
      unanswered: 0,
      rows: [{
        options: [{ option: "yes", count: 4, share: 0.8 }, { option: "no", count: 1, share: 0.2 }],
        mean: null
      }]
    })
    // Wilson's interval of 4 of 5.
    expect(byId.get(fee).rows[0].options[0].interval).toEqual({ low: 0.3755, high: 0.9638 })
    expect(byId.get(scale)).toMatchObject({
      statement: "My bank is easy to reach.",
      answered: 4,
      unanswered: 1,
      rows: [{
        mean: 4.25,
        median: 4.5,
        top_box: { points: ["6", "7"], count: 2, share: 0.5 },
        bottom_box: { points: ["1", "2"], count: 2, share: 0.5 }
      }]
    })
    expect(byId.get(stars).rows[0]).toMatchObject({ answered: 0, mean: null, median: null, mean_interval: null })
    expect(byId.get(matrix).rows.map(({ answered, row }: { answered: number; row: string }) => [row, answered]))
      .toEqual([["Branch", 0], ["Telephone", 4], ["App", 0]])
    expect([results.most_contested[0], results.highest_consensus[0]]).toEqual([scale, bank])
    expect(results.by_link.map(({ name, responses }: { name: string; responses: number }) => [name, responses]))
      .toEqual([["Staff", 4], ["Customers", 1]])
    expect(results.by_link[1].questions[1]).toMatchObject({ question_id: fee, answered: 1, unanswered: 0 })
    // Whoever answered before a question was added has not left it out.
    await member.ask(id, {
      text: "How good is the app of your bank?",
      kind: "star_rating",
      kind_options: { max: 10 }
    })
    expect((await resultsOf(id)).questions.at(-1)).toMatchObject({ answered: 0, unanswered: 0 })
  })
})
