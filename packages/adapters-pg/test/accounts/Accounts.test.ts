import { Accounts, type AgentRegistration, Authenticator } from "@auspex/domain/accounts"
import { PointsLedger } from "@auspex/domain/scoring"
import { onEachDatabase } from "@auspex/testkit/databases"
import { SqlClient } from "@effect/sql/SqlClient"
import { beforeEach, describe, expect, it } from "@effect/vitest"
import { Clock, Duration, Effect, Either } from "effect"
import { actorOf, agent, human, inWorld, lastToken, Outside, verdict } from "./accountsWorld.ts"

const firstPage = { limit: 20, offset: 0 }

/** Accounts whose balance differs from the sum of their ledger. */
const unbalanced = Effect.flatMap(
  SqlClient,
  (sql) =>
    sql`select a.name from accounts a where a.points <> (select coalesce(sum(amount), 0) from ledger where account_id = a.id)`
)

onEachDatabase("Accounts", (db) => {
  const run = inWorld(db)
  beforeEach(() => Effect.runPromise(db.reset))

  describe("registration", () => {
    it.live("gives an agent a key, 5,000 points and defaults, and lists the next steps", () =>
      run(Effect.gen(function*() {
        const { actor, ...made } = yield* agent("  Ａda ")
        expect(made.api_key).toMatch(/^sk_[A-Za-z0-9_-]{43}$/)
        expect(made).toMatchObject({ linked: false, link_url: `https://auspex.example/link?agent=${made.id}` })
        expect(made.next_steps.length).toBeGreaterThan(0)
        expect(made.user).toMatchObject({
          name: "Ada",
          type: "agent",
          role: "predictor",
          points: 5_000,
          tier: "analyst",
          model: "gpt-5",
          trust_label: "unverified",
          persona_archetype: "superforecaster_fox",
          risk_profile: "moderate"
        })
        expect(made.user).not.toHaveProperty("email")
        expect(made.user.referral_code).toMatch(/^[0-9A-HJKMNP-TV-Z]{10}$/)
        expect(actor).toMatchObject({
          type: "agent",
          name: "Ada",
          roles: ["predictor"],
          owner_id: null,
          credential: "key"
        })
        const { items } = yield* (yield* PointsLedger).transactions(made.id, firstPage)
        expect(items).toMatchObject([{ amount: 5_000, balance: 5_000, reason: "registration" }])
      })))

    it.live("stores only the digest and the last four characters of a key", () =>
      run(Effect.gen(function*() {
        const { api_key } = yield* agent("Ada")
        const sql = yield* SqlClient
        const dump = JSON.stringify(
          yield* sql`select k.*, encode(k.digest, 'base64') as b64, a.* from account_keys k, accounts a`
        )
        expect(dump).not.toContain(api_key.slice(3))
        expect(yield* sql`select last4 from account_keys`).toEqual([{ last4: api_key.slice(-4) }])
      })))

    it.live.each<[string, { name: string } & Partial<AgentRegistration>, string]>([
      ["a name that differs by case only", { name: "ADA" }, "DUPLICATE_NAME"],
      ["no model", { name: "Bob", model: "  " }, "MODEL_REQUIRED"],
      ["people's family as its model", { name: "Bob", model: " Ｈuman " }, "INVALID_REQUEST"],
      ["a short name", { name: "B" }, "INVALID_REQUEST"],
      ["an unknown role", { name: "Bob", role: "predictor,king" }, "INVALID_REQUEST"],
      ["the guardian role", { name: "Bob", role: "predictor,guardian" }, "ok"],
      ["an unknown referral code", { name: "Bob", referral_code: "NOBODY" }, "UNKNOWN_REFERRAL_CODE"],
      ["an unknown risk profile", { name: "Bob", risk_profile: "reckless" }, "INVALID_REQUEST"],
      ["several roles", { name: "Bob", role: "scout, debater" }, "ok"],
      ["an unknown persona archetype", { name: "Bob", persona_archetype: "moon_oracle" }, "ok"]
    ])("judges %s", ([_, more, expected]) =>
      run(Effect.gen(function*() {
        yield* agent("Ada")
        expect(yield* verdict((yield* Accounts).register({ model: "gpt-5", ...more }))).toBe(expected)
        expect(yield* unbalanced).toEqual([])
      })))

    it.live("reports all failures together", () =>
      run(Effect.gen(function*() {
        const refused = yield* Effect.flip(
          (yield* Accounts).register({ name: "x", model: "", role: "king", philosophy: "p".repeat(281) })
        )
        expect(refused._tag === "Refusal" && refused.failures.map(({ code, field }) => [code, field])).toEqual([
          ["INVALID_REQUEST", "name"],
          ["MODEL_REQUIRED", "model"],
          ["INVALID_REQUEST", "role"],
          ["INVALID_REQUEST", "philosophy"]
        ])
      })))

    it.live("ignores fields that a registration may not set", () =>
      run(Effect.gen(function*() {
        const planted = {
          points: 1e6,
          trust_label: "trusted",
          tier: "architect",
          type: "human",
          owner_id: "x",
          email: "a@b.c",
          streak_count: 9,
          referral_code: undefined,
          id: "1"
        }
        const { actor, user } = yield* agent("Ada", planted as object)
        expect(user).toMatchObject({ type: "agent", points: 5_000, trust_label: "unverified", streak_count: 0 })
        const updated = yield* (yield* Accounts).updateMe(actor, { ...planted, bio: "hello" } as object)
        expect(updated).toMatchObject({ ...user, bio: "hello", last_active_at: updated.last_active_at })
        expect(updated).toMatchObject({ owner_id: null, linked: false })
      })))

    it.live("pays the recruiter by the order of recruits, with the code in upper or lower case", () =>
      run(Effect.gen(function*() {
        const first = yield* agent("Recruiter")
        const code = first.user.referral_code!
        for (let recruit = 1; recruit <= 6; recruit++) {
          yield* agent(`Recruit ${recruit}`, { referral_code: recruit % 2 === 0 ? code.toLowerCase() : code })
        }
        const { items } = yield* (yield* PointsLedger).transactions(first.id, firstPage)
        expect(items.map(({ amount }) => amount)).toEqual([500, 500, 300, 300, 300, 200, 5_000])
        expect(yield* unbalanced).toEqual([])
      })))
  })

  describe("people", () => {
    it.live("sign up, and verify their address once, only with the token from the mail", () =>
      run(Effect.gen(function*() {
        const accounts = yield* Accounts
        const ada = yield* human("ada", { verified: false })
        expect(ada.token).toMatch(/^ht_[A-Za-z0-9_-]{43}$/)
        expect(ada.user).toMatchObject({ type: "human", email: "ada@example.org", points: 5_000 })
        expect(ada.user).not.toHaveProperty("trust_label")
        expect(ada.actor).toMatchObject({ type: "human", email_verified: false, credential: "token" })
        const token = yield* lastToken(ada.email)
        expect((yield* Outside).mails[0]!.text).toContain("https://auspex.example/verify-email?token=")
        expect(yield* verdict(accounts.verifyEmail(token))).toBe("ok")
        expect(yield* verdict(accounts.verifyEmail(token))).toBe("INVALID_TOKEN")
        expect((yield* actorOf(ada.token)).email_verified).toBe(true)
      })))

    it.live.each<[string, { name: string; email: string; password?: string }, string]>([
      ["a taken name", { name: "ADA", email: "new@example.org" }, "DUPLICATE_NAME"],
      ["a taken address in another case", { name: "Eve", email: "ADA@example.ORG" }, "DUPLICATE_EMAIL"],
      ["an address that is none", { name: "Eve", email: "eve" }, "INVALID_REQUEST"],
      [
        "a password of seven characters",
        { name: "Eve", email: "e@example.org", password: "1234567" },
        "INVALID_REQUEST"
      ],
      ["a password of 257", { name: "Eve", email: "e@example.org", password: "x".repeat(257) }, "INVALID_REQUEST"],
      ["a password of eight", { name: "Eve", email: "e@example.org", password: "🔑".repeat(8) }, "ok"]
    ])("judges %s", ([_, more, expected]) =>
      run(Effect.gen(function*() {
        yield* human("ada")
        expect(yield* verdict((yield* Accounts).signup({ password: "long enough", ...more }))).toBe(expected)
      })))

    it.live("have an account even when mail delivery is down, and can request the mail again", () =>
      run(Effect.gen(function*() {
        const accounts = yield* Accounts
        const outside = yield* Outside
        outside.mailIsDown = true
        const ada = yield* human("ada", { verified: false })
        outside.mailIsDown = false
        yield* accounts.resendVerification(ada.actor)
        expect(yield* verdict(accounts.verifyEmail(yield* lastToken(ada.email)))).toBe("ok")
      })))

    it.live("log in with the address in any case, and log out for good", () =>
      run(Effect.gen(function*() {
        const accounts = yield* Accounts
        const ada = yield* human("ada")
        const { token, user } = yield* accounts.login({ email: "ADA@EXAMPLE.org", password: "correct horse" })
        expect(user.id).toBe(ada.id)
        yield* accounts.logout(yield* actorOf(token))
        const authenticator = yield* Authenticator
        expect(yield* authenticator.byToken(token)).toBeUndefined()
        expect(yield* authenticator.byToken(ada.token)).toBeDefined()
      })))

    it.live("get the same error for an unknown address and for a wrong password", () =>
      run(Effect.gen(function*() {
        const accounts = yield* Accounts
        yield* human("ada")
        const wrong = yield* Effect.flip(accounts.login({ email: "ada@example.org", password: "wrong" }))
        const unknown = yield* Effect.flip(accounts.login({ email: "eve@example.org", password: "correct horse" }))
        expect(wrong._tag === "Refusal" && wrong.failures).toEqual(unknown._tag === "Refusal" && unknown.failures)
        expect(wrong).toMatchObject({ code: "INVALID_CREDENTIALS" })
      })))

    it.live("cost one password check whether or not the address is known, so that the time reveals nothing", () =>
      run(Effect.gen(function*() {
        const accounts = yield* Accounts
        const { verifications } = yield* Outside
        yield* human("ada")
        yield* Effect.flip(accounts.login({ email: "ada@example.org", password: "wrong" }))
        expect(verifications).toEqual({ stored: 1, none: 0 })
        yield* Effect.flip(accounts.login({ email: "eve@example.org", password: "wrong" }))
        expect(verifications).toEqual({ stored: 1, none: 1 })
      })))

    it.live("are delayed after ten wrong passwords in 15 minutes, known or not, but never locked out", () =>
      run(Effect.gen(function*() {
        const accounts = yield* Accounts
        yield* human("ada")
        for (const email of ["ada@example.org", "eve@example.org"]) {
          for (let failure = 0; failure < 10; failure++)
            yield* Effect.flip(accounts.login({ email, password: "wrong" }))
        }
        const tried = (email: string, password: string) =>
          Effect.gen(function*() {
            const waits: Array<number> = []
            // Records how long it would have slept.
            const clock: Clock.Clock = Object.assign(Object.create(Clock.make()), {
              sleep: (duration: Duration.Duration) => Effect.sync(() => void waits.push(Duration.toMillis(duration)))
            })
            const result = yield* Effect.either(accounts.login({ email, password })).pipe(Effect.withClock(clock))
            return { waits, right: Either.isRight(result) }
          })
        expect(yield* tried("eve@example.org", "wrong")).toEqual({ waits: [2_000], right: false })
        expect(yield* tried("ada@example.org", "correct horse")).toEqual({ waits: [2_000], right: true })
        expect(yield* tried("ada@example.org", "correct horse")).toEqual({ waits: [], right: true })
        yield* db.shiftClock("16 minutes")
        expect(yield* tried("eve@example.org", "wrong")).toEqual({ waits: [], right: false })
      })))
  })
})
