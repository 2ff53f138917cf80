import { Effect, Either } from "effect"
import { type Failure, failure } from "../kernel/Failure.ts"
import { drawMove, type Move } from "../kernel/Move.ts"
import type { QuestionStatus } from "./QuestionStatus.ts"

/** What can be done to a question. */
export type QuestionAction =
  | "create"
  | "approve"
  | "reject"
  | "publish"
  | "publish_waiting"
  | "close"
  | "reopen"
  | "trigger"
  | "void"
  | "resolve"
  | "overturn"
  | "reinstate"
  | "delete"

/** Who can do it: a person by role, the scheduler, or another question or dispute whose end causes it. */
export type QuestionMover = "suggester" | "guardian" | "admin" | "scheduler" | "parent" | "dispute"

/** One row of the life cycle; `new` and `removed` are the two ends outside of it. */
export interface QuestionMoveRow {
  readonly from: QuestionStatus | "new"
  readonly action: QuestionAction
  readonly to: QuestionStatus | "removed"
  readonly by: ReadonlyArray<QuestionMover>
  /** The event that the move causes; see `eventsOf`. */
  readonly fires?: "question.created" | "question.closed" | "question.resolved"
}

/**
 * The life cycle of a question; a move that is not in this table is refused.
 *
 * - `reject` leaves a draft where it is: the draft is marked and taken out of the guardians' queue.
 * - `publish_waiting` publishes a child whose parent has not resolved: it waits as `closed`. When the parent resolves,
 *   `trigger` opens it, or `void` resolves it without a result (see `childFate`).
 * - `overturn` resolves again, after a dispute: payouts are reversed and made anew. The children follow: `reinstate` opens
 *   one that was void only because of the parent's first resolution, and one that the parent triggers no more becomes void
 *   wherever it is by then (see `overturnedChild`).
 */
export const questionMoves: ReadonlyArray<QuestionMoveRow> = [
  { from: "new", action: "create", to: "draft", by: ["suggester", "admin"] },
  { from: "draft", action: "approve", to: "approved", by: ["guardian", "admin"] },
  { from: "draft", action: "reject", to: "draft", by: ["guardian"] },
  { from: "draft", action: "delete", to: "removed", by: ["admin"] },
  { from: "approved", action: "publish", to: "open", by: ["admin", "scheduler"], fires: "question.created" },
  { from: "approved", action: "publish_waiting", to: "closed", by: ["admin", "scheduler"], fires: "question.created" },
  { from: "open", action: "close", to: "closed", by: ["admin", "scheduler"], fires: "question.closed" },
  { from: "open", action: "resolve", to: "resolved", by: ["admin"], fires: "question.resolved" },
  { from: "closed", action: "reopen", to: "open", by: ["admin"] },
  { from: "closed", action: "trigger", to: "open", by: ["parent"] },
  { from: "closed", action: "void", to: "resolved", by: ["parent"], fires: "question.resolved" },
  { from: "open", action: "void", to: "resolved", by: ["parent"], fires: "question.resolved" },
  { from: "closed", action: "resolve", to: "resolved", by: ["admin"], fires: "question.resolved" },
  { from: "resolved", action: "overturn", to: "resolved", by: ["dispute", "parent"], fires: "question.resolved" },
  { from: "resolved", action: "reinstate", to: "open", by: ["parent"] }
]

/** A row of `questionMoves` that somebody may take; only `questionMove` makes one. */
export type QuestionMove = Move<QuestionMoveRow>

/**
 * The row by which `by` does `action` to a question that is `status`. Fails with `INVALID_TRANSITION` when there is none; the
 * failure tells the status and those from which the action is possible.
 *
 * @example Either.map(questionMove("approved", "publish", "admin"), ({ fires, to }) => [to, fires]) // right(["open","question.created"])
 * @example Either.mapLeft(questionMove("draft", "publish", "admin"), ({ code }) => code) // left("INVALID_TRANSITION")
 */
export const questionMove = (
  status: QuestionStatus | "new",
  action: QuestionAction,
  by: QuestionMover
): Either.Either<QuestionMove, Failure> => {
  const move = drawMove(questionMoves, by, (row) => row.action === action && row.from === status)
  if (move !== undefined) return Either.right(move)
  const possible = questionMoves.filter((row) => row.action === action && row.by.includes(by)).map(({ from }) => from)
  const message = `The question is ${status}; "${action}" is possible only when it is ${possible.join(" or ")}.`
  return Either.left(
    failure("INVALID_TRANSITION", message, { field: "status", measured: status, limit: possible.join(", ") })
  )
}

/**
 * The same where a claim or a lock has made sure of the status: that there is no row is a defect.
 */
export const certainMove = (
  status: QuestionStatus,
  action: QuestionAction,
  by: QuestionMover
): Effect.Effect<QuestionMove> =>
  Effect.orDieWith(questionMove(status, action, by), ({ message }) => new Error(message))
