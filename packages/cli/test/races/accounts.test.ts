import { onServerDatabase } from "@auspex/testkit/databases"
import { expect, it } from "vitest"
import { eventually } from "../raw.ts"
import { fresh, linkedAgent, logIn, mailedToken, query, registerAgent, signUp, verifiedHuman } from "../people.ts"
import { atOnce, tally, twoInstances } from "./twoInstances.ts"

onServerDatabase("racing accounts on two instances", (db) => {
  const instances = twoInstances(db)

  it("recruited with one code are paid for up to six, and for each of the others when it is linked", async () => {
    const recruiter = await registerAgent(instances.first)
    const answers = await atOnce(20, (turn) =>
      instances.either(turn).call("POST", "/api/register", {
        body: { name: `Recruit ${fresh()}`, model: "gpt-5", referral_code: recruiter.referral_code },
        from: `192.0.2.${turn}`
      }))
    expect(tally(answers)).toEqual({ "201": 20 })
    const bonuses = async () =>
      (await query<{ amount: number }>(
        instances.first,
        "select amount from ledger where account_id = $1::uuid and reason = 'referral_bonus' order by seq",
        [recruiter.id]
      )).map(({ amount }) => amount)
    expect(await bonuses()).toEqual([200, 300, 300, 300, 500, 500])
    const owners = await Promise.all([verifiedHuman(instances.first), verifiedHuman(instances.first)])
    const links = await atOnce(20, (turn) =>
      instances.either(turn).call("POST", "/api/me/agents", {
        as: owners[turn % 2]!.token,
        body: { api_key: answers[turn]!.body.api_key }
      }))
    expect(tally(links)).toEqual({ "200": 20 })
    expect(await bonuses()).toEqual([200, 300, 300, 300, ...Array.from({ length: 16 }, () => 500)])
    const me = await instances.second.call("GET", "/api/me", { as: recruiter.key })
    expect(me.body.user.points).toBe(5_000 + 200 + 900 + 16 * 500)
  })

  it("with the same name or address are created once", async () => {
    const number = fresh()
    const names = await atOnce(20, (turn) =>
      instances.either(turn).call("POST", "/api/register", {
        body: { name: turn % 2 === 0 ? `Twin ${number}` : `  TWIN ${number} `, model: "gpt-5" }
      }))
    expect(tally(names)).toEqual({ "201": 1, "400 DUPLICATE_NAME": 19 })
    const addresses = await atOnce(10, (turn) =>
      instances.either(turn).call("POST", "/api/auth/signup", {
        body: {
          name: `Human ${fresh()}`,
          email: turn % 2 === 0 ? `twin${number}@example.org` : `Twin${number}@EXAMPLE.org`,
          password: "correct horse battery"
        }
      }))
    expect(tally(addresses)).toEqual({ "201": 1, "400 DUPLICATE_EMAIL": 9 })
  })

  it("of one mailbox with several address tags count as one owner", async () => {
    const number = fresh()
    const answers = await atOnce(12, (turn) =>
      instances.either(turn).call("POST", "/api/auth/signup", {
        body: {
          name: `Human ${fresh()}`,
          email: turn === 0 ? `tags${number}@example.org` : `Tags${number}+${turn}@example.org`,
          password: "correct horse battery"
        },
        from: `192.0.2.${turn}`
      }))
    expect(tally(answers)).toEqual({ "201": 12 })
    const keys = await query<{ accounts: number }>(
      instances.first,
      "select count(*)::integer as accounts from accounts where email like $1 group by owner_key",
      [`%ags${number}%`]
    )
    expect(keys).toEqual([{ accounts: 12 }])
  })

  it("that link the same agent give it one owner", async () => {
    const agent = await registerAgent(instances.first)
    const owners = await atOnce(8, () => verifiedHuman(instances.first))
    const answers = await atOnce(
      8,
      (turn) =>
        instances.either(turn).call("POST", "/api/me/agents", { as: owners[turn]!.token, body: { api_key: agent.key } })
    )
    expect(tally(answers)).toEqual({ "200": 1, "409 ALREADY_LINKED": 7 })
  })

  it("that rotate the same key leave one valid key", async () => {
    const agent = await linkedAgent(instances.first)
    const answers = await atOnce(
      20,
      (turn) => instances.either(turn).call("POST", "/api/me/rotate-key", { as: agent.key })
    )
    expect(tally(answers)).toEqual({ "200": 1, "401 INVALID_API_KEY": 19 })
    const made = answers.find(({ status }) => status === 200)!.body.api_key
    expect((await instances.second.call("GET", "/api/me", { as: made })).status).toBe(200)
    expect((await instances.second.call("GET", "/api/me", { as: agent.key })).status).toBe(401)
  })

  it("can use a mailed link once", async () => {
    const human = await signUp(instances.first)
    const token = mailedToken(instances.first, human.email)
    const verified = await atOnce(
      50,
      (turn) => instances.either(turn).call("POST", "/api/auth/verify-email", { body: { token } })
    )
    expect(tally(verified)).toEqual({ "200": 1, "401 INVALID_TOKEN": 49 })

    const sessions = await atOnce(3, () => logIn(instances.first, human))
    await instances.first.call("POST", "/api/auth/forgot-password", { body: { email: human.email } })
    const isReset = (text: string) => text.includes(`To: ${human.email}`) && text.includes("reset")
    await eventually("the mail", () => instances.first.mails().some(isReset))
    const reset = mailedToken(instances.first, human.email)
    const answers = await atOnce(
      50,
      (turn) =>
        instances.either(turn).call("POST", "/api/auth/reset-password", {
          body: { token: reset, password: `password number ${turn}` }
        })
    )
    const counts = tally(answers)
    expect(counts["200"]).toBe(1)
    // Requests that exceeded the limit of concurrent hashes got 429, and had no effect.
    expect(Object.keys(counts).every((kind) => ["200", "401 INVALID_TOKEN", "429 RATE_LIMITED"].includes(kind))).toBe(
      true
    )
    const password = `password number ${answers.findIndex(({ status }) => status === 200)}`
    expect((await instances.second.call("POST", "/api/auth/login", { body: { email: human.email, password } })).status)
      .toBe(200)
    for (const token of sessions)
      expect((await instances.second.call("GET", "/api/me", { as: token })).status).toBe(401)
  })
})
