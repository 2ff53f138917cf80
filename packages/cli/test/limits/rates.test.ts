import { onServerDatabaseFirst, onEmbeddedDatabase } from "@auspex/testkit/databases"
import { Effect } from "effect"
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest"
import { type Answer, type RunningAuspex, startAuspex } from "../harness.ts"
import { fresh, goodPrediction, linkedAgent, openQuestion } from "../people.ts"

/** The limits per minute and address. */
const rates = [
  { target: "/api/register", max: 5, body: () => ({ name: `Agent ${fresh()}`, model: "gpt-5" }), status: 201 },
  { target: "/api/auth/signup", max: 5, body: () => ({}), status: 400 },
  { target: "/api/auth/login", max: 10, body: () => ({}), status: 400 },
  { target: "/api/auth/forgot-password", max: 3, body: () => ({ email: "nobody@example.org" }), status: 200 },
  { target: "/api/auth/resend-verification", max: 3, body: () => ({ email: "nobody@example.org" }), status: 200 },
  { target: "/api/auth/reset-password", max: 5, body: () => ({}), status: 400 }
]

let addresses = 0
const newAddress = (): string => `203.0.113.${++addresses}`

onServerDatabaseFirst("limits by address", (db) => {
  let auspex: RunningAuspex
  let second: RunningAuspex
  const shift = (interval: string) => Effect.runPromise(db.shiftClock(interval))
  beforeAll(async () => {
    auspex = await startAuspex(db.layer)
    second = await startAuspex(db.another)
  })
  beforeEach(() => shift("0"))
  afterAll(async () => {
    await shift("0")
    await second.stop()
    await auspex.stop()
  })

  const expectRefused = (answer: Answer, max: number): void => {
    expect([answer.status, answer.body.code]).toEqual([429, "RATE_LIMITED"])
    const wait = Number(answer.headers.get("retry-after"))
    expect(wait).toBeGreaterThanOrEqual(1)
    expect(wait).toBeLessThanOrEqual(60)
    expect(answer.headers.get("ratelimit-policy")).toContain(`q=${max};w=60`)
    expect(answer.headers.get("ratelimit")).toContain("r=0;")
  }

  it.each(rates)(
    "allow POST $target $max times a minute across both instances, then refuse until the window has moved",
    async ({
      body,
      max,
      status,
      target
    }) => {
      const from = newAddress()
      const post = (on: RunningAuspex) => on.call("POST", target, { from, body: body() })
      const first = await post(auspex)
      expect([first.status, first.headers.get("ratelimit")?.includes(`r=${max - 1};`)]).toEqual([status, true])
      await shift("30 seconds")
      for (let taken = 1; taken < max; taken++) {
        const answer = await post(taken % 2 === 0 ? auspex : second)
        expect(answer.status).toBe(status)
        expect(answer.headers.get("ratelimit")).toContain(`r=${max - 1 - taken};`)
      }
      expectRefused(await post(auspex), max)
      expectRefused(await post(second), max)
      const elsewhere = await auspex.call("POST", target, { from: newAddress(), body: body() })
      expect(elsewhere.status).toBe(status)
      // Only the first request has left the window; refused ones do not count.
      await shift("62 seconds")
      expect((await post(second)).status).toBe(status)
      expectRefused(await post(auspex), max)
      await shift("124 seconds")
      expect((await post(auspex)).status).toBe(status)
    }
  )

  it("allow five of twenty concurrent registrations from one address", async () => {
    const from = newAddress()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        (at % 2 === 0 ? auspex : second).call("POST", "/api/register", {
          from,
          body: { name: `Racer ${fresh()}`, model: "gpt-5" }
        }))
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(15)
  })
})

onEmbeddedDatabase("limits by key", (db) => {
  it(
    "allow sixty predictions and a hundred and twenty dry runs a minute for one key",
    { timeout: 300_000 },
    async () => {
      // With the default limits, which other tests turn off.
      const auspex = await startAuspex(db.layer, { ownRates: {} })
      try {
        const [agent, other] = [await linkedAgent(auspex), await linkedAgent(auspex)]
        const target = `/api/questions/${await openQuestion(auspex)}/predict`
        const rehearsal = `${target}?dry_run=true`
        // The counters use whole minutes, so the test must not cross one.
        const left = 60_000 - Date.now() % 60_000
        if (left < 6_000) await new Promise((resolve) => setTimeout(resolve, left + 10))
        // Refused quickly, but counted.
        const body = { reasoning: "No." }
        const fill = async (path: string, max: number, name: string) => {
          for (let taken = 0; taken < max; taken++) {
            expect((await auspex.call("POST", path, { as: agent.key, body })).status).toBe(400)
          }
          const refused = await auspex.call("POST", path, { as: agent.key, body })
          expect([refused.status, refused.body.code]).toEqual([429, "RATE_LIMITED"])
          expect(refused.headers.get("ratelimit-policy")).toBe(`"${name}";q=${max};w=60`)
          expect(Number(refused.headers.get("retry-after"))).toBeGreaterThanOrEqual(1)
        }
        await fill(rehearsal, 120, "rehearse")
        const inBody = await auspex.call("POST", target, { as: agent.key, body: { ...body, dry_run: true } })
        expect([inBody.status, inBody.headers.get("ratelimit-policy")]).toEqual([429, `"rehearse";q=120;w=60`])
        // Dry runs do not count towards the limit of predictions.
        await fill(target, 60, "predict")
        expect((await auspex.call("POST", `${target}?dry_run=1`, { as: agent.key, body })).status).toBe(429)
        expect((await auspex.call("POST", rehearsal, { as: other.key, body: goodPrediction() })).status).toBe(200)
      } finally {
        await auspex.stop()
      }
    }
  )

  it("are those of the setting, where it names them", async () => {
    const auspex = await startAuspex(db.layer, { flags: { rateLimits: "search=2,read=off" } })
    try {
      const policyOf = async (target: string) => (await auspex.call("GET", target)).headers.get("ratelimit-policy")
      expect(await policyOf("/api/search?q=rivers")).toBe("\"search\";q=2;w=60")
      expect(await policyOf("/api/questions")).toBe(null)
    } finally {
      await auspex.stop()
    }
  })
})
