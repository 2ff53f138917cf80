import { Effect, Either } from "effect"
import { type Failure, failure } from "../../kernel/Failure.ts"
import { type Move, permittedMove } from "../../kernel/Move.ts"
import type { SurveyStatus } from "./SurveyStatus.ts"

/** Who acts on a survey; the scheduler is the platform itself. */
export type SurveyMover = "admin" | "scheduler"

/** An action on a survey; `target` changes its target width, or whether it closes by itself. */
export type SurveyAction =
  | "create"
  | "edit"
  | "target"
  | "link"
  | "unlink"
  | "assign"
  | "unassign"
  | "open"
  | "close"
  | "archive"
  | "delete"

/** One transition of a survey, and the event that it fires; `new` and `removed` are the states before and after. */
export interface SurveyMoveRow {
  readonly from: SurveyStatus | "new"
  readonly action: SurveyAction
  readonly to: SurveyStatus | "removed"
  readonly by: ReadonlyArray<SurveyMover>
  readonly fires?: "survey.opened" | "survey.closed"
}

/**
 * The transition table of a survey; every other move is refused. Its questions can change before it opens, its panel
 * and its target until it closes, and its texts can be corrected until it is archived. There is no way back.
 */
export const surveyMoves: ReadonlyArray<SurveyMoveRow> = [
  { from: "new", action: "create", to: "draft", by: ["admin"] },
  { from: "draft", action: "edit", to: "draft", by: ["admin"] },
  { from: "draft", action: "target", to: "draft", by: ["admin"] },
  { from: "draft", action: "link", to: "draft", by: ["admin"] },
  { from: "draft", action: "unlink", to: "draft", by: ["admin"] },
  { from: "draft", action: "assign", to: "draft", by: ["admin"] },
  { from: "draft", action: "unassign", to: "draft", by: ["admin"] },
  { from: "draft", action: "open", to: "open", by: ["admin"], fires: "survey.opened" },
  { from: "draft", action: "delete", to: "removed", by: ["admin"] },
  { from: "open", action: "edit", to: "open", by: ["admin"] },
  { from: "open", action: "target", to: "open", by: ["admin"] },
  { from: "open", action: "assign", to: "open", by: ["admin"] },
  { from: "open", action: "unassign", to: "open", by: ["admin"] },
  { from: "open", action: "close", to: "closed", by: ["admin", "scheduler"], fires: "survey.closed" },
  { from: "closed", action: "edit", to: "closed", by: ["admin"] },
  { from: "closed", action: "archive", to: "archived", by: ["admin"] }
]

/** A permitted row of `surveyMoves`; only `surveyMove` makes one. */
export type SurveyMove = Move<SurveyMoveRow>

/**
 * The row by which `by` applies `action` to a survey with this status. Without such a row, fails with
 * `INVALID_TRANSITION`, which names the status and the statuses in which the action is possible.
 *
 * @example Either.map(surveyMove("draft", "open", "admin"), ({ fires, to }) => [to, fires]) // right(["open","survey.opened"])
 * @example Either.mapLeft(surveyMove("open", "delete", "admin"), ({ code }) => code) // left("INVALID_TRANSITION")
 */
export const surveyMove = (
  status: SurveyStatus | "new",
  action: SurveyAction,
  by: SurveyMover
): Either.Either<SurveyMove, Failure> => {
  const move = permittedMove(surveyMoves, by, (row) => row.action === action && row.from === status)
  if (move !== undefined) return Either.right(move)
  const possible = surveyMoves.filter((row) => row.action === action && row.by.includes(by)).map(({ from }) => from)
  const message = `The survey is ${status}; "${action}" is possible only when it is ${possible.join(" or ")}.`
  return Either.left(
    failure("INVALID_TRANSITION", message, { field: "status", measured: status, limit: possible.join(", ") })
  )
}

/** Like `surveyMove`, for callers whose lock guarantees the status; a missing row is a defect. */
export const surveyMoveOrDie = (
  status: SurveyStatus,
  action: SurveyAction,
  by: SurveyMover
): Effect.Effect<SurveyMove> => Effect.orDieWith(surveyMove(status, action, by), ({ message }) => new Error(message))
