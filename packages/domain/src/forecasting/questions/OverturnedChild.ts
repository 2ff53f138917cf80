import type { QuestionStatus } from "./QuestionStatus.ts"
import { childFate, type Resolution } from "./Resolution.ts"

/** What decides how a child follows a parent that is resolved again. */
export interface OverturnedChildFacts {
  readonly status: QuestionStatus
  readonly parent_trigger: boolean | null
  readonly is_void: boolean
  /** Whether it is void because of its parent's resolution and not by its own. */
  readonly is_void_by_parent: boolean
  readonly prediction_count: number
}

/**
 * How a child question follows a parent that is resolved again:
 *
 * - `open`: the parent now triggers a child that the first resolution made void before anybody predicted on it;
 * - `void`: the parent no longer triggers it. Its stakes are refunded; if it was resolved itself, that resolution is
 *   undone too;
 * - `stays`: nothing changes. The fate of drafts and approved questions is decided when they are published. A child
 *   with predictions that a dispute made void stays void even if another dispute reverses the parent, because its
 *   stakes have been refunded and cannot be taken again.
 *
 * @example overturnedChild({ status: "open", parent_trigger: true, is_void: false, is_void_by_parent: false, prediction_count: 3 }, { kind: "outcome", outcome: false }) // "void"
 */
export const overturnedChild = (child: OverturnedChildFacts, parent: Resolution): "open" | "void" | "stays" => {
  if (child.status === "draft" || child.status === "approved") return "stays"
  if (childFate(parent, child.parent_trigger) === "void") return child.is_void ? "stays" : "void"
  return child.is_void_by_parent && child.prediction_count === 0 ? "open" : "stays"
}
