import { Accounts, AdminKeys, Authenticator } from "@auspex/domain/accounts"
import { onEachDatabase } from "@auspex/testkit/databases"
import { SqlClient } from "@effect/sql/SqlClient"
import { beforeEach, describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { actorOf, agent, configuredKey, human, inWorld, lastToken, verdict } from "./accountsWorld.ts"

const firstPage = { limit: 20, offset: 0 }
const root = { name: "root" }

const auditTrail = Effect.flatMap(
  SqlClient,
  (sql) =>
    sql<
      { actor: string; action: string; before: unknown; after: unknown }
    >`select actor, action, before, after from audit_log order by id`
)

onEachDatabase("Administration of accounts", (db) => {
  const run = inWorld(db)
  beforeEach(() => Effect.runPromise(db.reset))

  it.live("finds accounts by id, address, and name in any case, but not by a look-alike", () =>
    run(Effect.gen(function*() {
      const { admin } = yield* Accounts
      const ada = yield* human("Ada", { verified: false })
      for (const id of [ada.id, " Ada ", "ADA", "ada@EXAMPLE.org"]) expect((yield* admin.show(id)).id).toBe(ada.id)
      for (const name of ["nobody", "\u0410da"]) {
        expect(yield* verdict(admin.show(name))).toBe("ACCOUNT_NOT_FOUND")
      }
      expect(yield* admin.show(ada.id)).toMatchObject({
        email: "Ada@example.org",
        email_verified: false,
        linked: false
      })
    })))

  it.live("lists accounts newest first and by filter", () =>
    run(Effect.gen(function*() {
      const { admin } = yield* Accounts
      yield* human("ada")
      yield* agent("Bot")
      yield* agent("Robot")
      yield* admin.suspend(root, "Bot", "spam")
      const names = (filter: Parameters<typeof admin.list>[0]) =>
        Effect.map(admin.list(filter, firstPage), ({ items, total }) => [total, items.map(({ name }) => name)])
      expect(yield* names({})).toEqual([3, ["Robot", "Bot", "ada"]])
      expect(yield* names({ type: "human" })).toEqual([1, ["ada"]])
      expect(yield* names({ q: "BOT" })).toEqual([2, ["Robot", "Bot"]])
      expect(yield* names({ q: "example.org" })).toEqual([1, ["ada"]])
      expect(yield* names({ suspended: true })).toEqual([1, ["Bot"]])
      expect(yield* names({ q: "%" })).toEqual([0, []])
      const first = yield* admin.list({}, { limit: 2, offset: 0 })
      const second = yield* admin.list({}, { limit: 2, offset: 0, cursor: first.next_cursor! })
      expect(second.items.map(({ name }) => name)).toEqual(["ada"])
    })))

  it.live("suspends and restores an account once each, and records it in the audit log", () =>
    run(Effect.gen(function*() {
      const { admin, login } = yield* Accounts
      const ada = yield* human("ada")
      expect(yield* verdict(admin.suspend(root, "ada", " "))).toBe("INVALID_REQUEST")
      const suspended = yield* admin.suspend(root, "ada", "spam")
      expect(suspended).toMatchObject({ suspended_reason: "spam" })
      expect((yield* actorOf(ada.token)).suspended).toBe(true)
      expect(yield* verdict(login({ email: ada.email, password: "correct horse" }))).toBe("ACCOUNT_SUSPENDED")
      expect(yield* verdict(login({ email: ada.email, password: "wrong" }))).toBe("INVALID_CREDENTIALS")
      expect(yield* verdict(admin.suspend(root, "ada", "again"))).toBe("INVALID_TRANSITION")
      expect(yield* admin.restore(root, "ada")).not.toHaveProperty("suspended_at")
      expect(yield* verdict(admin.restore(root, "ada"))).toBe("INVALID_TRANSITION")
      expect((yield* actorOf(ada.token)).suspended).toBe(false)
      expect((yield* auditTrail).map(({ action, actor }) => [actor, action])).toEqual([
        ["root", "account.suspend"],
        ["root", "account.restore"]
      ])
      expect((yield* auditTrail)[0]).toMatchObject({
        before: { suspended_at: null, suspended_reason: null },
        after: { suspended_reason: "spam" }
      })
    })))

  it.live("marks an address as verified", () =>
    run(Effect.gen(function*() {
      const { admin, verifyEmail } = yield* Accounts
      const ada = yield* human("ada", { verified: false })
      yield* agent("Bot")
      expect(yield* admin.verifyEmailOf(root, "ada")).toMatchObject({ email_verified: true })
      expect((yield* actorOf(ada.token)).email_verified).toBe(true)
      expect(yield* verdict(admin.verifyEmailOf(root, "Bot"))).toBe("INVALID_TRANSITION")
      expect(yield* verdict(verifyEmail(yield* lastToken(ada.email)))).toBe("ok")
    })))

  describe("admin keys", () => {
    it.live("authenticate until they are revoked, and appear in the audit log", () =>
      run(Effect.gen(function*() {
        const keys = yield* AdminKeys
        const { byAdminKey } = yield* Authenticator
        const { key, secret } = yield* keys.make(root, "Ada Lovelace")
        expect(secret).toMatch(/^ak_[A-Za-z0-9_-]{43}$/)
        expect(yield* byAdminKey(secret)).toEqual({ kind: "admin", name: "Ada Lovelace", key_id: key.id })
        expect(yield* byAdminKey(configuredKey)).toMatchObject({ name: "configured" })
        expect(yield* byAdminKey("ak_wrong")).toBeUndefined()
        expect(yield* verdict(keys.make(root, "Ada Lovelace"))).toBe("DUPLICATE_NAME")
        expect(yield* verdict(keys.make(root, "configured"))).toBe("INVALID_REQUEST")
        expect(yield* keys.revoke(root, "Ada Lovelace")).toMatchObject({ id: key.id, live: false })
        expect(yield* byAdminKey(secret)).toBeUndefined()
        expect(yield* verdict(keys.revoke(root, key.id))).toBe("ADMIN_KEY_NOT_FOUND")
        expect(yield* verdict(keys.make(root, "Ada Lovelace"))).toBe("ok")
        expect((yield* auditTrail).map(({ action }) => action)).toEqual([
          "admin_key.make",
          "admin_key.revoke",
          "admin_key.make"
        ])
        expect(JSON.stringify(yield* auditTrail)).not.toContain(secret)
      })))

    it.live("warn at 75 days and expire at 90, by the database's clock", () =>
      run(Effect.gen(function*() {
        const keys = yield* AdminKeys
        const { byAdminKey } = yield* Authenticator
        const { secret } = yield* keys.make(root, "Ada")
        const state = Effect.map(keys.list, ([key]) => [key!.live, key!.expires_soon])
        yield* db.shiftClock("74 days 23 hours")
        expect(yield* state).toEqual([true, false])
        yield* db.shiftClock("75 days 1 minute")
        expect(yield* state).toEqual([true, true])
        yield* db.shiftClock("90 days 1 minute")
        expect(yield* state).toEqual([false, false])
        expect(yield* byAdminKey(secret)).toBeUndefined()
        expect(yield* verdict(keys.make(root, "Ada"))).toBe("ok")
      })))

    it.live("are not created at the first start while one is configured", () =>
      run(Effect.gen(function*() {
        expect(yield* (yield* AdminKeys).ensureBootstrap).toBeUndefined()
      })))
  })
})
