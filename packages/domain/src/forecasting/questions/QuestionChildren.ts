import { Context, Effect, Layer } from "effect"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import type { EventOutbox } from "../../platform/events/EventOutbox.ts"
import { moveQuestions } from "./moveQuestions.ts"
import { moveOrDie } from "./QuestionMove.ts"
import type { QuestionRow } from "./QuestionRow.ts"
import { QuestionStore } from "./QuestionStore.ts"
import { childFate, type Resolution, resolutionOf } from "./Resolution.ts"

/** The resolution note of a child that its parent's resolution made void. */
export const voidedByParentNote = "Void: the parent question did not resolve the way this question depends on."

/** Child questions that wait for their parent to resolve. */
export class QuestionChildren extends Context.Tag("auspex/QuestionChildren")<QuestionChildren, {
  /**
   * Settles the children that wait for a question that has just been resolved: those that the outcome triggers open
   * (without an event: `question.created` fired when they were published), the others are resolved void, which fires
   * `question.resolved`. Returns the ids of the settled children.
   *
   * Runs inside the caller's unit of work, with the parent's row locked or already written; the caller announces
   * `question:<id>` of the children after the commit. A waiting child has no predictions, so there is nothing to pay. A
   * child whose window has ended in the meantime opens too, and the clock closes it.
   */
  readonly release: (
    parentId: string,
    resolution: Resolution
  ) => Effect.Effect<ReadonlyArray<string>, StorageUnavailable>
}>() {
  static readonly layer: Layer.Layer<QuestionChildren, never, QuestionStore | EventOutbox> = Layer.effect(
    QuestionChildren,
    Effect.gen(function*() {
      const store = yield* QuestionStore
      const context = yield* Effect.context<QuestionStore | EventOutbox>()
      return QuestionChildren.of({
        release: (parentId, resolution) =>
          store.childrenWaiting(parentId).pipe(
            Effect.flatMap((children) => settle(children, resolution)),
            Effect.map((settled) => settled.map(({ id }) => id)),
            Effect.provide(context)
          )
      })
    })
  )
}

const settle = (
  children: ReadonlyArray<QuestionRow>,
  resolution: Resolution
): Effect.Effect<ReadonlyArray<QuestionRow>, StorageUnavailable, QuestionStore | EventOutbox> =>
  Effect.gen(function*() {
    const moved: Array<QuestionRow> = []
    for (const [fate, action] of [["open", "trigger"], ["void", "void"]] as const) {
      const ids = children.filter((child) => childFate(resolution, child.parent_trigger) === fate).map(({ id }) => id)
      if (ids.length === 0) continue
      // A child that waits for its parent is always `closed`.
      const move = yield* moveOrDie("closed", action, "parent")
      moved.push(...yield* moveQuestions(ids, move, action === "void" ? voidedByParentNote : undefined))
    }
    return moved
  })

/**
 * Publishes an approved question whose row is locked, fires `question.created` and returns the question afterwards. A
 * child becomes `closed` until its parent resolves, or is settled at once when the parent is already resolved. Runs
 * inside the caller's unit of work. The parent must be public.
 */
export const publishLocked = (
  row: QuestionRow,
  parent: QuestionRow | undefined,
  by: "admin" | "scheduler"
): Effect.Effect<QuestionRow, StorageUnavailable, QuestionStore | EventOutbox> =>
  Effect.gen(function*() {
    const move = yield* moveOrDie("approved", parent === undefined ? "publish" : "publish_waiting", by)
    const [published = row] = yield* moveQuestions([row.id], move)
    if (parent?.status !== "resolved") return published
    const [settled = published] = yield* settle([published], resolutionOf(parent))
    return settled
  })
