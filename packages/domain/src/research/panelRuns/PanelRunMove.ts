import { permittedMove, type Move } from "../../kernel/Move.ts"
import type { PanelRunReason, PanelRunStatus } from "./PanelRun.ts"

/** An action that changes the status of a run. */
export type PanelRunAction = "create" | "begin" | "complete" | "exhaust" | "fail" | "cancel" | "resume"

/** Who acts on a run: a user of the project, or the worker that takes its steps. */
export type PanelRunMover = "project" | "worker"

/** One transition of a run. */
export interface PanelRunMoveRow {
  readonly from: PanelRunStatus | "new"
  readonly action: PanelRunAction
  readonly to: PanelRunStatus
  readonly by: ReadonlyArray<PanelRunMover>
}

/** The transition table of a run; nothing leads on from `completed`. */
export const panelRunMoves: ReadonlyArray<PanelRunMoveRow> = [
  { from: "new", action: "create", to: "queued", by: ["project"] },
  { from: "queued", action: "begin", to: "running", by: ["worker"] },
  { from: "queued", action: "cancel", to: "stopped", by: ["project"] },
  { from: "running", action: "complete", to: "completed", by: ["worker"] },
  { from: "running", action: "exhaust", to: "stopped", by: ["worker"] },
  { from: "running", action: "fail", to: "failed", by: ["worker"] },
  { from: "running", action: "cancel", to: "stopped", by: ["project"] },
  { from: "stopped", action: "resume", to: "queued", by: ["project"] },
  { from: "failed", action: "resume", to: "queued", by: ["project"] }
]

/** A permitted row of `panelRunMoves`; only `panelRunMove` makes one. */
export type PanelRunMove = Move<PanelRunMoveRow>

/**
 * The row by which `by` applies an action to a run with this status; undefined when there is none.
 *
 * @example panelRunMove("running", "cancel", "project")?.to // "stopped"
 * @example panelRunMove("completed", "cancel", "project") // undefined
 */
export const panelRunMove = (
  status: PanelRunStatus | "new",
  action: PanelRunAction,
  by: PanelRunMover
): PanelRunMove | undefined => permittedMove(panelRunMoves, by, (row) => row.from === status && row.action === action)

/** Something that may end a run. */
export type PanelRunEvent =
  /** A step was settled; `open` steps are left, and the run has this number of reasonings. */
  | { readonly type: "settled"; readonly open: number; readonly reasoned: number }
  /** The budget is used up, and no request is under way. */
  | { readonly type: "exhausted"; readonly reason: PanelRunReason }
  /** No model took a request, however often it was repeated. */
  | { readonly type: "unavailable" }
  | { readonly type: "cancelled" }

/** How a run ends, and why if it did not complete. */
export interface PanelRunEnd {
  readonly move: PanelRunMove
  readonly reason: PanelRunReason | null
}

const endBy = (
  status: PanelRunStatus,
  action: PanelRunAction,
  by: PanelRunMover,
  reason: PanelRunReason | null
): PanelRunEnd | undefined => {
  const move = panelRunMove(status, action, by)
  return move && { move, reason }
}

/**
 * The end of a run after an event; undefined while the run goes on, and when it had ended before. It completes when every
 * step is settled and at least one specialist has reasoned.
 *
 * @example advanceRun("running", { type: "settled", open: 0, reasoned: 3 })?.move.to // "completed"
 * @example advanceRun("running", { type: "settled", open: 0, reasoned: 0 })?.reason // "no_answers"
 * @example advanceRun("stopped", { type: "cancelled" }) // undefined
 */
export const advanceRun = (status: PanelRunStatus, event: PanelRunEvent): PanelRunEnd | undefined => {
  switch (event.type) {
    case "settled":
      return event.open > 0
        ? undefined
        : event.reasoned > 0
        ? endBy(status, "complete", "worker", null)
        : endBy(status, "fail", "worker", "no_answers")
    case "exhausted":
      return endBy(status, "exhaust", "worker", event.reason)
    case "unavailable":
      return endBy(status, "fail", "worker", "model_unavailable")
    case "cancelled":
      return endBy(status, "cancel", "project", "cancelled")
  }
}
