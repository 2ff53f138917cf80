import { Context, type Effect } from "effect"
import type { Refusal } from "./Refusal.ts"
import type { StorageUnavailable } from "./StorageUnavailable.ts"

/**
 * A database transaction: everything that stores do inside `effect` commits together, or not at all.
 *
 * - Any failed exit, a `Refusal` included, rolls back. A rejection that must be kept is therefore a value.
 * - A failed COMMIT is a `StorageUnavailable`, never a defect.
 * - Serialization failures and deadlocks (SQLSTATE 40001, 40P01) run `effect` again, a bounded number of times;
 *   `effect` must have no side effects outside the database.
 * - Nested calls join the outer unit.
 * - A unit holds a connection, on an embedded database the only one, so nothing in it may hash a password or call
 *   another machine. Test servers fail when something does.
 *
 * `afterCommit` is for side effects that must follow the commit (mail, cache invalidation): it runs `effect` when the
 * outermost unit has committed, or at once outside of any unit; after a rollback it never runs.
 *
 * `alongside` runs `work` outside of any unit and `also` as the last step of each unit that `work` opens, so that both
 * commit together or neither does. `isOpen` is whether the caller is inside a unit.
 */
export class UnitOfWork extends Context.Tag("auspex/UnitOfWork")<UnitOfWork, {
  readonly transact: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E | StorageUnavailable, R>
  readonly afterCommit: (effect: Effect.Effect<void>) => Effect.Effect<void>
  readonly alongside: <A, E, R>(
    work: Effect.Effect<A, E, R>,
    also: Effect.Effect<void, Refusal | StorageUnavailable>
  ) => Effect.Effect<A, E | Refusal | StorageUnavailable, R>
  readonly isOpen: Effect.Effect<boolean>
}>() {}
