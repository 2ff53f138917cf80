import { sweepExpiredSecrets } from "@auspex/adapters-pg"
import { Accounts, Authenticator } from "@auspex/domain/accounts"
import { onEachDatabase } from "@auspex/testkit/databases"
import { SqlClient } from "@effect/sql/SqlClient"
import { beforeEach, describe, expect, it } from "@effect/vitest"
import { Deferred, Effect } from "effect"
import { human, inWorld, lastToken, Outside, verdict } from "./accountsWorld.ts"

const tally = (words: ReadonlyArray<string>) => {
  const counts: Record<string, number> = {}
  for (const word of words) counts[word] = (counts[word] ?? 0) + 1
  return counts
}

/** The texts of the statements that `work` runs. */
const statementTexts = <A, E, R>(work: Effect.Effect<A, E, R>) =>
  Effect.flatMap(SqlClient, (sql) => {
    const texts: Array<string> = []
    const { unsafe } = sql
    const recorded: SqlClient["unsafe"] = (text, parameters) => {
      texts.push(text)
      return unsafe(text, parameters)
    }
    Object.assign(sql, { unsafe: recorded })
    return Effect.ensuring(Effect.as(work, texts), Effect.sync(() => Object.assign(sql, { unsafe })))
  })

onEachDatabase("Links in mails", (db) => {
  const run = inWorld(db)
  beforeEach(() => Effect.runPromise(db.reset))

  it.live("verify once when used 50 times concurrently", () =>
    run(Effect.gen(function*() {
      const accounts = yield* Accounts
      const ada = yield* human("ada", { verified: false })
      const token = yield* lastToken(ada.email)
      const verdicts = yield* Effect.all(Array.from({ length: 50 }, () => verdict(accounts.verifyEmail(token))), {
        concurrency: "unbounded"
      })
      expect(tally(verdicts)).toEqual({ ok: 1, INVALID_TOKEN: 49 })
    })))

  it.live("reset a password once when used 50 times concurrently, and end all sessions", () =>
    run(Effect.gen(function*() {
      const accounts = yield* Accounts
      const authenticator = yield* Authenticator
      const ada = yield* human("ada")
      yield* accounts.forgotPassword("ADA@example.org")
      const token = yield* lastToken(ada.email)
      const tries = Array.from(
        { length: 50 },
        (_, index) => verdict(accounts.resetPassword({ token, password: `new password ${index}` }))
      )
      expect(tally(yield* Effect.all(tries, { concurrency: "unbounded" }))).toEqual({ ok: 1, INVALID_TOKEN: 49 })
      expect(yield* authenticator.byToken(ada.token)).toBeUndefined()
      expect(yield* verdict(accounts.login({ email: ada.email, password: "correct horse" }))).toBe(
        "INVALID_CREDENTIALS"
      )
    })))

  it.live("sign in once when used 50 times concurrently, for an hour, and not while suspended", () =>
    run(Effect.gen(function*() {
      const accounts = yield* Accounts
      const authenticator = yield* Authenticator
      const ada = yield* human("ada")
      const token = yield* accounts.issueSignIn(ada.id)
      const sessions: Array<string> = []
      const tries = Array.from(
        { length: 50 },
        () => verdict(Effect.map(accounts.signInByLink(token), (session) => sessions.push(session)))
      )
      expect(tally(yield* Effect.all(tries, { concurrency: "unbounded" }))).toEqual({ ok: 1, INVALID_TOKEN: 49 })
      expect((yield* authenticator.byToken(sessions[0]!))?.id).toBe(ada.id)
      // It is no link of another kind.
      const other = yield* accounts.issueSignIn(ada.id)
      expect(yield* verdict(accounts.verifyEmail(other))).toBe("INVALID_TOKEN")
      expect(yield* verdict(accounts.resetPassword({ token: other, password: "long enough" }))).toBe("INVALID_TOKEN")
      const administrator = { kind: "admin", name: "test", key_id: "test" } as const
      yield* accounts.admin.suspend(administrator, ada.id, "Test.")
      expect(yield* verdict(accounts.signInByLink(other))).toBe("INVALID_TOKEN")
      yield* accounts.admin.restore(administrator, ada.id)
      yield* db.shiftClock("60 minutes 1 second")
      expect(yield* verdict(accounts.signInByLink(other))).toBe("INVALID_TOKEN")
      expect(yield* verdict(accounts.issueSignIn("00000000-0000-7000-8000-000000000000"))).toBe("ACCOUNT_NOT_FOUND")
    })))

  it.live("remain valid for a reset when the new password is refused", () =>
    run(Effect.gen(function*() {
      const accounts = yield* Accounts
      const ada = yield* human("ada")
      yield* accounts.forgotPassword(ada.email)
      const token = yield* lastToken(ada.email)
      expect(yield* verdict(accounts.resetPassword({ token, password: "short" }))).toBe("INVALID_REQUEST")
      expect(yield* verdict(accounts.resetPassword({ token, password: "long enough" }))).toBe("ok")
      expect(yield* verdict(accounts.login({ email: ada.email, password: "long enough" }))).toBe("ok")
    })))

  it.live("expire by the database's clock: a reset after 10 minutes, a verification after 24 hours", () =>
    run(Effect.gen(function*() {
      const accounts = yield* Accounts
      const ada = yield* human("ada", { verified: false })
      const verification = yield* lastToken(ada.email)
      yield* accounts.forgotPassword(ada.email)
      const reset = yield* lastToken(ada.email)
      yield* db.shiftClock("10 minutes 1 second")
      expect(yield* verdict(accounts.resetPassword({ token: reset, password: "long enough" }))).toBe("INVALID_TOKEN")
      yield* db.shiftClock("24 hours 1 second")
      expect(yield* verdict(accounts.verifyEmail(verification))).toBe("INVALID_TOKEN")
      yield* accounts.resendVerification({ email: ada.email })
      expect(yield* verdict(accounts.verifyEmail(yield* lastToken(ada.email)))).toBe("ok")
    })))

  it.live("are valid for their own purpose only", () =>
    run(Effect.gen(function*() {
      const accounts = yield* Accounts
      const ada = yield* human("ada", { verified: false })
      const verification = yield* lastToken(ada.email)
      yield* accounts.forgotPassword(ada.email)
      const reset = yield* lastToken(ada.email)
      expect(yield* verdict(accounts.verifyEmail(reset))).toBe("INVALID_TOKEN")
      expect(yield* verdict(accounts.resetPassword({ token: verification, password: "long enough" }))).toBe(
        "INVALID_TOKEN"
      )
      expect(yield* verdict(accounts.verifyEmail(verification))).toBe("ok")
    })))

  it.live("are sent three times per hour and address, and the response does not reveal when they stop", () =>
    run(Effect.gen(function*() {
      const accounts = yield* Accounts
      const { mails } = yield* Outside
      const ada = yield* human("ada")
      const answers = yield* Effect.replicateEffect(accounts.forgotPassword(ada.email), 5)
      const unknown = yield* accounts.forgotPassword("nobody@example.org")
      expect(new Set([...answers, unknown].map(({ message }) => message)).size).toBe(1)
      const resets = () => mails.filter(({ subject }) => subject.startsWith("Reset"))
      expect(resets()).toHaveLength(3)
      expect(resets().every(({ to }) => to === ada.email)).toBe(true)
      yield* db.shiftClock("61 minutes")
      yield* accounts.forgotPassword(ada.email)
      expect(resets()).toHaveLength(4)
    })))

  it.live("run the same statements whether or not the address has an account, without waiting for mail", () =>
    run(Effect.gen(function*() {
      const accounts = yield* Accounts
      const outside = yield* Outside
      const ada = yield* human("ada")
      const before = outside.mails.length
      const held = yield* Deferred.make<void>()
      outside.mailHold = Deferred.await(held)
      const statements = (email: string) => statementTexts(accounts.forgotPassword(email))
      const [known, unknown] = [yield* statements(ada.email), yield* statements("nobody@example.org")]
      expect(outside.mails.length).toBe(before + 1)
      yield* Deferred.succeed(held, undefined)
      expect(known.length).toBeGreaterThan(0)
      expect(unknown).toEqual(known)
    })))

  describe("tokens", () => {
    it.live("of people expire after 7 days without use, and after 30 days in any case", () =>
      run(Effect.gen(function*() {
        const { byToken } = yield* Authenticator
        const ada = yield* human("ada")
        const eve = yield* human("eve")
        for (const day of [6, 12, 18, 24]) {
          yield* db.shiftClock(`${day} days`)
          expect(yield* byToken(ada.token)).toBeDefined()
        }
        expect(yield* byToken(eve.token)).toBeUndefined()
        yield* db.shiftClock("29 days 23 hours")
        expect(yield* byToken(ada.token)).toBeDefined()
        yield* db.shiftClock("30 days 1 minute")
        expect(yield* byToken(ada.token)).toBeUndefined()
      })))

    it.live("and links are swept when they have expired, and kept otherwise", () =>
      run(Effect.gen(function*() {
        const accounts = yield* Accounts
        const old = yield* human("old", { verified: false })
        yield* verdict(accounts.login({ email: old.email, password: "wrong" }))
        yield* db.shiftClock("8 days")
        const ada = yield* human("ada", { verified: false })
        expect(yield* sweepExpiredSecrets).toBe(3)
        expect(yield* sweepExpiredSecrets).toBe(0)
        expect(yield* verdict(accounts.verifyEmail(yield* lastToken(ada.email)))).toBe("ok")
        expect(yield* (yield* Authenticator).byToken(ada.token)).toBeDefined()
      })))
  })
})
