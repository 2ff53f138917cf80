import { PgStores, sweepRateWindows } from "@auspex/adapters-pg"
import {
  AuditLog,
  DatabaseClock,
  IdempotencyStore,
  Leases,
  RateLimiter,
  refuse,
  UnitOfWork
} from "@auspex/domain/kernel"
import { EventOutbox, type PlatformEvent } from "@auspex/domain/events"
import { onEachDatabase } from "@auspex/testkit/databases"
import { testOutside } from "@auspex/testkit/outside"
import { SqlClient } from "@effect/sql/SqlClient"
import { beforeEach, expect, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer } from "effect"
import { randomUUID } from "node:crypto"

const stores = PgStores.layer.pipe(Layer.provide(testOutside))

onEachDatabase("The platform's stores", (db) => {
  const run = Effect.provide(Layer.provideMerge(stores, db.layer))
  beforeEach(() => db.run(db.reset))
  /** Stops the database's clock at a second of the test, so that a busy machine cannot move it across a limit. */
  const stopAt = (seconds: number) => db.freezeClock(new Date(Date.UTC(2030, 0, 1, 0, 0, seconds)))

  it.scopedLive("RateLimiter: 50 concurrent takes on two instances admit exactly the maximum, and the next instant frees one", () =>
    run(Effect.gen(function*() {
      const here = yield* RateLimiter
      const there = yield* Effect.map(
        Layer.build(Layer.provide(stores, db.another)),
        (context) => context.unsafeMap.get(RateLimiter.key) as RateLimiter["Type"]
      )
      const rule = { name: "register", max: 5, windowSeconds: 60 }
      yield* stopAt(0)
      const takes = yield* Effect.forEach(
        Array.from({ length: 50 }, (_, index) => index),
        (index) => (index % 2 === 0 ? here : there).take(rule, "203.0.113.7"),
        { concurrency: "unbounded" }
      )
      expect(takes.filter(({ admitted }) => admitted)).toHaveLength(5)
      expect(new Set(takes.filter(({ admitted }) => admitted).map(({ remaining }) => remaining)))
        .toEqual(new Set([0, 1, 2, 3, 4]))
      const refused = takes.find(({ admitted }) => !admitted)!
      expect(refused.remaining).toBe(0)
      expect(refused.resetSeconds).toBeGreaterThan(50)
      expect(refused.resetSeconds).toBeLessThanOrEqual(60)
      expect((yield* here.take(rule, "another key")).remaining).toBe(4)

      yield* stopAt(59)
      expect((yield* here.take(rule, "203.0.113.7")).admitted).toBe(false)
      yield* stopAt(61)
      const again = yield* Effect.replicateEffect(here.take(rule, "203.0.113.7"), 6)
      expect(again.map(({ admitted }) => admitted)).toEqual([true, true, true, true, true, false])
      yield* stopAt(3_600)
      expect(yield* sweepRateWindows).toBe(2)
      expect((yield* here.take(rule, "203.0.113.7")).admitted).toBe(true)
    })))

  it.live("RateLimiter: refused takes do not count, the window slides", () =>
    run(Effect.gen(function*() {
      const limiter = yield* RateLimiter
      const rule = { name: "slide", max: 2, windowSeconds: 10 }
      const take = Effect.map(limiter.take(rule, "k"), ({ admitted }) => admitted)
      const at = (seconds: number) => Effect.zipRight(stopAt(seconds), take)
      expect([yield* at(0), yield* at(6), yield* at(8), yield* at(9)]).toEqual([true, true, false, false])
      expect([yield* at(11), yield* at(12), yield* at(17)]).toEqual([true, false, true])
    })))

  it.live("DatabaseClock returns the database's time, including its shift", () =>
    run(Effect.gen(function*() {
      yield* db.shiftClock("25 hours")
      const shift = 25 * 3_600_000
      const earliest = Date.now() + shift - 1_000
      const now = yield* Effect.flatMap(DatabaseClock, (clock) => clock.now)
      expect(now.getTime()).toBeGreaterThan(earliest)
      expect(now.getTime()).toBeLessThan(Date.now() + shift + 1_000)
    })))

  it.live("Leases: one holder at a time, until it expires or is released", () =>
    run(Effect.gen(function*() {
      const leases = yield* Leases
      yield* stopAt(0)
      const racing = yield* Effect.forEach(["a", "b", "c", "d"], (holder) => leases.acquire("clock", holder, 30), {
        concurrency: "unbounded"
      })
      expect(racing.filter((held) => held)).toHaveLength(1)
      const holder = ["a", "b", "c", "d"][racing.indexOf(true)]!
      expect(yield* leases.acquire("clock", holder, 30)).toBe(true)
      expect(yield* leases.renew("clock", "other", 30)).toBe(false)
      yield* stopAt(20)
      expect(yield* leases.renew("clock", holder, 30)).toBe(true)
      yield* stopAt(45)
      expect(yield* leases.acquire("clock", "other", 30)).toBe(false)
      yield* stopAt(51)
      expect(yield* leases.renew("clock", holder, 30)).toBe(false)
      expect(yield* leases.acquire("clock", "other", 30)).toBe(true)
      yield* leases.release("clock", holder)
      expect(yield* leases.acquire("clock", holder, 30)).toBe(false)
      yield* leases.release("clock", "other")
      expect(yield* leases.acquire("clock", holder, 30)).toBe(true)
    })))

  const scope = { principal: "account:1", route: "POST /api/x", key: "k-1" }
  const reply = { status: 201, body: "{\"a\":1}", headers: { location: "/x" } }

  it.live("IdempotencyStore: the first answer is replayed for 24 hours, to the same body only", () =>
    run(Effect.gen(function*() {
      const store = yield* IdempotencyStore
      const unit = yield* UnitOfWork
      expect(yield* unit.transact(Effect.tap(store.begin(scope, "h"), store.complete(scope, reply))))
        .toEqual({ kind: "new" })
      expect(yield* unit.transact(store.begin(scope, "h"))).toEqual({ kind: "replay", ...reply })
      expect(yield* unit.transact(store.begin(scope, "other"))).toEqual({ kind: "mismatch" })
      expect(yield* unit.transact(store.begin({ ...scope, principal: "account:2" }, "h"))).toEqual({ kind: "new" })
      yield* db.shiftClock("23 hours")
      expect(yield* store.forget).toBe(0)
      yield* db.shiftClock("25 hours")
      expect(yield* unit.transact(store.begin(scope, "other"))).toEqual({ kind: "new" })
      yield* db.shiftClock("50 hours")
      expect(yield* store.forget).toBe(2)
    })))

  it.live("IdempotencyStore: a rolled-back request leaves no trace, and a secret is not stored", () =>
    run(Effect.gen(function*() {
      const store = yield* IdempotencyStore
      const unit = yield* UnitOfWork
      yield* Effect.either(unit.transact(Effect.zipRight(store.begin(scope, "h"), refuse("DAILY_LIMIT", "no"))))
      expect(yield* unit.transact(Effect.tap(store.begin(scope, "h"), store.complete(scope, "withheld"))))
        .toEqual({ kind: "new" })
      expect(yield* unit.transact(store.begin(scope, "h"))).toEqual({ kind: "withheld" })
    })))

  it.live("IdempotencyStore: a claim excludes others, ends with its work, and is taken over when its process has died", () =>
    run(Effect.gen(function*() {
      const store = yield* IdempotencyStore
      const [first, second] = [randomUUID(), randomUUID()]
      const claims = yield* Effect.all(
        Array.from({ length: 20 }, (_, n) => store.claim(scope, "h", n === 0 ? first : randomUUID())),
        { concurrency: "unbounded" }
      )
      expect(claims.filter(({ kind }) => kind === "new")).toHaveLength(1)
      expect(claims.every(({ kind }) => kind === "new" || kind === "in_progress")).toBe(true)
      expect(yield* store.claim(scope, "other", second)).toEqual({ kind: "mismatch" })
    })))

  it.live("IdempotencyStore: a claim is released, or settled and completed, only by its holder", () =>
    run(Effect.gen(function*() {
      const store = yield* IdempotencyStore
      yield* stopAt(0)
      const [first, second, third] = [randomUUID(), randomUUID(), randomUUID()]
      const kindOf = (claim: string) => Effect.map(store.claim(scope, "h", claim), ({ kind }) => kind)
      expect(yield* kindOf(first)).toBe("new")
      yield* store.release(scope, second)
      expect(yield* kindOf(second)).toBe("in_progress")
      yield* store.release(scope, first)
      expect(yield* kindOf(second)).toBe("new")
      // Its process is presumed dead: the next one takes over, and the former holder's effect must be rolled back.
      yield* stopAt(59)
      expect(yield* kindOf(third)).toBe("in_progress")
      yield* stopAt(61)
      expect(yield* store.claim(scope, "another body", third)).toEqual({ kind: "new" })
      expect(yield* store.settle(scope, second, false)).toBe(false)
      yield* store.complete(scope, reply, second)
      yield* store.release(scope, second)
      expect(yield* store.claim(scope, "another body", second)).toEqual({ kind: "in_progress" })
      expect(yield* store.settle(scope, third, false)).toBe(true)
      // Settled: finished, however late its response is.
      yield* store.release(scope, third)
      yield* stopAt(600)
      expect(yield* store.claim(scope, "another body", first)).toEqual({ kind: "unanswered" })
      yield* store.complete(scope, reply, third)
      expect(yield* store.claim(scope, "another body", first)).toEqual({ kind: "replay", ...reply })
      yield* stopAt(25 * 3_600)
      expect(yield* kindOf(first)).toBe("new")
      expect(yield* store.settle(scope, first, true)).toBe(true)
      expect(yield* kindOf(second)).toBe("withheld")
    })))

  it.live("IdempotencyStore: of 20 concurrent requests one does the work, and the others do not wait", () =>
    run(Effect.gen(function*() {
      const store = yield* IdempotencyStore
      const unit = yield* UnitOfWork
      const sql = yield* SqlClient
      const request = unit.transact(Effect.gen(function*() {
        const verdict = yield* store.begin(scope, "h")
        if (verdict.kind === "new") {
          yield* sql`insert into leases values (gen_random_uuid()::text, 'effect', now())`
          yield* store.complete(scope, reply)
        }
        return verdict.kind
      }))
      const kinds = yield* Effect.all(Array.from({ length: 20 }, () => request), { concurrency: "unbounded" })
      expect(kinds.filter((kind) => kind === "new")).toHaveLength(1)
      expect(kinds.every((kind) => ["new", "replay", "in_progress"].includes(kind))).toBe(true)
      expect(yield* sql`select count(*) as n from leases where holder = 'effect'`).toEqual([{ n: 1 }])

      if (db.name === "server") {
        const [begun, answered] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
        const other = { ...scope, key: "k-2" }
        const slow = yield* Effect.fork(unit.transact(
          store.begin(other, "h").pipe(
            Effect.zipLeft(Deferred.succeed(begun, undefined)),
            Effect.zipLeft(Deferred.await(answered)),
            Effect.zipLeft(store.complete(other, reply))
          )
        ))
        yield* Deferred.await(begun)
        // Answered while the first is still working: it ends only after this.
        expect(yield* unit.transact(store.begin(other, "h"))).toEqual({ kind: "in_progress" })
        yield* Deferred.succeed(answered, undefined)
        yield* Fiber.join(slow)
        expect(yield* unit.transact(store.begin(other, "h"))).toMatchObject({ kind: "replay" })
      }
    })))

  it.live("AuditLog and EventOutbox write in the caller's transaction, events in their order", () =>
    run(Effect.gen(function*() {
      const audit = yield* AuditLog
      const outbox = yield* EventOutbox
      const unit = yield* UnitOfWork
      const sql = yield* SqlClient
      const question_id = "0190f7a0-0000-7000-8000-000000000001"
      const user = "0190f7a0-0000-7000-8000-000000000002"
      const events: ReadonlyArray<PlatformEvent> = [
        { event: "question.created", data: { question_id, question: "Will \"it\"?", category: "science" } },
        {
          event: "comment.reply",
          data: { question_id, comment_id: user, replier_name: "Ada" },
          actor_id: user,
          addressee_id: user
        },
        { event: "survey.opened", data: { survey_id: user, title: "S", question_count: 3 } }
      ]
      const act = Effect.zipRight(
        audit.record({
          actor: "ops",
          action: "question.publish",
          subject_type: "question",
          subject_id: question_id,
          before: { status: "approved" },
          after: { status: "open" }
        }),
        outbox.record(events)
      )
      yield* Effect.either(unit.transact(Effect.zipRight(act, Effect.fail("rolled back"))))
      yield* unit.transact(act)
      expect(yield* sql`select event, data, question_id, actor_id, addressee_id from outbox_events order by seq`)
        .toEqual([
          { event: "question.created", data: events[0]!.data, question_id, actor_id: null, addressee_id: null },
          { event: "comment.reply", data: events[1]!.data, question_id, actor_id: user, addressee_id: user },
          { event: "survey.opened", data: events[2]!.data, question_id: null, actor_id: null, addressee_id: null }
        ])
      expect(yield* sql`select actor, action, subject_id, before, after, note from audit_log`).toEqual([{
        actor: "ops",
        action: "question.publish",
        subject_id: question_id,
        before: { status: "approved" },
        after: { status: "open" },
        note: null
      }])
    })))
})
