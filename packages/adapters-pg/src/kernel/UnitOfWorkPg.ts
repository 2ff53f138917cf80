import { type Refusal, StorageUnavailable, UnitOfWork } from "@auspex/domain/kernel"
import { SqlClient, TransactionConnection } from "@effect/sql/SqlClient"
import { SqlError } from "@effect/sql/SqlError"
import { Cause, Context, Effect, Exit, Layer, Random } from "effect"
import { errorsIn, isConnectionLost, isRetryable, isTimeout, isUnavailable } from "../database/DatabaseError.ts"

/** Collects the effects that run after the commit of the unit in progress. */
class Postponed extends Context.Tag("auspex/pg/Postponed")<Postponed, (later: Effect.Effect<void>) => void>() {}

/** The effect that commits with every unit opened in this context. */
class Alongside extends Context.Tag("auspex/pg/Alongside")<
  Alongside,
  Effect.Effect<void, Refusal | StorageUnavailable>
>() {}

/** Maximum number of runs of one unit, including the first. */
const triesMax = 4

/** Runs a unit in a transaction, and again while a retry can help and tries are left. */
const attempt = <A, E, R>(
  sql: SqlClient,
  effect: Effect.Effect<A, E, R>,
  triesLeft: number,
  reconnectsLeft: number
): Effect.Effect<A, E | StorageUnavailable, R> =>
  Effect.suspend(() => {
    let committing = false
    // The failure of `effect` itself, which a failing ROLLBACK replaces in the cause below.
    let workFailure: Cause.Cause<E> = Cause.empty
    const watched = Effect.onExit(effect, (exit) =>
      Effect.sync(() => {
        if (Exit.isSuccess(exit)) committing = true
        else workFailure = exit.cause
      }))
    return Effect.catchAllCause(
      sql.withTransaction(watched),
      (cause): Effect.Effect<A, E | StorageUnavailable, R> => {
        // @effect/sql 0.52 turns a failed BEGIN, COMMIT or ROLLBACK into a defect, so all errors in the cause are
        // examined.
        const errors = [...errorsIn(workFailure), ...errorsIn(cause)]
        if (triesLeft > 1 && errors.some(isRetryable)) {
          return Effect.zipRight(pause, attempt(sql, effect, triesLeft - 1, reconnectsLeft))
        }
        // The connection was lost before COMMIT was sent: nothing is stored, and another connection may work.
        const timedOut = errors.some(isTimeout)
        if (reconnectsLeft > 0 && !committing && !timedOut && errors.some(isConnectionLost)) {
          return Effect.zipRight(pause, attempt(sql, effect, triesLeft, reconnectsLeft - 1))
        }
        const storageError = errors.find((error) => isUnavailable(error) || isRetryable(error))
          // Any error that COMMIT reports (a deferred constraint, for example) means that nothing was stored.
          ?? (committing ? errors.find((error) => error instanceof SqlError) : undefined)
        if (storageError !== undefined) {
          return storageError instanceof StorageUnavailable
            ? Effect.fail(storageError)
            : Effect.fail(
              new StorageUnavailable({ operation: committing ? "commit" : "transaction", cause: storageError })
            )
        }
        const unexpected = errors.find((error) => error instanceof SqlError)
        return unexpected === undefined ? Effect.failCause(cause as Cause.Cause<E>) : Effect.die(unexpected)
      }
    )
  })

const make = (sql: SqlClient): UnitOfWork["Type"] => ({
  transact: <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    // Typed as R, because the tags are only looked up and never required.
    Effect.contextWithEffect((context: Context.Context<R>) =>
      context.unsafeMap.has(TransactionConnection.key)
        ? effect
        // Interrupting the caller interrupts the work, but not the effects that follow a commit.
        : Effect.uninterruptibleMask((restore) => {
          const also = context.unsafeMap.get(Alongside.key) as Effect.Effect<void, never> | undefined
          const work = also === undefined ? effect : Effect.zipLeft(effect, also)
          let postponed: Array<Effect.Effect<void>> = []
          // Each try starts with nothing postponed: the effects of an earlier try were rolled back with it.
          const oneTry = Effect.suspend(() => {
            postponed = []
            return restore(Effect.provideService(work, Postponed, (later) => void postponed.push(later)))
          })
          return Effect.tap(attempt(sql, oneTry, triesMax, 1), () => Effect.all(postponed, { discard: true }))
        })
    ),
  afterCommit: (effect) =>
    Effect.contextWithEffect((context: Context.Context<never>) => {
      const postpone = context.unsafeMap.get(Postponed.key) as typeof Postponed.Service | undefined
      return postpone === undefined ? effect : Effect.sync(() => postpone(effect))
    }),
  alongside: (work, also) => Effect.provideService(work, Alongside, also),
  isOpen: Effect.contextWith((context: Context.Context<never>) => context.unsafeMap.has(TransactionConnection.key))
})

/** A random 20 to 200 ms. */
const pause = Effect.flatMap(Random.nextIntBetween(20, 200), (ms) => Effect.sleep(ms))

const layer: Layer.Layer<UnitOfWork, never, SqlClient> = Layer.effect(
  UnitOfWork,
  Effect.map(SqlClient, make)
)

/** The domain's unit of work as a READ COMMITTED transaction. */
export const UnitOfWorkPg = { layer }
