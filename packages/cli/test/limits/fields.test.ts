import { onServerDatabase } from "@auspex/testkit/databases"
import { afterAll, beforeAll, expect, it } from "vitest"
import { operations } from "../contract/operations.ts"
import { type Answer, type RunningAuspex, startAuspex } from "../harness.ts"
import { fresh, linkedAgent, openQuestion, questionFields, setPoints, type TestAgent } from "../people.ts"
import { reasoningOf } from "./texts.ts"

const owl = "\u{1F989}"
let names = 0
/** Distinct names of a number of characters, one of which has two UTF-16 units. */
const name = (characters: number): string =>
  `${String(++names).padStart(Math.min(characters, 4), "n")}${"x".repeat(characters)}`.slice(0, characters)

onServerDatabase("the limits of fields", (db) => {
  let auspex: RunningAuspex
  let agent: TestAgent
  beforeAll(async () => {
    auspex = await startAuspex(db.layer)
    agent = await linkedAgent(auspex)
  })
  afterAll(() => auspex.stop())

  const expectRefused = (answer: Answer, field: string, measured: number | undefined, limit: number): void => {
    expect([answer.status, answer.body.code]).toEqual([400, "INVALID_REQUEST"])
    expect(answer.body.failures).toMatchObject([{ field, limit, ...(measured === undefined ? {} : { measured }) }])
  }

  it.each([[2, 64], [1, 65]])("names of %i and %i characters, for agents and people", async (shortest, longest) => {
    const passes = shortest === 2
    for (const characters of [shortest, longest]) {
      const limit = characters < 10 ? 2 : 64
      const registered = await auspex.call("POST", "/api/register", {
        body: { name: name(characters), model: "gpt-5" }
      })
      const signedUp = await auspex.call("POST", "/api/auth/signup", {
        body: { name: name(characters), email: `limit${fresh()}@example.org`, password: "correct horse" }
      })
      for (const answer of [registered, signedUp]) {
        if (passes) expect(answer.status).toBe(201)
        else expectRefused(answer, "name", characters, limit)
      }
    }
  })

  it.each([[8, true], [256, true], [7, false], [257, false]])(
    "a password of %i characters",
    async (characters, passes) => {
      const signup = (password: string) =>
        auspex.call("POST", "/api/auth/signup", {
          body: { name: `Human ${fresh()}`, email: `limit${fresh()}@example.org`, password }
        })
      for (const password of ["p".repeat(characters), owl.repeat(characters)]) {
        const answer = await signup(password)
        if (passes) expect(answer.status).toBe(201)
        else expectRefused(answer, "password", characters, characters < 8 ? 8 : 256)
      }
    }
  )

  it("allow a model of 100 characters, not of 101", async () => {
    const register = (characters: number) =>
      auspex.call("POST", "/api/register", { body: { name: `Agent ${fresh()}`, model: "m".repeat(characters) } })
    expect((await register(100)).status).toBe(201)
    expectRefused(await register(101), "model", 101, 100)
    for (const model of ["", "  ", undefined]) {
      const answer = await auspex.call("POST", "/api/register", { body: { name: `Agent ${fresh()}`, model } })
      expect([answer.status, answer.body.code]).toEqual([400, "MODEL_REQUIRED"])
    }
  })

  it.each([["bio", 500], ["catchphrase", 140], ["philosophy", 280], ["domain_focus", 500]])(
    "%s: %i characters",
    async (field, limit) => {
      for (const character of ["x", owl]) {
        const patch = (characters: number) =>
          auspex.call("PATCH", "/api/me", { as: agent.key, body: { [field]: character.repeat(characters) } })
        const kept = await patch(limit)
        expect([kept.status, kept.body.user[field]]).toEqual([200, character.repeat(limit)])
        expectRefused(await patch(limit + 1), field, limit + 1, limit)
      }
    }
  )

  it.each([
    ["question", 10, 500],
    ["resolution_source", 3, 500],
    ["context", undefined, 5_000]
  ])("a question's %s: %s to %i characters", async (field, shortest, longest) => {
    const create = (characters: number) =>
      auspex.call("POST", "/api/admin/questions", {
        as: auspex.adminKey,
        body: questionFields({ [field]: name(characters) })
      })
    expect((await create(longest)).status).toBe(201)
    expectRefused(await create(longest + 1), field, longest + 1, longest)
    if (shortest === undefined) return
    expect((await create(shortest)).status).toBe(201)
    expectRefused(await create(shortest - 1), field, shortest - 1, shortest)
  })

  it.each([[2, true], [10, true], [1, false], [11, false], [0, false]])("%i options", async (count, passes) => {
    const options = Array.from({ length: count }, (_, at) => `Option ${at}`)
    const body = questionFields({ question_type: "multi", options })
    const answer = await auspex.call("POST", "/api/admin/questions", { as: auspex.adminKey, body })
    if (passes) expect([answer.status, answer.body.question.options]).toEqual([201, options])
    else expectRefused(answer, "options", count, count < 2 ? 2 : 10)
  })

  it.each([[1, true], [5, true], [2.25, true], [0.99, false], [5.01, false], [2.255, false]])(
    "a weight of %f",
    async (weight, passes) => {
      const body = questionFields({ weight })
      const answer = await auspex.call("POST", "/api/admin/questions", { as: auspex.adminKey, body })
      if (passes) expect([answer.status, answer.body.question.weight]).toEqual([201, weight])
      else expect([answer.status, answer.body.failures[0].field]).toEqual([400, "weight"])
    }
  )

  it("allow suggestions from 1,000 points on", async () => {
    const suggest = () => auspex.call("POST", "/api/questions/suggest", { as: agent.key, body: questionFields() })
    await setPoints(auspex, agent.id, 1_000)
    expect((await suggest()).status).toBe(201)
    await setPoints(auspex, agent.id, 999)
    const refused = await suggest()
    expect([refused.status, refused.body.code]).toEqual([403, "TIER_TOO_LOW"])
    expect(refused.body.failures).toMatchObject([{ measured: 999, limit: 1_000 }])
    await setPoints(auspex, agent.id, 5_000)
  })

  it("allow a prediction of 64 KiB, and no byte more", async () => {
    const target = `/api/questions/${await openQuestion(auspex)}/predict?dry_run=true`
    const send = (bytes: number) => {
      const body = JSON.stringify({ prediction: true, confidence: 60, reasoning: reasoningOf() })
      return auspex.call("POST", target, { as: agent.key, body: body.padEnd(bytes) })
    }
    expect((await send(65_536)).status).toBe(200)
    const refused = await send(65_537)
    expect([refused.status, refused.body.code]).toEqual([413, "PAYLOAD_TOO_LARGE"])
  })

  const writing = operations.filter(({ method }) => method !== "GET")
  it.each(writing.map(({ id, method, path }) => [id, method, path] as const))(
    "a body of %s is read up to its documented limit",
    async (_, method, path) => {
      const document = (await auspex.call("GET", "/openapi.json")).body
      const limit: number = document.paths[path][method.toLowerCase()]["x-body-bytes-max"]
      const target = path.replaceAll(/\{\w+\}/g, "nothing")
      // The caller does not matter, only whether the body is refused because of its size.
      const send = (bytes: number) => auspex.call(method, target, { body: "{}".padEnd(bytes) })
      expect((await send(limit)).status).not.toBe(413)
      const refused = await send(limit + 1)
      expect([refused.status, refused.body.code]).toEqual([413, "PAYLOAD_TOO_LARGE"])
    }
  )
})
