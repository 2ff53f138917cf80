import { Either, Schema } from "effect"
import { type Failure, failure } from "../kernel/Failure.ts"

/**
 * Where a dispute is: waiting for an administrator, or ended. `upheld`: the resolution was looked at and stands;
 * `overturned`: the question was resolved again; `dismissed`: there was nothing to look at.
 */
export const DisputeStatus = Schema.Literal("open", "upheld", "overturned", "dismissed")
export type DisputeStatus = typeof DisputeStatus.Type

/** How a dispute ends. */
export const DisputeEnd = Schema.Literal("upheld", "overturned", "dismissed")
export type DisputeEnd = typeof DisputeEnd.Type

/** The life of a dispute; whatever is not a row here cannot happen. All of it is an administrator's, but the filing. */
export const disputeMoves: ReadonlyArray<{ readonly from: DisputeStatus; readonly to: DisputeEnd }> = [
  { from: "open", to: "upheld" },
  { from: "open", to: "overturned" },
  { from: "open", to: "dismissed" }
]

/**
 * May a dispute that is `from` become `to`? Fails with `INVALID_TRANSITION`.
 *
 * @example endDispute("open", "upheld") // right("upheld")
 * @example Either.mapLeft(endDispute("overturned", "upheld"), ({ code }) => code) // left("INVALID_TRANSITION")
 */
export const endDispute = (from: DisputeStatus, to: DisputeEnd): Either.Either<DisputeEnd, Failure> =>
  disputeMoves.some((move) => move.from === from && move.to === to)
    ? Either.right(to)
    : Either.left(
      failure("INVALID_TRANSITION", `The dispute is ${from}; only an open one can become ${to}.`, {
        field: "status",
        measured: from,
        limit: "open"
      })
    )
