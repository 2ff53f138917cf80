import { Effect, Either } from "effect"
import { type Failure, failure } from "../../kernel/Failure.ts"
import { type Move, permittedMove } from "../../kernel/Move.ts"
import type { SourceStatus } from "./ProjectSource.ts"

/** Who acts on a source: a member of the workspace, and the worker that reads pages. */
export type SourceMover = "member" | "worker"

/** What is done with a source: `attach` queues it, `accept` and `reject` end its reading, `retry` puts it off. */
export type SourceAction = "attach" | "accept" | "reject" | "retry"

/** One transition of a source; `new` is the state before. */
export interface SourceMoveRow {
  readonly from: SourceStatus | "new"
  readonly action: SourceAction
  readonly to: SourceStatus
  readonly by: ReadonlyArray<SourceMover>
}

/** The transition table of a source; every other move is refused. A source that has been read can be read again. */
export const sourceMoves: ReadonlyArray<SourceMoveRow> = [
  { from: "new", action: "attach", to: "queued", by: ["member"] },
  { from: "queued", action: "attach", to: "queued", by: ["member"] },
  { from: "ready", action: "attach", to: "queued", by: ["member"] },
  { from: "rejected", action: "attach", to: "queued", by: ["member"] },
  { from: "queued", action: "accept", to: "ready", by: ["worker"] },
  { from: "queued", action: "reject", to: "rejected", by: ["worker"] },
  { from: "queued", action: "retry", to: "queued", by: ["worker"] }
]

/** A permitted row of `sourceMoves`; only `sourceMove` makes one. */
export type SourceMove = Move<SourceMoveRow>

/**
 * The row by which `by` applies `action` to a source with this status. Fails with `INVALID_TRANSITION` when there is
 * none.
 *
 * @example Either.map(sourceMove("queued", "accept", "worker"), ({ to }) => to) // right("ready")
 * @example Either.mapLeft(sourceMove("ready", "accept", "worker"), ({ code }) => code) // left("INVALID_TRANSITION")
 */
export const sourceMove = (
  status: SourceStatus | "new",
  action: SourceAction,
  by: SourceMover
): Either.Either<SourceMove, Failure> => {
  const move = permittedMove(sourceMoves, by, (row) => row.action === action && row.from === status)
  return move === undefined
    ? Either.left(
      failure("INVALID_TRANSITION", `The source is ${status}; "${action}" is not possible.`, {
        field: "status",
        measured: status
      })
    )
    : Either.right(move)
}

/** Like `sourceMove`, for callers whose lock guarantees the status; a missing row is a defect. */
export const sourceMoveOrDie = (
  status: SourceStatus | "new",
  action: SourceAction,
  by: SourceMover
): Effect.Effect<SourceMove> => Effect.orDieWith(sourceMove(status, action, by), ({ message }) => new Error(message))
