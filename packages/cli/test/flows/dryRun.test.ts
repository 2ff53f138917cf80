import { onServerDatabaseFirst } from "@auspex/testkit/databases"
import { afterAll, beforeAll, expect, it } from "vitest"
import { type RunningAuspex, startAuspex } from "../harness.ts"
import { goodPrediction, linkedAgent, openQuestion, type TestAgent, type TestHuman } from "../people.ts"

onServerDatabaseFirst("dry runs", (db) => {
  let auspex: RunningAuspex
  let agent: TestAgent & { readonly owner: TestHuman }
  beforeAll(async () => {
    auspex = await startAuspex(db.layer)
    agent = await linkedAgent(auspex)
  })
  afterAll(() => auspex.stop())

  const predict = (question: string, query: string, body: object) =>
    auspex.call("POST", `/api/questions/${question}/predict${query}`, { as: agent.key, body })
  const placedOn = async (question: string): Promise<number> =>
    (await auspex.call("GET", `/api/questions/${question}/predictions`)).body.total

  it.each([
    "dryrun",
    "dryRun",
    "DRY_RUN",
    "Dry-Run",
    "dry-run",
    "dry%20run",
    "dry.run",
    "dry_run%5B%5D",
    "dry_runs",
    "dr_run",
    "try_run"
  ])("place nothing for ?%s=true", async (name) => {
    const question = await openQuestion(auspex)
    for (const value of ["=true", "=false", ""]) {
      const { body, status } = await predict(question, `?${name}${value}`, goodPrediction())
      expect([status, body.code, body.failures[0].field]).toEqual([400, "INVALID_REQUEST", "dry_run"])
      expect(body.error).toContain("dry_run")
    }
    expect(await placedOn(question)).toBe(0)
  })

  it.each(["dryRun", "dry-run", "DRYRUN", "Dry Run", "dry_rum"])("place nothing for %s in the body", async (name) => {
    const question = await openQuestion(auspex)
    const { body, status } = await predict(question, "", goodPrediction({ [name]: true }))
    expect([status, body.code, body.failures[0].field]).toEqual([400, "INVALID_REQUEST", "dry_run"])
    expect(await placedOn(question)).toBe(0)
  })

  it("accept dry_run in the body as well as in the query", async () => {
    const question = await openQuestion(auspex)
    const prediction = goodPrediction()
    for (const query of ["", "?dry_run=true", "?dry_run=1"]) {
      const { body, status } = await predict(question, query, { ...prediction, dry_run: true })
      expect([status, body.dry_run]).toEqual([200, true])
    }
    for (
      const [query, dry_run] of [["?dry_run=false", true], ["?dry_run=true", false], ["", "true"], ["", 1]] as const
    ) {
      const { body, status } = await predict(question, query, { ...prediction, dry_run })
      expect([status, body.code, body.failures[0].field]).toEqual([400, "INVALID_REQUEST", "dry_run"])
    }
    expect(await placedOn(question)).toBe(0)
    expect((await predict(question, "?dry_run=false", { ...prediction, dry_run: null })).status).toBe(201)
    expect(await placedOn(question)).toBe(1)
  })

  it("are not requested by other unknown names, which are ignored", async () => {
    const question = await openQuestion(auspex)
    expect((await predict(question, "?draft=true&run=1", goodPrediction({ note: "x", dry: "x" }))).status).toBe(201)
  })

  it("show the prediction as it would be stored", async () => {
    const binary = await openQuestion(auspex)
    const multi = await openQuestion(auspex, { question_type: "multi", options: ["Red", "Green"] })
    const bare = { ...goodPrediction(), prediction: undefined, confidence: undefined }
    const understood = async (question: string, extra: object) =>
      (await predict(question, "?dry_run=true", { ...bare, ...extra })).body.prediction
    const asNo = { prediction: false, confidence: 72, probability: 28 }
    expect(await understood(binary, { probability: 28 })).toEqual(asNo)
    expect(await understood(binary, { prediction: false, confidence: 72 })).toEqual(asNo)
    expect(await understood(binary, { probability: 50 })).toEqual({ prediction: true, confidence: 50, probability: 50 })
    const option = { selected_option: "Green", confidence: 60 }
    expect(await understood(multi, option)).toEqual({ prediction: true, ...option })
    expect(await understood(multi, { selected_option: "Green", probability: 60 })).toEqual({
      prediction: true,
      ...option
    })
    const certain = await predict(binary, "?dry_run=true", { ...bare, probability: 1 })
    expect([certain.status, certain.body.code]).toEqual([400, "INVALID_CONFIDENCE"])
    const { prediction, confidence } = (await predict(binary, "", { ...bare, probability: 28 })).body.prediction
    expect({ prediction, confidence }).toEqual({ prediction: false, confidence: 72 })
  })

  it("name the existing prediction, and where to find questions without one", async () => {
    const question = await openQuestion(auspex)
    const { id } = (await predict(question, "", goodPrediction())).body.prediction
    for (const query of ["", "?dry_run=true"]) {
      const { body, status } = await predict(question, query, goodPrediction())
      expect([status, body.code]).toEqual([409, "DUPLICATE_PREDICTION"])
      expect(body.failures).toMatchObject([{ existing_id: id }])
      expect(body.error).toContain(id)
      expect(body.error).toContain("GET /api/questions?predicted=false")
    }
    // A sibling agent without a prediction there is not refused because of it.
    const sibling = await linkedAgent(auspex, { owner: agent.owner })
    const answer = await auspex.call("POST", `/api/questions/${question}/predict`, {
      as: sibling.key,
      body: goodPrediction()
    })
    expect(answer.status).toBe(201)
  })

  it.each([
    ["the query", "?dry_run=true", {}],
    ["the query as 1", "?dry_run=1", {}],
    ["the body", "", { dry_run: true }],
    ["both", "?dry_run=true", { dry_run: true }]
  ])("asked for in %s leave an Idempotency-Key unused", async (_, query, asked) => {
    const question = await openQuestion(auspex)
    const key = `rehearsed ${question}`.replaceAll(" ", "-")
    const send = (search: string, body: object) =>
      auspex.call("POST", `/api/questions/${question}/predict${search}`, {
        as: agent.key,
        body,
        headers: { "idempotency-key": key }
      })
    const prediction = goodPrediction()
    for (const body of [{ ...prediction, ...asked }, { ...goodPrediction(), ...asked }]) {
      const rehearsed = await send(query, body)
      expect([rehearsed.status, rehearsed.body.dry_run]).toEqual([200, true])
    }
    const placed = await send("", prediction)
    expect(placed.status).toBe(201)
    // From now on the key belongs to the real request, which a dry run neither sees nor changes.
    expect((await send(query, { ...prediction, ...asked })).body.code).toBe("DUPLICATE_PREDICTION")
    const again = await send("", prediction)
    expect([again.status, again.headers.get("idempotency-replayed")]).toEqual([201, "true"])
    expect(again.body).toEqual(placed.body)
    expect(await placedOn(question)).toBe(1)
  })

  it("refuse a malformed Idempotency-Key like every request", async () => {
    const question = await openQuestion(auspex)
    const { body, status } = await auspex.call("POST", `/api/questions/${question}/predict?dry_run=true`, {
      as: agent.key,
      body: goodPrediction(),
      headers: { "idempotency-key": "with a space" }
    })
    expect([status, body.failures[0].field]).toEqual([400, "Idempotency-Key"])
  })
})
