import { type Refusal, StorageUnavailable, UnitOfWork } from "@auspex/domain/kernel"
import { SqlClient, TransactionConnection } from "@effect/sql/SqlClient"
import { SqlError } from "@effect/sql/SqlError"
import { Cause, Context, Effect, Exit, Layer, Random } from "effect"
import { errorsIn, isConnectionLost, isRetryable, isTimeout, isUnavailable } from "../database/DatabaseError.ts"

/** Where a unit in progress keeps what is to happen after its commit. */
class Postponed extends Context.Tag("auspex/pg/Postponed")<Postponed, (later: Effect.Effect<void>) => void>() {}

/** What commits with every unit that is opened here. */
class Alongside extends Context.Tag("auspex/pg/Alongside")<
  Alongside,
  Effect.Effect<void, Refusal | StorageUnavailable>
>() {}

/** Runs of one unit at most, the first included. */
const triesMax = 4

/** Runs a unit in a transaction, and again as long as that can help and tries are left. */
const attempt = <A, E, R>(
  sql: SqlClient,
  effect: Effect.Effect<A, E, R>,
  triesLeft: number,
  reconnectsLeft: number
): Effect.Effect<A, E | StorageUnavailable, R> =>
  Effect.suspend(() => {
    let committing = false
    // What `effect` itself failed with: a ROLLBACK that then fails too takes its place in the cause below.
    let own: Cause.Cause<E> = Cause.empty
    const watched = Effect.onExit(effect, (exit) =>
      Effect.sync(() => {
        if (Exit.isSuccess(exit)) committing = true
        else own = exit.cause
      }))
    return Effect.catchAllCause(
      sql.withTransaction(watched),
      (cause): Effect.Effect<A, E | StorageUnavailable, R> => {
        // @effect/sql 0.52 turns a failed BEGIN, COMMIT or ROLLBACK into a defect: look at everything in the cause.
        const errors = [...errorsIn(own), ...errorsIn(cause)]
        if (triesLeft > 1 && errors.some(isRetryable)) {
          return Effect.zipRight(pause, attempt(sql, effect, triesLeft - 1, reconnectsLeft))
        }
        // A connection that was found dead before COMMIT was sent: nothing is stored, another one may be well.
        const timedOut = errors.some(isTimeout)
        if (reconnectsLeft > 0 && !committing && !timedOut && errors.some(isConnectionLost)) {
          return Effect.zipRight(pause, attempt(sql, effect, triesLeft, reconnectsLeft - 1))
        }
        const culprit = errors.find((error) => isUnavailable(error) || isRetryable(error))
          // Whatever COMMIT says (a deferred constraint, say), nothing was stored.
          ?? (committing ? errors.find((error) => error instanceof SqlError) : undefined)
        if (culprit !== undefined) {
          return culprit instanceof StorageUnavailable
            ? Effect.fail(culprit)
            : Effect.fail(
              new StorageUnavailable({ operation: committing ? "commit" : "transaction", cause: culprit })
            )
        }
        const stray = errors.find((error) => error instanceof SqlError)
        return stray === undefined ? Effect.failCause(cause as Cause.Cause<E>) : Effect.die(stray)
      }
    )
  })

const make = (sql: SqlClient): UnitOfWork["Type"] => ({
  transact: <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    // Typed as R: the tags are only looked up, never required.
    Effect.contextWithEffect((context: Context.Context<R>) =>
      context.unsafeMap.has(TransactionConnection.key)
        ? effect
        // A caller that goes away interrupts the work, but not what has to follow a commit.
        : Effect.uninterruptibleMask((restore) => {
          const also = context.unsafeMap.get(Alongside.key) as Effect.Effect<void, never> | undefined
          const whole = also === undefined ? effect : Effect.zipLeft(effect, also)
          let postponed: Array<Effect.Effect<void>> = []
          // Each try starts with nothing postponed: what an earlier one put off was rolled back with it.
          const fresh = Effect.suspend(() => {
            postponed = []
            return restore(Effect.provideService(whole, Postponed, (later) => void postponed.push(later)))
          })
          return Effect.tap(attempt(sql, fresh, triesMax, 1), () => Effect.all(postponed, { discard: true }))
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

/** 20 to 200 ms. */
const pause = Effect.flatMap(Random.nextIntBetween(20, 200), (ms) => Effect.sleep(ms))

const layer: Layer.Layer<UnitOfWork, never, SqlClient> = Layer.effect(
  UnitOfWork,
  Effect.map(SqlClient, make)
)

/** The domain's unit of work as a READ COMMITTED transaction. */
export const UnitOfWorkPg = { layer }
