import { Either, Schema } from "effect"
import { type Failure, failure } from "../kernel/Failure.ts"

/** Where a question is in its life. */
export const QuestionStatus = Schema.Literal("open", "closed", "resolved", "draft", "approved")
export type QuestionStatus = typeof QuestionStatus.Type

/** The statuses that anyone may see. */
export const publicStatuses = ["open", "closed", "resolved"] as const satisfies ReadonlyArray<QuestionStatus>

/** Is a question with this status visible to all? */
export const isPublicStatus = (status: QuestionStatus): boolean =>
  (publicStatuses as ReadonlyArray<QuestionStatus>).includes(status)

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
export interface QuestionMove {
  readonly from: QuestionStatus | "new"
  readonly action: QuestionAction
  readonly to: QuestionStatus | "removed"
  readonly by: ReadonlyArray<QuestionMover>
  /** The event that the move causes. */
  readonly fires?: "question.created" | "question.closed" | "question.resolved"
}

/**
 * The life cycle of a question; whatever is not a row here cannot happen.
 *
 * - `reject` leaves a draft where it is: the draft is marked and taken out of the guardians' queue.
 * - `publish_waiting` publishes a child whose parent has not resolved: it waits as `closed`. When the parent resolves,
 *   `trigger` opens it, or `void` resolves it without a result (see `childFate`).
 * - `overturn` resolves again, after a dispute: payouts are reversed and made anew. The children follow: `reinstate` opens
 *   one that was void only because of the parent's first resolution, and one that the parent triggers no more becomes void
 *   wherever it is by then (see `overturnedChild`).
 */
export const questionMoves: ReadonlyArray<QuestionMove> = [
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

/**
 * The row for doing `action` to a question that is `status`. Fails with `INVALID_TRANSITION` when there is none; the
 * failure tells the status and those from which the action is possible.
 *
 * @example Either.map(moveOf("approved", "publish"), ({ fires }) => fires) // right("question.created")
 */
export const moveOf = (status: QuestionStatus, action: QuestionAction): Either.Either<QuestionMove, Failure> => {
  const rows = questionMoves.filter((row) => row.action === action)
  const row = rows.find((candidate) => candidate.from === status)
  if (row !== undefined) return Either.right(row)
  const limit = rows.map((candidate) => candidate.from).join(", ")
  const message = `The question is ${status}; "${action}" is possible only when it is ${
    limit.replaceAll(", ", " or ")
  }.`
  return Either.left(failure("INVALID_TRANSITION", message, { field: "status", measured: status, limit }))
}

/** The actions that lead from one status of a question to another: all but making and removing it. */
export type StatusAction = Exclude<QuestionAction, "create" | "delete">

/**
 * The status after doing `action` to a question that is `status`, or `INVALID_TRANSITION`.
 *
 * @example transition("open", "close") // right("closed")
 * @example Either.mapLeft(transition("draft", "publish"), ({ code }) => code) // left("INVALID_TRANSITION")
 */
export const transition = (status: QuestionStatus, action: StatusAction): Either.Either<QuestionStatus, Failure> =>
  Either.flatMap(moveOf(status, action), ({ to }) =>
    to === "removed"
      ? Either.left(
        failure("INVALID_TRANSITION", `"${action}" removes the question.`, { field: "status", measured: status })
      )
      : Either.right(to))

/** May this mover do this action at all, whatever the status? */
export const mayMove = (by: QuestionMover, action: QuestionAction): boolean =>
  questionMoves.some((row) => row.action === action && row.by.includes(by))
