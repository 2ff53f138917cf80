import { Array as Arr, Data, Effect, Either } from "effect"
import type { ErrorCode } from "./ErrorCode.ts"
import { type Failure, failure, type Failures } from "./Failure.ts"

/**
 * The expected error of a use case: the request was understood and is refused for one or more reasons. The first
 * failure has precedence: its code and message are those of the refusal.
 */
export class Refusal extends Data.TaggedError("Refusal")<{
  readonly failures: Failures
  /** Seconds after which a retry can succeed, for refusals that end by waiting (`RATE_LIMITED` and the like). */
  readonly retryAfterSeconds?: number
}> {
  /** The code of the first failure. */
  get code(): ErrorCode {
    return this.failures[0].code
  }
  override get message(): string {
    return this.failures[0].message
  }
}

/** A refusal for one reason. */
export const refusal = (...args: Parameters<typeof failure>): Refusal => new Refusal({ failures: [failure(...args)] })

/** Fails with a refusal for one reason. */
export const refuse = (...args: Parameters<typeof failure>): Effect.Effect<never, Refusal> =>
  Effect.fail(refusal(...args))

/** Fails with all failures found, in order; succeeds when there are none. */
export const refuseAll = (found: ReadonlyArray<Failure | undefined>): Effect.Effect<void, Refusal> => {
  const failures = found.filter((failure) => failure !== undefined)
  return Arr.isNonEmptyReadonlyArray(failures) ? Effect.fail(new Refusal({ failures })) : Effect.void
}

/** Judges one after the other and yields both results; fails with the failures of both. */
export const bothOrRefuse = <A, B>(
  one: Effect.Effect<A, Refusal>,
  other: Effect.Effect<B, Refusal>
): Effect.Effect<readonly [A, B], Refusal> =>
  Effect.flatMap(
    Effect.zip(Effect.either(one), Effect.either(other)),
    ([a, b]): Either.Either<readonly [A, B], Refusal> => {
      if (Either.isRight(a)) return Either.map(b, (result) => [a.right, result])
      return Either.left(
        Either.isRight(b) ? a.left : new Refusal({ failures: Arr.appendAll(a.left.failures, b.left.failures) })
      )
    }
  )

/** Returns the result of a lookup; fails with `refused` when it is undefined. */
export const foundOr = <A, E>(
  lookup: Effect.Effect<A | undefined, E>,
  refused: Effect.Effect<never, Refusal>
): Effect.Effect<A, E | Refusal> =>
  Effect.flatMap(lookup, (found): Effect.Effect<A, Refusal> => found === undefined ? refused : Effect.succeed(found))

/** Turns an `Either` into an effect that fails with a refusal. */
export const orRefuse = <A>(judgement: Either.Either<A, Failure | Failures>): Effect.Effect<A, Refusal> =>
  Either.mapLeft(judgement, (found) => new Refusal({ failures: "code" in found ? [found] : found }))
