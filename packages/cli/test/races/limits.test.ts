import { PasswordHasherArgon2Live } from "@auspex/adapters-http/outbound"
import { onServerDatabase } from "@auspex/testkit/databases"
import { expect, it } from "vitest"
import { openQuestion, registerAgent, verifiedHuman } from "../people.ts"
import { atOnce, tally, twoInstances } from "./twoInstances.ts"

const password = "wrong horse battery"

onServerDatabase("limits shared by two instances", (db) => {
  const instances = twoInstances(db)

  it.each(
    [
      ["/api/register", 5, { name: "x", model: "gpt-5" }, "400 INVALID_REQUEST"],
      ["/api/auth/signup", 5, { name: "x", email: "nobody@example.org", password }, "400 INVALID_REQUEST"],
      ["/api/auth/login", 10, { email: "nobody@example.org", password }, "401 INVALID_CREDENTIALS"],
      ["/api/auth/forgot-password", 3, { email: "nobody@example.org" }, "200"],
      ["/api/auth/reset-password", 5, { token: "x", password: "a".repeat(12) }, "401 INVALID_TOKEN"]
    ] as const
  )("allow %s %i times a minute per address, then answer with Retry-After", async (target, max, body, kind) => {
    const from = `198.51.100.${max + target.length}`
    const ask = (turn: number) => instances.either(turn).call("POST", target, { body, from })
    const answers = await atOnce(4 * max, ask)
    const counts = tally(answers)
    expect(counts["429 RATE_LIMITED"]).toBe(3 * max)
    expect(Object.entries(counts).filter(([name]) => name !== "429 RATE_LIMITED")).toEqual([[kind, max]])
    for (const { headers } of answers.filter(({ status }) => status === 429)) {
      const wait = Number(headers.get("retry-after"))
      expect(wait).toBeGreaterThanOrEqual(1)
      expect(wait).toBeLessThanOrEqual(60)
    }
    // Sequential requests are refused as well; another address is not.
    expect(tally([await ask(0), await ask(1)])).toEqual({ "429 RATE_LIMITED": 2 })
    expect((await instances.first.call("POST", target, { body, from: "203.0.113.77" })).status).not.toBe(429)
    // The window slides: a minute after the first requests, the same number is admitted again.
    await db.run(db.shiftClock("61 seconds"))
    expect(tally(await atOnce(max + 1, ask))["429 RATE_LIMITED"]).toBe(1)
    await db.run(db.shiftClock("0"))
  })

  it("count an IPv6 client by its network, not its address", async () => {
    const answers = await atOnce(
      12,
      (turn) =>
        instances.either(turn).call("POST", "/api/auth/forgot-password", {
          body: { email: "a@example.org" },
          from: `2001:db8:1:2::${turn}`
        })
    )
    expect(tally(answers)).toEqual({ "200": 3, "429 RATE_LIMITED": 9 })
  })
})

onServerDatabase("password hashes", (db) => {
  const instances = twoInstances(db, { passwordHasher: PasswordHasherArgon2Live })

  it("keep the server responsive during a hundred concurrent logins", async () => {
    const human = await verifiedHuman(instances.first)
    const agent = await registerAgent(instances.first)
    const question = await openQuestion(instances.first)
    let loginsDone = 0
    const logins = atOnce(100, async (turn) => {
      const answer = await instances.first.call("POST", "/api/auth/login", {
        body: {
          email: turn % 2 === 0 ? human.email : `nobody${turn}@example.org`,
          password: turn % 2 === 0 ? "correct horse battery" : password
        },
        from: `192.0.2.${turn}`
      })
      loginsDone++
      return answer
    })
    const pendingAt: Array<number> = []
    for (let read = 0; read < 20; read++) {
      const answers = await Promise.all([
        instances.first.call("GET", `/api/questions?limit=${read + 1}`),
        instances.first.call("GET", `/api/questions/${question}`, { as: agent.key }),
        instances.first.call("GET", "/health")
      ])
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
      pendingAt.push(100 - loginsDone)
    }
    // Reads were answered while hashes were still waiting.
    expect(pendingAt[0]).toBeGreaterThan(0)
    const counts = tally(await logins)
    expect(Object.keys(counts).sort().join()).toMatch(/^200,(401 INVALID_CREDENTIALS,)?429 RATE_LIMITED$/)
    for (const { headers } of (await logins).filter(({ status }) => status === 429))
      expect(headers.get("retry-after")).toMatch(/^\d+$/)
  })
})
