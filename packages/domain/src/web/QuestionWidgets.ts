import { Context, Effect, Layer } from "effect"
import { PublicBaseUrl } from "../identity/PublicBaseUrl.ts"
import type { Refusal } from "../kernel/Refusal.ts"
import type { StorageUnavailable } from "../kernel/StorageUnavailable.ts"
import { questionNotFound } from "../questions/Questions.ts"
import { isPublicStatus } from "../questions/QuestionStatus.ts"
import { QuestionStore } from "../questions/QuestionStore.ts"
import { type QuestionWidget, questionWidget } from "./QuestionWidget.ts"

/** Widgets of questions for pages of other sites. */
export class QuestionWidgets extends Context.Tag("auspex/QuestionWidgets")<QuestionWidgets, {
  /** The widget of a public question. Fails with QUESTION_NOT_FOUND, also for drafts. */
  readonly ofQuestion: (questionId: string) => Effect.Effect<QuestionWidget, Refusal | StorageUnavailable>
}>() {
  static readonly layer: Layer.Layer<QuestionWidgets, never, QuestionStore | PublicBaseUrl> = Layer.effect(
    QuestionWidgets,
    Effect.gen(function*() {
      const store = yield* QuestionStore
      const { publicUrl } = yield* PublicBaseUrl
      return QuestionWidgets.of({
        ofQuestion: (questionId) =>
          Effect.flatMap(store.detail(questionId), (found) =>
            found === undefined || !isPublicStatus(found.row.status)
              ? questionNotFound(questionId)
              : Effect.succeed(questionWidget(found.row, found.now, publicUrl)))
      })
    })
  )
}
