import type { QuestionStatus } from "./QuestionStatus.ts"
import { childFate, type Resolution } from "./Resolution.ts"

/** What decides what becomes of a child whose parent is resolved again. */
export interface OverturnedChildFacts {
  readonly status: QuestionStatus
  readonly parent_trigger: boolean | null
  readonly is_void: boolean
  /** It is void because of how its parent had been resolved, not by its own resolution. */
  readonly is_void_by_parent: boolean
  readonly prediction_count: number
}

/**
 * What becomes of a child whose parent has been resolved again:
 *
 * - `open`: the parent now triggers a child that its first resolution had made void before anybody predicted on it;
 * - `void`: the parent does not trigger it any more. What was staked on it goes back; if it has been resolved itself, that
 *   resolution is undone as the parent's was;
 * - `stays`: it is what it would be. Drafts and approved questions meet their fate when they are published. A child that
 *   took predictions before a dispute made it void stays void, even if another dispute turns the parent back: its stakes
 *   have been given back, and nobody is made to stake them again.
 *
 * @example overturnedChild({ status: "open", parent_trigger: true, is_void: false, is_void_by_parent: false, prediction_count: 3 }, { kind: "outcome", outcome: false }) // "void"
 */
export const overturnedChild = (child: OverturnedChildFacts, parent: Resolution): "open" | "void" | "stays" => {
  if (child.status === "draft" || child.status === "approved") return "stays"
  if (childFate(parent, child.parent_trigger) === "void") return child.is_void ? "stays" : "void"
  return child.is_void_by_parent && child.prediction_count === 0 ? "open" : "stays"
}
