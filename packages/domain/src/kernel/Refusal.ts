import { Data, Effect } from "effect"
import { type ErrorCode, statusOf } from "./ErrorCode.ts"
import { type Failure, failure } from "./Failure.ts"

/**
 * The one expected error of a use case: the request was understood and is refused, for one or more stated reasons.
 * The first failure has precedence: it decides the HTTP status, and its code and message are the ones repeated at the
 * top of the answer.
 */
export class Refusal extends Data.TaggedError("Refusal")<{
  readonly failures: readonly [Failure, ...ReadonlyArray<Failure>]
  /** Seconds after which a retry can succeed (429 and 503). */
  readonly retryAfterSeconds?: number
}> {
  /** The code of the first failure. */
  get code(): ErrorCode {
    return this.failures[0].code
  }
  /** The HTTP status of the first failure's code. */
  get status(): number {
    return statusOf(this.failures[0].code)
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

/** Fails with all of `failures` when there are any, in their order; succeeds otherwise. */
export const refuseAll = (failures: ReadonlyArray<Failure>): Effect.Effect<void, Refusal> => {
  const [first, ...rest] = failures
  return first === undefined ? Effect.void : Effect.fail(new Refusal({ failures: [first, ...rest] }))
}
