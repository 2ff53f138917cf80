import { EvidenceSearch } from "@auspex/domain/evidence"
import { SourceStore } from "@auspex/domain/projects"
import { Retrieval, type RetrievalEntry, textTerms } from "@auspex/domain/retrieval"
import { Context, Effect, Layer } from "effect"

/** The words of a text; 0 stands for those without a meaning of their own. */
const wordsOf = (text: string): ReadonlySet<number> =>
  new Set(textTerms(text).flatMap(({ term }) => term === 0 ? [] : [term]))

/**
 * Stores passages for searches as ever, and remembers them to find evidence by the words that it shares with a question:
 * the index for searches takes in only what is committed, and the demo commits at its end.
 */
export const rememberedEvidence: Layer.Layer<EvidenceSearch | Retrieval, never, Retrieval | SourceStore> = Layer
  .effectContext(Effect.gen(function*() {
    const retrieval = yield* Retrieval
    const sources = yield* SourceStore
    const remembered: Array<RetrievalEntry & { readonly corpus: string }> = []
    return Context.make(Retrieval, {
      ...retrieval,
      put: (corpus, entries) =>
        Effect.tap(retrieval.put(corpus, entries), () => {
          remembered.push(...entries.map((entry) => ({ ...entry, corpus })))
        })
    }).pipe(Context.add(EvidenceSearch, {
      search: ({ limit, project_id, q, workspace_id }) =>
        Effect.gen(function*() {
          const asked = wordsOf(q)
          const shared = ({ text, title }: RetrievalEntry) =>
            [...wordsOf(`${title ?? ""} ${text}`)].filter((word) => asked.has(word)).length
          const found = remembered
            .filter((entry) =>
              entry.corpus === workspace_id && entry.project_id === project_id && entry.kind === "passage"
            )
            .map((entry) => ({ id: entry.id, score: shared(entry) }))
            .filter(({ score }) => score > 0)
            .toSorted((left, right) => right.score - left.score)
            .slice(0, limit)
          const passages = yield* sources.passages(workspace_id, found.map(({ id }) => id))
          const byId = new Map(passages.map((passage) => [passage.id, passage]))
          return found.flatMap(({ id }) => byId.get(id) ?? [])
        }),
      passages: sources.passages
    }))
  }))
