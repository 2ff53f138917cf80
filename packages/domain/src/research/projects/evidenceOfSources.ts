import { Effect, Layer } from "effect"
import { SourceStore } from "./SourceStore.ts"
import { Retrieval } from "../retrieval/Retrieval.ts"
import { EvidenceSearch } from "../evidence/EvidenceSearch.ts"

/** Finds evidence in the sources of a project by words and by meaning. */
export const evidenceOfSources: Layer.Layer<EvidenceSearch, never, Retrieval | SourceStore> = Layer.effect(
  EvidenceSearch,
  Effect.gen(function*() {
    const retrieval = yield* Retrieval
    const sources = yield* SourceStore
    return EvidenceSearch.of({
      search: ({ limit, project_id, q, workspace_id }) =>
        Effect.gen(function*() {
          const filters = { project_id, kind: "passage" }
          const { items } = yield* retrieval.search({ corpus: workspace_id, q, filters, limit, offset: 0 })
          const found = yield* sources.passages(workspace_id, items.map(({ id }) => id))
          const byId = new Map(found.map((passage) => [passage.id, passage]))
          return items.flatMap(({ id }) => byId.get(id) ?? [])
        }),
      passages: sources.passages
    })
  })
)
