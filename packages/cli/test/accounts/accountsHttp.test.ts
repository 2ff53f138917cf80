import { onServerDatabaseFirst, onServerDatabase } from "@auspex/testkit/databases"
import { Effect } from "effect"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { eventually } from "../raw.ts"
import { startServer } from "./accountsServer.ts"

type Server = Awaited<ReturnType<typeof startServer>>

let addresses = 0
/** A client address that no other request uses. */
const elsewhere = () => `198.18.${Math.floor(++addresses / 250)}.${addresses % 250}`

const tokenIn = (mail: string | undefined): string => /token=(\S+)/.exec(mail ?? "")?.[1] ?? ""

onServerDatabaseFirst("accounts over HTTP", (db) => {
  let server: Server
  beforeAll(async () => {
    server = await startServer(db)
  })
  afterAll(() => server?.close())
  beforeEach(() => Effect.runPromise(db.reset))

  const register = (name: string, more: object = {}) =>
    server.ask("POST", "/api/register", { body: { name, model: "gpt-5", ...more }, from: elsewhere() })
  const signup = (name: string) =>
    server.ask("POST", "/api/auth/signup", {
      body: { name, email: `${name}@example.org`, password: "correct horse" },
      from: elsewhere()
    })
  const verified = async (name: string) => {
    const { body } = await signup(name)
    const token = tokenIn(server.mailsTo(`${name}@example.org`).at(-1))
    const answer = await server.ask("POST", "/api/auth/verify-email", { body: { token } })
    expect(answer.status).toBe(200)
    return body.token as string
  }

  it("work from registration and sign-up through the mail file to a linked agent", async () => {
    const first = await register("First")
    expect(first.status).toBe(201)
    expect(Object.keys(first.body).sort()).toEqual(["api_key", "link_url", "linked", "next_steps", "user"])
    expect(first.headers.get("cache-control")).toBe("no-store")
    const second = await register("Second", { referral_code: first.body.user.referral_code })
    expect((await server.ask("GET", "/api/me", { key: first.body.api_key })).body.user).toMatchObject({
      points: 5_200,
      owner_id: null,
      linked: false,
      performance: { tier: "analyst", next_tier: "oracle", points_to_next_tier: 14_800 }
    })
    const token = await verified("ada")
    const linked = await server.ask("POST", "/api/me/agents", {
      key: token,
      body: { agent_api_key: second.body.api_key }
    })
    expect(linked).toMatchObject({
      status: 200,
      body: { agent: { name: "Second", trust_label: "verified", linked: true } }
    })
    expect(await server.ask("POST", "/api/me/agents", { key: token, body: { api_key: second.body.api_key } }))
      .toMatchObject({ status: 200, body: { agent: { name: "Second", linked: true } } })
    expect((await server.ask("GET", "/api/me/agents", { key: token })).body).toMatchObject({
      total: 1,
      next_cursor: null
    })
    const { body } = await server.ask("GET", "/api/me/transactions?limit=1", { key: first.body.api_key })
    expect(body).toMatchObject({ total: 2, transactions: [{ amount: 200, balance: 5_200, reason: "referral_bonus" }] })
    const rest = await server.ask("GET", `/api/me/transactions?cursor=${body.next_cursor}`, { key: first.body.api_key })
    expect(rest.body).toMatchObject({ next_cursor: null, transactions: [{ amount: 5_000, reason: "registration" }] })
  })

  it("accept a human token as X-API-Key too, and end it at log-out", async () => {
    const token = await verified("ada")
    const asKey = { headers: { "x-api-key": token } }
    expect((await server.ask("GET", "/api/me", asKey)).body.user.email).toBe("ada@example.org")
    expect((await server.ask("POST", "/api/auth/logout", { key: token })).status).toBe(200)
    expect(await server.ask("GET", "/api/me", asKey)).toMatchObject({ status: 401, body: { code: "INVALID_TOKEN" } })
    const login = await server.ask("POST", "/api/auth/login", {
      body: { email: "ada@example.org", password: "correct horse" },
      from: elsewhere()
    })
    expect(login.status).toBe(200)
    expect((await server.ask("GET", "/api/me", { key: login.body.token })).status).toBe(200)
  })

  it("reset a password by mail, with links that do not depend on the Host header", async () => {
    const token = await verified("ada")
    const asked = await server.ask("POST", "/api/auth/forgot-password", {
      body: { email: "ada@example.org" },
      from: elsewhere(),
      headers: { "x-forwarded-host": "evil.example" }
    })
    // The answer is sent before the mail.
    const mailed = () => server.mailsTo("ada@example.org").find((text) => text.includes("/reset-password?token="))
    await eventually("the mail", () => mailed() !== undefined)
    const mail = mailed()!
    expect(mail).toContain("https://auspex.example/reset-password?token=")
    expect(mail).not.toContain("evil")
    const nobody = await server.ask("POST", "/api/auth/forgot-password", {
      body: { email: "nobody@example.org" },
      from: elsewhere()
    })
    expect([nobody.status, nobody.body]).toEqual([200, asked.body])
    const reset = { token: tokenIn(mail), password: "another horse" }
    expect((await server.ask("POST", "/api/auth/reset-password", { body: reset, from: elsewhere() })).status).toBe(200)
    expect((await server.ask("POST", "/api/auth/reset-password", { body: reset, from: elsewhere() })).body.code)
      .toBe("INVALID_TOKEN")
    expect((await server.ask("GET", "/api/me", { key: token })).status).toBe(401)
  })

  it("refuse an unknown address with the same message as a wrong password", async () => {
    await signup("ada")
    for (const email of ["ada@example.org", "ada@example.net"]) {
      const { body } = await server.ask("POST", "/api/auth/login", {
        body: { email, password: "wrong horse" },
        from: elsewhere()
      })
      expect(body).toEqual({ error: "The e-mail address or the password is wrong.", code: "INVALID_CREDENTIALS" })
    }
  })

  it("are verified by a page that works without a script, and reading the page does not use up the token", async () => {
    await signup("ada")
    const token = tokenIn(server.mailsTo("ada@example.org").at(-1))
    for (const _ of [1, 2]) {
      const page = await server.ask("GET", `/verify-email?token=${token}`)
      expect(page.status).toBe(200)
      expect(page.body).toContain("<form method=\"post\" action=\"/verify-email\"")
      expect(page.body).toContain(token)
    }
    const post = () =>
      server.ask("POST", "/verify-email", {
        body: `token=${token}`,
        headers: { "content-type": "application/x-www-form-urlencoded" }
      })
    expect((await post()).body).toContain("is verified<")
    expect(await post()).toMatchObject({ status: 200, body: expect.stringContaining("is verified already") })
    const hostile = await server.ask("GET", `/verify-email?token=${encodeURIComponent("\"><script>")}`)
    expect(hostile.body).not.toContain("<script>")
    expect((await server.ask("GET", "/verify-email")).status).toBe(400)
  })

  it("clear an optional profile field with null or an empty text", async () => {
    const { body: { api_key } } = await register("plain")
    const patch = (body: object) => server.ask("PATCH", "/api/me", { key: api_key, body })
    const profile = {
      bio: "Of the harbour.",
      catchphrase: "Tides turn.",
      philosophy: "Base rates.",
      domain_focus: "Gauges."
    }
    const set = {
      ...profile,
      avatar_url: "https://example.org/a.png",
      risk_profile: "aggressive",
      persona_archetype: "fox"
    }
    for (const nothing of [null, ""]) {
      expect((await patch(set)).body.user).toMatchObject(set)
      const cleared = await patch(Object.fromEntries(Object.keys(set).map((field) => [field, nothing])))
      expect(cleared.status).toBe(200)
      const { avatar_url, bio, catchphrase, domain_focus, persona_archetype, philosophy, risk_profile } =
        cleared.body.user
      expect([avatar_url, bio, catchphrase, domain_focus, philosophy].every((value) => value === undefined)).toBe(true)
      expect([persona_archetype, risk_profile]).toEqual(["superforecaster_fox", "moderate"])
    }
    const refused = await patch({ role: null, risk_profile: "agressive" })
    expect([refused.status, refused.body.error]).toEqual([400, "role must be a string, not null."])
    expect((await patch({ risk_profile: "agressive" })).body).toMatchObject({
      error:
        "risk_profile must be one of conservative, moderate, aggressive, not \"agressive\"; the nearest is aggressive.",
      failures: [{ field: "risk_profile", measured: "agressive" }]
    })
  })

  it("show people whether their address is verified, and answer a change like a read", async () => {
    const { body: { token } } = await signup("ben")
    const me = async () => (await server.ask("GET", "/api/me", { key: token })).body.user
    expect(await me()).toMatchObject({ type: "human", email_verified: false })
    await server.ask("POST", "/api/auth/verify-email", {
      body: { token: tokenIn(server.mailsTo("ben@example.org").at(-1)) }
    })
    expect((await me()).email_verified).toBe(true)
    const changed = await server.ask("PATCH", "/api/me", { key: token, body: { bio: "Of the harbour." } })
    const { bio, last_active_at: _, ...rest } = changed.body.user
    const { last_active_at: __, bio: ___, ...read } = await me()
    expect([changed.status, bio, rest]).toEqual([200, "Of the harbour.", read])
    const { body: agent } = await register("unlinked")
    expect((await server.ask("GET", "/api/me", { key: agent.api_key })).body.user).not.toHaveProperty("email_verified")
  })

  it("report all failures of a registration, by field", async () => {
    const { body, status } = await register("x", { model: undefined, role: 7, bio: "ignored" })
    expect(status).toBe(400)
    expect(body.failures.map(({ code, field }: { code: string; field: string }) => [code, field])).toEqual(
      expect.arrayContaining([["MODEL_REQUIRED", "model"], ["INVALID_REQUEST", "role"]])
    )
  })

  it("ignore read-only fields of a user in every write", async () => {
    const planted = {
      id: "x",
      type: "human",
      email: "a@example.org",
      points: 1e6,
      created_at: "2001-01-01T00:00:00.000Z",
      tier: "architect",
      streak_count: 9,
      max_streak: 9,
      trust_label: "trusted",
      owner_id: "x",
      linked: true
    }
    const { body } = await register("Ada", planted)
    const before = (await server.ask("GET", "/api/me", { key: body.api_key })).body.user
    expect(before).toMatchObject({
      type: "agent",
      points: 5_000,
      trust_label: "unverified",
      owner_id: null,
      streak_count: 0
    })
    const patched = await server.ask("PATCH", "/api/me", {
      key: body.api_key,
      body: { ...planted, name: "Eve", model: "other", referral_code: "MINE", bio: "hello" }
    })
    expect(patched.status).toBe(200)
    const after = (await server.ask("GET", "/api/me", { key: body.api_key })).body.user
    expect(after).toEqual({ ...before, bio: "hello", last_active_at: after.last_active_at })
  })

  it("never return a one-time secret again", async () => {
    const ask = {
      body: { name: "Ada", model: "gpt-5" },
      from: "198.51.100.7",
      headers: { "idempotency-key": "one" }
    }
    expect((await server.ask("POST", "/api/register", ask)).status).toBe(201)
    expect(await server.ask("POST", "/api/register", ask)).toMatchObject({
      status: 409,
      body: { code: "IDEMPOTENCY_MISMATCH" }
    })
    const { body } = await register("Bot")
    const rotated = await server.ask("POST", "/api/me/rotate-key", { key: body.api_key })
    expect((await server.ask("GET", "/api/me", { key: body.api_key })).body.code).toBe("INVALID_API_KEY")
    expect((await server.ask("GET", "/api/me", { key: rotated.body.api_key })).status).toBe(200)
  })

  it("are suspended and restored by administrators, who create keys for each other", async () => {
    const { body } = await register("Bot")
    const suspend = { admin: true, body: { reason: "spam" } }
    expect((await server.ask("POST", "/api/admin/accounts/Bot/suspend", suspend)).status).toBe(200)
    expect((await server.ask("GET", "/api/me", { key: body.api_key })).body.code).toBe("ACCOUNT_SUSPENDED")
    expect((await server.ask("POST", "/api/admin/accounts/Bot/restore", { admin: true })).status).toBe(200)
    expect((await server.ask("GET", "/api/me", { key: body.api_key })).status).toBe(200)
    const made = await server.ask("POST", "/api/admin/keys", { admin: true, body: { name: "Ada" } })
    expect(made.status).toBe(201)
    const listed = await server.ask("GET", "/api/admin/accounts?q=bot", {
      headers: { "x-admin-key": made.body.secret }
    })
    expect(listed.body).toMatchObject({ total: 1, accounts: [{ name: "Bot", linked: false }] })
    expect((await server.ask("DELETE", "/api/admin/keys/Ada", { admin: true })).status).toBe(200)
    expect((await server.ask("GET", "/api/admin/accounts", { key: body.api_key })).body.code).toBe("ADMIN_REQUIRED")
  })

  describe("limits by address", () => {
    it.each([
      ["/api/register", 5, { name: "x" }],
      ["/api/auth/signup", 5, { name: "x" }],
      ["/api/auth/login", 10, { email: "nobody@example.org" }],
      ["/api/auth/forgot-password", 3, {}],
      ["/api/auth/reset-password", 5, { token: "x" }]
    ])("%s refuses the request after %i in a minute", async (path, max, body) => {
      const from = elsewhere()
      const statuses: Array<number> = []
      for (let request = 0; request <= max; request++) {
        statuses.push((await server.ask("POST", path, { body, from })).status)
      }
      expect(statuses.slice(0, max).includes(429)).toBe(false)
      expect(statuses[max]).toBe(429)
      expect((await server.ask("POST", path, { body, from: elsewhere() })).status).not.toBe(429)
    })
  })
})

onServerDatabase("accounts on two instances", (db) => {
  it("refuse the sixth registration within a minute, on either instance", async () => {
    await Effect.runPromise(db.reset)
    const instances = [await startServer(db), await startServer(db, db.another)]
    try {
      const asked = Array.from({ length: 20 }, (_, index) =>
        instances[index % 2]!.ask("POST", "/api/register", {
          body: { name: `Agent ${index}`, model: "gpt-5" },
          from: "203.0.113.9"
        }))
      const statuses = (await Promise.all(asked)).map(({ status }) => status).sort((a, b) => a - b)
      expect(statuses).toEqual([...Array.from({ length: 5 }, () => 201), ...Array.from({ length: 15 }, () => 429)])
    } finally {
      await Promise.all(instances.map((instance) => instance.close()))
    }
  })
})
