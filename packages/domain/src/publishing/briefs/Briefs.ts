import { Context, Effect, Layer } from "effect"
import { ConsensusReads } from "../../forecasting/consensus/ConsensusReads.ts"
import { foundOr, type Refusal } from "../../kernel/Refusal.ts"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import { BriefStore } from "./BriefStore.ts"
import { BriefWriter } from "./BriefWriter.ts"
import type { IntelBrief } from "./IntelBrief.ts"
import { noSuchQuestion } from "../../forecasting/questions/noSuchQuestion.ts"

/** Briefs: summaries of the predictions on a question. */
export class Briefs extends Context.Tag("auspex/Briefs")<Briefs, {
  /** Fails with QUESTION_NOT_FOUND. */
  readonly ofQuestion: (questionId: string) => Effect.Effect<IntelBrief, Refusal | StorageUnavailable>
}>() {
  static readonly layer: Layer.Layer<Briefs, never, BriefStore | BriefWriter | ConsensusReads> = Layer.effect(
    Briefs,
    Effect.gen(function*() {
      const store = yield* BriefStore
      const writer = yield* BriefWriter
      const reads = yield* ConsensusReads
      return Briefs.of({
        ofQuestion: (questionId) =>
          Effect.gen(function*() {
            const facts = yield* foundOr(
              store.facts(questionId),
              noSuchQuestion
            )
            const consensus = yield* reads.ofQuestion(questionId)
            const text = yield* writer.brief({ facts, consensus })
            return {
              question_id: facts.question.id,
              generated_at: facts.now,
              key_evidence: facts.key_evidence,
              consensus,
              ...text
            }
          })
      })
    })
  )
}
