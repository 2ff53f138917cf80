import { AuditLog, refuse, UnitOfWork } from "@auspex/domain/kernel"
import { PointsLedger } from "@auspex/domain/scoring"
import { Notifications } from "@auspex/domain/social"
import { Effect } from "effect"
import { expect, it } from "vitest"
import { codesOf, ContractHarness, type ContractWorld, openQuestion } from "./ContractWorld.ts"

const units = ({ run }: ContractWorld): void => {
  it("commits a unit of work whole, or leaves no trace of it", () =>
    run(Effect.gen(function*() {
      const unit = yield* UnitOfWork
      const ledger = yield* PointsLedger
      const harness = yield* ContractHarness
      const { id } = yield* harness.addAccount({ points: 100 })
      const entry = (key: string) => ({ account_id: id, amount: 5, reason: "decay", note: "", key: `${key}:${id}` })
      const done: Array<string> = []
      const note = (text: string) => unit.afterCommit(Effect.sync(() => void done.push(text)))
      const failing = ledger.append([entry("a")]).pipe(
        Effect.zipRight(unit.transact(openQuestion())),
        Effect.zipRight(note("never")),
        Effect.zipRight(refuse("INVALID_REQUEST", "No."))
      )
      const events = yield* harness.events
      expect(yield* codesOf(unit.transact(failing))).toEqual(["INVALID_REQUEST"])
      expect(yield* harness.events).toEqual(events)
      expect((yield* harness.account(id)).points).toBe(100)
      expect(done).toEqual([])
      yield* unit.transact(Effect.gen(function*() {
        expect(yield* unit.isOpen).toBe(true)
        yield* ledger.append([entry("a")])
        yield* note("later")
        expect(done).toEqual([])
      }))
      expect(done).toEqual(["later"])
      yield* note("now")
      expect(done).toEqual(["later", "now"])
      expect((yield* harness.account(id)).points).toBe(105)
    })))

  it("runs what is alongside as part of each unit of the work", () =>
    run(Effect.gen(function*() {
      const unit = yield* UnitOfWork
      const ledger = yield* PointsLedger
      const harness = yield* ContractHarness
      const { id } = yield* harness.addAccount({ points: 100 })
      const append = (key: string) =>
        ledger.append([{ account_id: id, amount: 1, reason: "decay", note: "", key: `${key}:${id}` }])
      yield* unit.alongside(unit.transact(append("work")), append("also"))
      expect((yield* harness.account(id)).points).toBe(102)
      const refused = unit.alongside(unit.transact(append("more")), refuse("INVALID_REQUEST", "No."))
      expect(yield* codesOf(refused)).toEqual(["INVALID_REQUEST"])
      expect((yield* harness.account(id)).points).toBe(102)
    })))

  it("keeps an audit entry with the act that it is about", () =>
    run(Effect.gen(function*() {
      const unit = yield* UnitOfWork
      const audit = yield* AuditLog
      const entry = { actor: "ada", action: "contract.test", subject_type: "test", subject_id: "1" }
      yield* unit.transact(audit.record(entry))
    })))
}

const notices = ({ run }: ContractWorld): void => {
  it("counts equal unread notifications as one, and marks them as read", () =>
    run(Effect.gen(function*() {
      const notifications = yield* Notifications
      const { id } = yield* (yield* ContractHarness).addAccount({})
      const draft = (body: string) => ({
        account_id: id,
        actor_id: null,
        type: "issue_updated" as const,
        subject_id: "one",
        title: "An issue was updated",
        body,
        link: "/api/me"
      })
      yield* notifications.notify([draft("First."), draft("Second."), draft("First.")])
      yield* notifications.notify([draft("First."), { ...draft("Own."), actor_id: id }])
      const { items, total } = yield* notifications.list(id, false, { limit: 10, offset: 0 })
      expect(total).toBe(2)
      expect(new Map(items.map(({ body, count }) => [body.split(".")[0], count])))
        .toEqual(new Map([["First", 3], ["Second", 1]]))
      const paged = yield* notifications.list(id, true, { limit: 1, offset: 0 })
      const rest = yield* notifications.list(id, true, { limit: 1, offset: 0, cursor: paged.next_cursor! })
      expect(new Set([paged.items[0]!.id, rest.items[0]!.id])).toEqual(new Set(items.map((item) => item.id)))
      expect(yield* notifications.markRead(id, [items[0]!.id, "no id"])).toEqual({ marked: 1, unread: 1 })
      expect(yield* notifications.markRead(id, undefined)).toEqual({ marked: 1, unread: 0 })
      yield* notifications.notify([draft("First.")])
      expect((yield* notifications.list(id, true, { limit: 10, offset: 0 })).items[0]).toMatchObject({ count: 1 })
    })))
}

/** What every implementation of `UnitOfWork`, `AuditLog` and `NotificationStore` promises. */
export const kernelContract = (world: ContractWorld): void => {
  units(world)
  notices(world)
}
