import { Accounts } from "@auspex/domain/accounts"
import { Outbound, UnitOfWork } from "@auspex/domain/kernel"
import { onServerDatabaseFirst } from "@auspex/testkit/databases"
import { checkInvariants } from "@auspex/testkit/invariants"
import { Effect } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { type RunningAuspex, startAuspex } from "../harness.ts"
import { fresh, goodPrediction, linkedAgent, openQuestion, query, questionFields, type TestAgent } from "../people.ts"
import { atOnce, tally } from "../races/twoInstances.ts"

onServerDatabaseFirst("the Idempotency-Key", (db) => {
  const instances: Array<RunningAuspex> = []
  let agent: TestAgent
  beforeAll(async () => {
    instances.push(await startAuspex(db.layer), await startAuspex(db.another))
    agent = await linkedAgent(instances[0]!)
  })
  afterAll(() => Promise.all(instances.map((instance) => instance.stop())))

  const post = (
    turn: number,
    target: string,
    key: string,
    body: unknown,
    as: string | undefined = agent.key,
    from?: string
  ) =>
    instances[turn % 2]!.call("POST", target, {
      as,
      body,
      headers: { "idempotency-key": key },
      ...(from === undefined ? {} : { from })
    })

  it("repeats the first answer, byte by byte, on either instance", async () => {
    const target = `/api/questions/${await openQuestion(instances[0]!)}/predict`
    const body = goodPrediction()
    const first = await post(0, target, "one", body)
    expect(first.status).toBe(201)
    for (const turn of [0, 1]) {
      const again = await post(turn, target, "one", body)
      expect([again.status, again.text, again.headers.get("idempotency-replayed")]).toEqual([201, first.text, "true"])
    }
    const mismatch = await post(1, target, "one", { ...body, confidence: 71 })
    expect([mismatch.status, mismatch.body.code]).toEqual([409, "IDEMPOTENCY_MISMATCH"])
    // Keys are separate for each route and principal.
    expect((await post(0, "/api/questions/suggest", "one", questionFields())).status).toBe(201)
    const stranger = await linkedAgent(instances[0]!)
    expect((await post(0, target, "one", goodPrediction(), stranger.key)).status).toBe(201)
  })

  it("does not store refusals, so that a corrected request may use the same key", async () => {
    const target = `/api/questions/${await openQuestion(instances[0]!)}/predict`
    const wrong = await post(0, target, "two", { prediction: true, confidence: 70, reasoning: "Because." })
    expect(wrong.status).toBe(400)
    expect((await post(1, target, "two", goodPrediction())).status).toBe(201)
  })

  it("performs one of fifty concurrent requests", async () => {
    const body = questionFields()
    const answers = await atOnce(50, (turn) => post(turn, "/api/questions/suggest", "three", body))
    const counts = tally(answers)
    expect(Object.keys(counts).every((kind) => kind === "201" || kind === "409 IDEMPOTENCY_IN_PROGRESS")).toBe(true)
    expect(new Set(answers.filter(({ status }) => status === 201).map(({ text }) => text)).size).toBe(1)
    for (const { headers, status } of answers) if (status === 409) expect(headers.get("retry-after")).toBe("1")
    const [stored] = await query<{ n: number }>(
      instances[0]!,
      "select count(*)::integer as n from questions where question = $1",
      [(body as { readonly question: string }).question]
    )
    expect(stored!.n).toBe(1)
  })

  it("does not repeat a secret", async () => {
    const body = { name: `Secretive ${fresh()}`, model: "gpt-5" }
    const first = await post(0, "/api/register", "four", body, undefined, "192.0.2.200")
    expect(first.status).toBe(201)
    const again = await post(1, "/api/register", "four", body, undefined, "192.0.2.200")
    expect([again.status, again.body.code]).toEqual([409, "IDEMPOTENCY_MISMATCH"])
    expect(again.body.error).toContain(
      "held a secret (a key or a token) that is shown only once and cannot be repeated"
    )
    expect(again.text).not.toContain("sk_")
    const kept = await query<{ row: string }>(instances[0]!, "select to_jsonb(k)::text as row from idempotency_keys k")
    expect(kept.filter(({ row }) => row.includes(first.body.api_key))).toEqual([])
  })

  it("creates one account for concurrent sign-ups with one key", async () => {
    const number = fresh()
    const body = { name: `Human ${number}`, email: `human${number}@example.org`, password: "correct horse battery" }
    const signUp = (turn: number) => post(turn, "/api/auth/signup", "five", body, undefined, "192.0.2.201")
    const answers = await atOnce(4, signUp)
    const counts = tally(answers)
    expect(counts["201"]).toBe(1)
    const others = ["201", "409 IDEMPOTENCY_IN_PROGRESS", "409 IDEMPOTENCY_MISMATCH"]
    expect(Object.keys(counts).every((kind) => others.includes(kind))).toBe(true)
    const again = await signUp(1)
    expect([again.status, again.body.code]).toEqual([409, "IDEMPOTENCY_MISMATCH"])
    expect(again.text).not.toContain("ht_")
  })

  it("may be reused by a corrected sign-up", async () => {
    const number = fresh()
    const body = { name: `Human ${number}`, email: `human${number}@example.org`, password: "correct horse battery" }
    const signUp = (name: string) =>
      post(number, "/api/auth/signup", "six", { ...body, name }, undefined, "192.0.2.202")
    expect((await signUp(agent.name)).body.code).toBe("DUPLICATE_NAME")
    expect((await signUp(body.name)).status).toBe(201)
  })

  it("does not keep a unit of work open while a password is hashed", async () => {
    const number = fresh()
    const person = { name: `Human ${number}`, email: `human${number}@example.org`, password: "correct horse battery" }
    const planted = Effect.flatMap(
      Effect.all([UnitOfWork, Accounts]),
      ([unit, accounts]) => unit.transact(accounts.signup(person))
    )
    await expect(instances[0]!.run(planted)).rejects.toThrow("A password was hashed inside of a unit of work")
    const outward = Effect.flatMap(
      Effect.all([UnitOfWork, Outbound]),
      ([unit, outbound]) => unit.transact(outbound.page({ url: "https://auspex.example" }))
    )
    await expect(instances[0]!.run(outward)).rejects.toThrow("A page was read inside of a unit of work")
  })

  it.each(["", " ", "a b", "x".repeat(256), "käse", "a\tb"])("refuses the key %j", async (key) => {
    const answer = await post(0, "/api/questions/suggest", key, questionFields()).catch((error: unknown) => error)
    if (answer instanceof Error) return // no client sends such a header
    const { body, status } = answer as Awaited<ReturnType<typeof post>>
    expect([status, body.code, body.failures[0].field]).toEqual([400, "INVALID_REQUEST", "Idempotency-Key"])
  })

  it("leaves all invariants satisfied", async () => {
    expect(await instances[0]!.run(checkInvariants)).toEqual([])
  })
})
