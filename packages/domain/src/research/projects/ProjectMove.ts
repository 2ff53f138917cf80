import { Either } from "effect"
import { type Failure, failure } from "../../kernel/Failure.ts"
import { type Move, permittedMove } from "../../kernel/Move.ts"
import type { ProjectStatus } from "./Project.ts"

/** Who acts on a project; a run of its panel publishes the packet. */
export type ProjectMover = "member" | "run"

/**
 * What is done with a project: `ask` adds a question, `attach` a source, `forecast` puts a question on the platform,
 * `collect` makes and closes links through which people answer, `assign` says which personas do.
 */
export type ProjectAction =
  | "create"
  | "ask"
  | "attach"
  | "forecast"
  | "collect"
  | "assign"
  | "run"
  | "publish"
  | "archive"

/** One transition of a project; `new` is the state before. */
export interface ProjectMoveRow {
  readonly from: ProjectStatus | "new"
  readonly action: ProjectAction
  readonly to: ProjectStatus
  readonly by: ReadonlyArray<ProjectMover>
}

/**
 * The transition table of a project; every other move is refused. A completed project may get questions and sources and
 * run again; its next packet is a new version.
 */
export const projectMoves: ReadonlyArray<ProjectMoveRow> = [
  { from: "new", action: "create", to: "active", by: ["member"] },
  { from: "active", action: "ask", to: "active", by: ["member"] },
  { from: "active", action: "attach", to: "active", by: ["member"] },
  { from: "active", action: "forecast", to: "active", by: ["member"] },
  { from: "active", action: "collect", to: "active", by: ["member"] },
  { from: "active", action: "assign", to: "active", by: ["member"] },
  { from: "active", action: "run", to: "active", by: ["member"] },
  { from: "active", action: "publish", to: "completed", by: ["run"] },
  { from: "active", action: "archive", to: "archived", by: ["member"] },
  { from: "completed", action: "ask", to: "completed", by: ["member"] },
  { from: "completed", action: "attach", to: "completed", by: ["member"] },
  { from: "completed", action: "forecast", to: "completed", by: ["member"] },
  { from: "completed", action: "collect", to: "completed", by: ["member"] },
  { from: "completed", action: "run", to: "completed", by: ["member"] },
  { from: "completed", action: "publish", to: "completed", by: ["run"] },
  { from: "completed", action: "archive", to: "archived", by: ["member"] }
]

/** A permitted row of `projectMoves`; only `projectMove` makes one. */
export type ProjectMove = Move<ProjectMoveRow>

/**
 * The row by which `by` applies `action` to a project with this status. Fails with `INVALID_TRANSITION` when there is
 * none; the failure names the status and those in which the action is possible.
 *
 * @example Either.map(projectMove("active", "archive", "member"), ({ to }) => to) // right("archived")
 * @example Either.mapLeft(projectMove("archived", "ask", "member"), ({ code }) => code) // left("INVALID_TRANSITION")
 */
export const projectMove = (
  status: ProjectStatus | "new",
  action: ProjectAction,
  by: ProjectMover
): Either.Either<ProjectMove, Failure> => {
  const move = permittedMove(projectMoves, by, (row) => row.action === action && row.from === status)
  if (move !== undefined) return Either.right(move)
  const possible = projectMoves.filter((row) => row.action === action && row.by.includes(by)).map(({ from }) => from)
  const message = `The project is ${status}; "${action}" is possible only when it is ${possible.join(" or ")}.`
  return Either.left(
    failure("INVALID_TRANSITION", message, { field: "status", measured: status, limit: possible.join(", ") })
  )
}
