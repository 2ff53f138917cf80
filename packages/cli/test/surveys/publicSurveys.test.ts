import { onServerDatabaseFirst } from "@auspex/testkit/databases"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { callAuspex } from "../commands/callAuspex.ts"
import { type Answer, type RunningAuspex, startAuspex } from "../harness.ts"
import { draftQuestion, linkedAgent, openQuestion, predict, type TestAgent, verifiedHuman } from "../people.ts"
import { approvedQuestion, coded, manage, surveyIn } from "./surveying.ts"

/** The fields of a question that only its viewer may see. */
const ownFields = ["my_prediction", "watching", "has_upvoted"]

onServerDatabaseFirst("surveys without a credential", (db) => {
  let auspex: RunningAuspex
  let agent: TestAgent
  beforeAll(async () => {
    auspex = await startAuspex(db.layer)
    agent = await linkedAgent(auspex)
  })
  afterAll(() => auspex.stop())

  const read = (path: string, headers: Readonly<Record<string, string>> = {}) =>
    auspex.call("GET", `/api/surveys${path}`, { headers })
  const readAs = (as: string, path: string) => auspex.call("GET", `/api/surveys${path}`, { as })
  const listed = ({ body }: Answer): ReadonlyArray<string> => body.surveys.map(({ id }: { readonly id: string }) => id)
  const questionsOf = ({ body }: Answer): ReadonlyArray<string> =>
    body.questions.map(({ id }: { readonly id: string }) => id)

  describe("an open survey", () => {
    it("shows its public questions to everybody, and the others to accounts only", async () => {
      const [draft, approved, open, closed, resolved] = [
        await draftQuestion(auspex),
        await approvedQuestion(auspex),
        await openQuestion(auspex),
        await openQuestion(auspex),
        await openQuestion(auspex)
      ]
      const act = (question: string, name: string, body: object = {}) =>
        auspex.call("POST", `/api/admin/questions/${question}/${name}`, { as: auspex.adminKey, body })
      expect((await act(closed, "close")).status).toBe(200)
      expect((await act(resolved, "resolve", { outcome: true })).status).toBe(200)
      const question_ids = [draft, approved, resolved, closed, open]
      const id = await surveyIn(auspex, "open", { question_ids })
      const shown = await read(`/${id}`)
      expect([shown.status, questionsOf(shown)]).toEqual([200, [resolved, closed, open]])
      expect(shown.body.survey).toMatchObject({ id, status: "open", question_count: 5 })
      expect(questionsOf(await readAs(agent.key, `/${id}`))).toEqual(question_ids)
      expect(questionsOf(await read(`/${id}`, { "x-admin-key": auspex.adminKey }))).toEqual(question_ids)
      expect(listed(await read("?limit=100"))).toContain(id)
    })

    it("shows what the caller did to the caller, and to nobody else, however many read it at once", async () => {
      const question = await openQuestion(auspex)
      const id = await surveyIn(auspex, "open", { question_ids: [question, await approvedQuestion(auspex)] })
      const agents = await Promise.all(Array.from({ length: 8 }, () => linkedAgent(auspex)))
      const people = await Promise.all(Array.from({ length: 4 }, () => verifiedHuman(auspex)))
      const viewers = [...agents.map(({ key }) => key), ...people.map(({ token }) => token)]
      for (const viewer of agents.slice(0, 4)) await predict(auspex, viewer, question)
      await auspex.call("POST", `/api/questions/${question}/watch`, { as: viewers[5]! })

      const spellings = [`/${id}`, `/${id.toUpperCase()}`, `/${id}?unknown=1`, `/${id}?`]
      const anonymous = (n: number) => read(spellings[n % spellings.length]!)
      const unknown = (n: number) => readAs(`sk_${"x".repeat(42)}${n % 10}`, `/${id}`)
      const rounds = Array.from({ length: 5 }, (_, round) =>
        viewers.flatMap((viewer, n) => [
          () => readAs(viewer, spellings[(n + round) % spellings.length]!).then((answer) => ({ n, answer })),
          () => anonymous(n + round).then((answer) => ({ n: -1, answer }))
        ]))
      const answers = await Promise.all(rounds.flat().map((ask) => ask()))
      for (const { answer, n } of answers) {
        if (n === -1) {
          expect(questionsOf(answer)).toEqual([question])
          expect(Object.keys(answer.body.questions[0]).filter((name) => ownFields.includes(name))).toEqual([])
          continue
        }
        expect(answer.headers.get("cache-control")).toBe("no-store")
        expect([answer.body.questions.length, answer.headers.get("etag")]).toEqual([2, null])
        const [first] = answer.body.questions
        expect([first.my_prediction !== null, first.watching]).toEqual([n < 4, n === 5])
      }
      expect(new Set(answers.filter(({ n }) => n === -1).map(({ answer }) => answer.text)).size).toBe(1)
      expect(questionsOf(await unknown(0))).toEqual([question])
    })
  })

  describe("results", () => {
    it("are there when the survey is closed, name it, and are the same to everybody", async () => {
      const questions = [await openQuestion(auspex), await approvedQuestion(auspex)]
      const id = await surveyIn(auspex, "open", { title: "Gauges of the lower river", question_ids: questions })
      for (const question of questions) await predict(auspex, agent, question)
      expect(coded(await read(`/${id}/results`))).toBe("409 SURVEY_NOT_CLOSED")
      await manage(auspex, "POST", `/${id}/close`)
      const { body, status, text } = await read(`/${id}/results`)
      expect(status).toBe(200)
      expect(body).toMatchObject({ survey_id: id, title: "Gauges of the lower river", total_agents: 1 })
      expect(body.questions.map(({ question_id }: { readonly question_id: string }) => question_id)).toEqual(questions)
      expect((await readAs(agent.key, `/${id}/results`)).text).toBe(text)
      expect((await manage(auspex, "GET", `/${id}/results`)).text).toBe(text)
    })

    it("are printed by the command line without an admin key", async () => {
      const [open, closed] = [await surveyIn(auspex, "open"), await surveyIn(auspex, "closed", { title: "Gauges" })]
      const results = (id: string, output: string) =>
        callAuspex(["surveys", "results", id, "--output", output, "--server", auspex.url], { env: {} })
      expect((await results(closed, "json")).json).toMatchObject({ survey_id: closed, title: "Gauges" })
      expect((await results(closed, "markdown")).out).toContain("Gauges")
      const early = await results(open, "json")
      expect([early.code, early.err]).toEqual([4, expect.stringContaining("SURVEY_NOT_CLOSED")])
    })

    it("name the survey while they are provisional, too", async () => {
      const id = await surveyIn(auspex, "open", { title: "So far" })
      expect((await manage(auspex, "GET", `/${id}/results`)).body)
        .toMatchObject({ survey_id: id, title: "So far", provisional: true })
    })
  })

  it.each(
    [
      ["draft", [false, "404 SURVEY_NOT_FOUND", "404 SURVEY_NOT_FOUND"]],
      ["open", [true, 200, "409 SURVEY_NOT_CLOSED"]],
      ["closed", [false, 200, 200]],
      ["archived", [false, "404 SURVEY_NOT_FOUND", "404 SURVEY_NOT_FOUND"]]
    ] as const
  )("are listed, shown and have results when they are %s", async (status, expected) => {
    const id = await surveyIn(auspex, status)
    const answers = [
      listed(await read("?limit=100")).includes(id),
      coded(await read(`/${id}`)),
      coded(await read(`/${id}/results`))
    ]
    expect(answers).toEqual(expected)
    // What belongs to an account still needs its credential.
    expect(coded(await read("/mine"))).toBe("401 MISSING_AUTH")
    expect(coded(await read(`/${id}/progress`))).toBe("401 MISSING_AUTH")
  })

  it("are not found by an unknown or malformed id", async () => {
    for (const id of ["01900000-0000-7000-8000-00000000dead", "nonsense", "%20"]) {
      expect([coded(await read(`/${id}`)), coded(await read(`/${id}/results`))])
        .toEqual(["404 SURVEY_NOT_FOUND", "404 SURVEY_NOT_FOUND"])
    }
  })

  describe("the cache", () => {
    it("answers with the same ETag until something changes", async () => {
      const id = await surveyIn(auspex, "closed")
      for (const path of ["?limit=3", `/${id}`, `/${id}/results`]) {
        const first = await read(path)
        const etag = first.headers.get("etag")!
        expect([first.status, etag]).toEqual([200, expect.any(String)])
        const again = await read(path, { "if-none-match": etag })
        expect([again.status, again.text]).toEqual([304, ""])
      }
    })

    it("shows each change in the next read", async () => {
      const question = await openQuestion(auspex)
      const approved = await approvedQuestion(auspex)
      const id = await surveyIn(auspex, "draft", { question_ids: [question, approved] })
      const path = `/${id}`
      const record = async () => (await read(path)).body.survey
      const inList = async () => listed(await read("?limit=100")).includes(id)
      expect([coded(await read(path)), await inList()]).toEqual(["404 SURVEY_NOT_FOUND", false])
      await manage(auspex, "POST", `${path}/open`)
      expect([(await record()).status, await inList()]).toEqual(["open", true])
      await predict(auspex, agent, question)
      const counted = await read(path)
      expect([counted.body.survey.response_count, counted.body.questions[0].consensus_summary.total_agents])
        .toEqual([1, 1])
      await manage(auspex, "PATCH", path, { title: "Another title" })
      expect((await record()).title).toBe("Another title")
      await manage(auspex, "POST", `${path}/assign`, { user_ids: [agent.id] })
      const { updated_at } = (await manage(auspex, "GET", path)).body.survey
      expect((await record()).updated_at).toBe(updated_at)
      await auspex.call("POST", `/api/admin/questions/${approved}/publish`, { as: auspex.adminKey })
      expect(questionsOf(await read(path))).toEqual([question, approved])
      expect(coded(await read(`${path}/results`))).toBe("409 SURVEY_NOT_CLOSED")
      await manage(auspex, "POST", `${path}/close`)
      expect([(await record()).status, await inList()]).toEqual(["closed", false])
      expect((await read(`${path}/results`)).body.title).toBe("Another title")
      await manage(auspex, "PATCH", path, { title: "The last title" })
      expect((await read(`${path}/results`)).body.title).toBe("The last title")
      await manage(auspex, "POST", `${path}/archive`)
      expect([coded(await read(path)), coded(await read(`${path}/results`))])
        .toEqual(["404 SURVEY_NOT_FOUND", "404 SURVEY_NOT_FOUND"])
    })
  })
})
