import { Either } from "effect"
import { type Failure, failure } from "../../kernel/Failure.ts"
import { permittedMove, type Move } from "../../kernel/Move.ts"
import type { DisputeStatus } from "./DisputeStatus.ts"

/** Who acts on a dispute: the account that files it, or an administrator. */
export type DisputeMover = "filer" | "admin"

/** One transition of a dispute, and the event that it fires; see `disputeEvent`. */
export interface DisputeMoveRow {
  readonly from: DisputeStatus | "new"
  readonly to: DisputeStatus
  readonly by: ReadonlyArray<DisputeMover>
  readonly fires: "dispute.opened" | "dispute.resolved"
}

/** The transition table of a dispute; every other move is refused. */
export const disputeMoves: ReadonlyArray<DisputeMoveRow> = [
  { from: "new", to: "open", by: ["filer"], fires: "dispute.opened" },
  { from: "open", to: "upheld", by: ["admin"], fires: "dispute.resolved" },
  { from: "open", to: "overturned", by: ["admin"], fires: "dispute.resolved" },
  { from: "open", to: "dismissed", by: ["admin"], fires: "dispute.resolved" }
]

/** A permitted row of `disputeMoves`; only `disputeMove` makes one. */
export type DisputeMove = Move<DisputeMoveRow>

/**
 * The row by which `by` moves a dispute from `from` to `to`. Fails with `INVALID_TRANSITION` when there is none.
 *
 * @example Either.map(disputeMove("open", "upheld", "admin"), ({ fires }) => fires) // right("dispute.resolved")
 * @example Either.mapLeft(disputeMove("overturned", "upheld", "admin"), ({ code }) => code) // left("INVALID_TRANSITION")
 */
export const disputeMove = (
  from: DisputeStatus | "new",
  to: DisputeStatus,
  by: DisputeMover
): Either.Either<DisputeMove, Failure> => {
  const move = permittedMove(disputeMoves, by, (row) => row.from === from && row.to === to)
  return move !== undefined
    ? Either.right(move)
    : Either.left(
      failure("INVALID_TRANSITION", `The dispute is ${from}; only an open one can become ${to}.`, {
        field: "status",
        measured: from,
        limit: "open"
      })
    )
}
