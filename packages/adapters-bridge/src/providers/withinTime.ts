import type { EmbeddingPurpose, EmbeddingsFailed } from "@auspex/domain/retrieval"
import { Effect } from "effect"

/** How long the vectors of a search text and of documents may take, repeats included. */
const embeddingMillisMax: Readonly<Record<EmbeddingPurpose, number>> = { query: 10_000, document: 60_000 }

/** Ends a request for vectors when it takes too long; `failure` makes the failure from a description. */
export const withinTime =
  (purpose: EmbeddingPurpose, failure: (detail: string) => EmbeddingsFailed) =>
  <A, R>(vectors: Effect.Effect<A, EmbeddingsFailed, R>): Effect.Effect<A, EmbeddingsFailed, R> =>
    Effect.timeoutFail(vectors, {
      duration: embeddingMillisMax[purpose],
      onTimeout: () => failure(`it did not answer within ${embeddingMillisMax[purpose] / 1_000} s`)
    })
