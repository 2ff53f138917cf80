import { UnitOfWorkPg } from "@auspex/adapters-pg"
import { UnitOfWork } from "@auspex/domain/kernel"
import { onEachDatabase } from "@auspex/testkit/databases"
import { SqlClient } from "@effect/sql/SqlClient"
import { Deferred, Effect, Fiber } from "effect"
import { expect, it } from "vitest"

onEachDatabase("a commit under review", (db) => {
  it("is followed by its after-commit actions even if the caller has disconnected", () =>
    db.run(
      Effect.gen(function*() {
        const sql = yield* SqlClient
        const unit = yield* UnitOfWork
        const seen: Array<string> = []
        const self = yield* Deferred.make<Fiber.RuntimeFiber<unknown, unknown>>()
        const work = unit.transact(Effect.gen(function*() {
          const me = yield* Deferred.await(self)
          yield* sql`insert into leases (name, holder, expires_at) values ('review', 'me', now())`
          yield* unit.afterCommit(Effect.sync(() => void seen.push("after")))
          // Interrupts when the fiber cannot continue because it waits for the commit.
          queueMicrotask(() => me.unsafeInterruptAsFork(me.id()))
        }))
        const fiber = yield* Effect.fork(work)
        yield* Deferred.succeed(self, fiber)
        yield* Fiber.await(fiber)
        const rows = yield* sql`select 1 from leases where name = 'review'`
        expect(seen).toEqual(rows.map(() => "after"))
        expect(rows.length).toBe(1)
      }).pipe(Effect.provide(UnitOfWorkPg.layer))
    ))
})
