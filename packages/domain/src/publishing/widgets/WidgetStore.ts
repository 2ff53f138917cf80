import { Context, type Effect } from "effect"
import type { ConsensusCounts } from "../../forecasting/consensus/ConsensusSnapshot.ts"
import type { SimilaritySums } from "../../forecasting/consensus/EffectiveAgents.ts"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"

/** The counters of a question at an instant, without the confidence. */
export type WidgetSnapshot = Omit<ConsensusCounts, "confidence_sum">

/** What a widget shows in addition to the question itself. */
export interface WidgetFacts {
  readonly similarity: SimilaritySums
  /** In order of time, with the first and the last one. */
  readonly snapshots: ReadonlyArray<WidgetSnapshot>
}

/** Reads the consensus of a question for its widget, in one round trip. */
export class WidgetStore extends Context.Tag("auspex/WidgetStore")<WidgetStore, {
  /** At most about `countMax` snapshots, evenly chosen; undefined when there is no such public question. */
  readonly facts: (questionId: string, countMax: number) => Effect.Effect<WidgetFacts | undefined, StorageUnavailable>
}>() {}
