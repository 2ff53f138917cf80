import { Accounts, AdminKeys, ConfiguredAdminKey, referralTotal } from "@auspex/domain/accounts"
import { PointsLedger } from "@auspex/domain/scoring"
import { onServerDatabase } from "@auspex/testkit/databases"
import { SqlClient } from "@effect/sql/SqlClient"
import { beforeEach, expect, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { accountsWorld, agent, human, inWorld, verdict } from "./accountsWorld.ts"

const all = <A, E, R>(effects: Iterable<Effect.Effect<A, E, R>>) => Effect.all(effects, { concurrency: "unbounded" })

onServerDatabase("Concurrent account changes", (db) => {
  const run = inWorld(db)
  beforeEach(() => Effect.runPromise(db.reset))

  it.live("pay six concurrent recruits of one code 200, 300, 300, 300, 500, 500, and 500 for each later one when it is linked", () =>
    run(Effect.gen(function*() {
      const accounts = yield* Accounts
      const sql = yield* SqlClient
      const recruiter = yield* agent("Recruiter")
      const recruits = 40
      // On a slow machine the queue for the recruiter's row outlasts the lock time-out: a 503, after which clients
      // retry.
      const register = (name: string) =>
        accounts.register({ name, model: "gpt-5", referral_code: recruiter.user.referral_code }).pipe(
          Effect.retry({ times: 9, while: (error) => error._tag === "StorageUnavailable" })
        )
      const registered = yield* all(Array.from({ length: recruits }, (_, index) => register(`Recruit ${index}`)))
      const bonuses = Effect.gen(function*() {
        const { items } = yield* (yield* PointsLedger).transactions(recruiter.id, { limit: 200, offset: 0 })
        return items.map(({ amount }) => amount).reverse().slice(1)
      })
      expect(yield* bonuses).toEqual([200, 300, 300, 300, 500, 500])
      const owners = yield* Effect.all(["ada", "eve", "kim"].map((name) => human(name)))
      yield* all(
        registered.map(({ api_key }, index) =>
          accounts.link(owners[index % owners.length]!.actor, api_key).pipe(
            Effect.retry({ times: 9, while: (error) => error._tag === "StorageUnavailable" })
          )
        )
      )
      expect(yield* bonuses).toEqual([200, 300, 300, 300, ...Array.from({ length: recruits - 4 }, () => 500)])
      const [row] = yield* sql`select points, recruit_count from accounts where id = ${recruiter.id}`
      expect(row).toEqual({ points: 5_000 + referralTotal(recruits), recruit_count: recruits })
      expect(
        yield* sql`select id from accounts a where points <> (select sum(amount) from ledger where account_id = a.id)`
      )
        .toEqual([])
    })))

  it.live("give one name to one account", () =>
    run(Effect.gen(function*() {
      const accounts = yield* Accounts
      const names = Array.from({ length: 40 }, (_, index) => index % 2 === 0 ? "Ada" : "ADA")
      const verdicts = yield* all(names.map((name) => verdict(accounts.register({ name, model: "gpt-5" }))))
      expect(verdicts.filter((word) => word === "ok")).toHaveLength(1)
      expect(verdicts.filter((word) => word === "DUPLICATE_NAME")).toHaveLength(39)
    })))

  it.live("link one agent to one owner", () =>
    run(Effect.gen(function*() {
      const accounts = yield* Accounts
      const sql = yield* SqlClient
      const bot = yield* agent("Bot")
      const people = yield* Effect.forEach(Array.from({ length: 10 }, (_, index) => `person${index}`), (name) =>
        human(name))
      const verdicts = yield* all(people.map(({ actor }) =>
        verdict(accounts.link(actor, bot.api_key))
      ))
      expect(verdicts.filter((word) => word === "ok")).toHaveLength(1)
      expect(verdicts.filter((word) => word === "ALREADY_LINKED")).toHaveLength(9)
      expect(yield* sql`select count(*) as links from audit_log where action = 'account.link'`).toEqual([{ links: 1 }])
    })))

  it.live("print one bootstrap key when instances start at the same time, and none later", () => {
    const unconfigured = Layer.fresh(AdminKeys.layer).pipe(
      Layer.provide(Layer.succeed(ConfiguredAdminKey, { key: undefined })),
      Layer.provide(accountsWorld(db))
    )
    const start = Effect.flatMap(AdminKeys, (keys) => keys.ensureBootstrap).pipe(Effect.provide(unconfigured))
    return Effect.gen(function*() {
      const keys = yield* all(Array.from({ length: 8 }, () => start))
      expect(keys.filter((key) => key !== undefined)).toHaveLength(1)
      expect(yield* start).toBeUndefined()
    })
  })
})
