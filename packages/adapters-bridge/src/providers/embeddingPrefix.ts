import type { EmbeddingPurpose } from "@auspex/domain/retrieval"

/** What texts begin with for models that were trained so, by a part of the model's name; the first that fits counts. */
const prefixes: ReadonlyArray<readonly [name: RegExp, prefixes: Readonly<Record<EmbeddingPurpose, string>>]> = [
  [/nomic-embed-text/, { document: "search_document: ", query: "search_query: " }],
  [/embeddinggemma/, { document: "title: none | text: ", query: "task: search result | query: " }],
  [/\be5-(?!.*instruct)/, { document: "passage: ", query: "query: " }],
  [/\b(mxbai-embed-large|bge-(small|base|large)-en)/, {
    document: "",
    query: "Represent this sentence for searching relevant passages: "
  }]
]

/**
 * What a model expects before a text: models that tell searches from documents do so by such words.
 *
 * @example embeddingPrefix("nomic-embed-text:v1.5", "query") // "search_query: "
 * @example embeddingPrefix("text-embedding-3-small", "query") // ""
 */
export const embeddingPrefix = (model: string, purpose: EmbeddingPurpose): string =>
  prefixes.find(([name]) => name.test(model.toLowerCase()))?.[1][purpose] ?? ""
