import { Context, Effect, Layer } from "effect"
import { PublicBaseUrl } from "../../platform/identity/PublicBaseUrl.ts"
import { foundOr, type Refusal } from "../../kernel/Refusal.ts"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import { questionNotFound } from "../../forecasting/questions/Questions.ts"
import { isPublicStatus } from "../../forecasting/questions/QuestionStatus.ts"
import { QuestionStore } from "../../forecasting/questions/QuestionStore.ts"
import { type QuestionWidget, questionWidget } from "./QuestionWidget.ts"
import { WidgetStore } from "./WidgetStore.ts"

/** The number of snapshots that are read for a course of `widgetPointsMax` points. */
const snapshotsMax = 500

/** Widgets of questions for pages of other sites. */
export class QuestionWidgets extends Context.Tag("auspex/QuestionWidgets")<QuestionWidgets, {
  /** The widget of a public question. Fails with QUESTION_NOT_FOUND, also for drafts. */
  readonly ofQuestion: (questionId: string) => Effect.Effect<QuestionWidget, Refusal | StorageUnavailable>
}>() {
  static readonly layer: Layer.Layer<QuestionWidgets, never, QuestionStore | WidgetStore | PublicBaseUrl> = Layer
    .effect(
      QuestionWidgets,
      Effect.gen(function*() {
        const questions = yield* QuestionStore
        const widgets = yield* WidgetStore
        const { publicUrl } = yield* PublicBaseUrl
        return QuestionWidgets.of({
          ofQuestion: (questionId) =>
            Effect.gen(function*() {
              const found = yield* questions.detail(questionId)
              if (found === undefined || !isPublicStatus(found.row.status)) return yield* questionNotFound(questionId)
              const facts = yield* foundOr(widgets.facts(questionId, snapshotsMax), questionNotFound(questionId))
              return questionWidget(found.row, found.now, facts, publicUrl)
            })
        })
      })
    )
}
