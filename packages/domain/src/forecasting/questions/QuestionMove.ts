import { Effect, Either } from "effect"
import { type Failure, failure } from "../../kernel/Failure.ts"
import { permittedMove, type Move } from "../../kernel/Move.ts"
import type { QuestionStatus } from "./QuestionStatus.ts"

/** The actions that change a question's status. */
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

/** Who can act on a question: a person by role, the scheduler, or the end of its parent or of a dispute. */
export type QuestionMover = "suggester" | "guardian" | "admin" | "scheduler" | "parent" | "dispute"

/** One row of the transition table; `new` and `removed` are the states before and after a question exists. */
export interface QuestionMoveRow {
  readonly from: QuestionStatus | "new"
  readonly action: QuestionAction
  readonly to: QuestionStatus | "removed"
  readonly by: ReadonlyArray<QuestionMover>
  /** The event that the move fires; see `eventsOf`. */
  readonly fires?: "question.created" | "question.closed" | "question.resolved"
}

/**
 * The transition table of a question; every other move is refused.
 *
 * - `reject` keeps a draft in its status, marks it and takes it out of the guardians' queue.
 * - `publish_waiting` publishes a child whose parent has not resolved as `closed`. When the parent resolves, `trigger`
 *   opens the child, or `void` resolves it without a result (see `childFate`).
 * - `overturn` resolves again, after a dispute: payouts are reversed and made anew. The children follow: `reinstate`
 * opens a child that was void only because of the parent's first resolution, and a child that the parent no longer
 * triggers becomes void in any status (see `overturnedChild`).
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

/** A permitted row of `questionMoves`; only `questionMove` makes one. */
export type QuestionMove = Move<QuestionMoveRow>

/**
 * The row by which `by` applies `action` to a question with this status. Fails with `INVALID_TRANSITION` when there is
 * none; the failure names the status and those in which the action is possible.
 *
 * @example Either.map(questionMove("approved", "publish", "admin"), ({ fires, to }) => [to, fires]) // right(["open","question.created"])
 * @example Either.mapLeft(questionMove("draft", "publish", "admin"), ({ code }) => code) // left("INVALID_TRANSITION")
 */
export const questionMove = (
  status: QuestionStatus | "new",
  action: QuestionAction,
  by: QuestionMover
): Either.Either<QuestionMove, Failure> => {
  const move = permittedMove(questionMoves, by, (row) => row.action === action && row.from === status)
  if (move !== undefined) return Either.right(move)
  const possible = questionMoves.filter((row) => row.action === action && row.by.includes(by)).map(({ from }) => from)
  const message = `The question is ${status}; "${action}" is possible only when it is ${possible.join(" or ")}.`
  return Either.left(
    failure("INVALID_TRANSITION", message, { field: "status", measured: status, limit: possible.join(", ") })
  )
}

/** Like `questionMove`, for callers whose claim or lock guarantees the status; a missing row is a defect. */
export const moveOrDie = (
  status: QuestionStatus,
  action: QuestionAction,
  by: QuestionMover
): Effect.Effect<QuestionMove> =>
  Effect.orDieWith(questionMove(status, action, by), ({ message }) => new Error(message))
