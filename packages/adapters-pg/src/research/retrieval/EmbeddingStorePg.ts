import {
  type EmbeddingProgress,
  EmbeddingStore,
  type NearestRequest,
  type UnembeddedBatch,
  type UnembeddedEntry
} from "@auspex/domain/retrieval"
import type { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { storeStatements } from "../../database/statementsOf.ts"
import * as statements from "./embeddingSql.ts"
import * as pgvector from "./pgvectorSql.ts"

type BatchRow = Omit<UnembeddedBatch, "entries"> & (UnembeddedEntry | { readonly id: null })

/** A bit for each change takes as much at most; of versions that are further apart the changes are given. */
const manyBytesMax = 2 ** 20

/**
 * The wanted versions as `retrieval_nearest` takes them: for few versions the list of their changes, which are compared
 * one by one; for many a bit for each change, by which the index of vectors is filtered.
 */
const wantedChanges = ({ count, each }: NearestRequest["wanted"]) => {
  let first = Infinity
  let last = 0
  each((change) => {
    first = Math.min(first, change)
    last = Math.max(last, change)
  })
  const bytes = (last - first + 8) >> 3
  if (count <= pgvector.unindexedMax || bytes > manyBytesMax) {
    const changes: Array<number> = []
    each((change) => changes.push(change))
    return { few: `{${changes.join()}}`, first_change: null, many: null }
  }
  const many = new Uint8Array(bytes)
  each((change) => {
    many[(change - first) >> 3]! |= 1 << ((change - first) & 7)
  })
  return { few: null, first_change: first, many }
}

const layer: Layer.Layer<EmbeddingStore, never, SqlClient> = Layer.effect(
  EmbeddingStore,
  Effect.map(storeStatements("embeddings"), ({ all, only, run }) =>
    EmbeddingStore.of({
      useModel: (model) => run("useModel", statements.useModel, [model]),
      unfinished: (model) =>
        Effect.map(
          all<{ readonly corpus: string }>("unfinished", statements.unfinished, [model]),
          (rows) => rows.map(({ corpus }) => corpus)
        ),
      batch: (corpus, model, limit) =>
        Effect.map(all<BatchRow>("batch", statements.batch, [corpus, model, limit]), (rows) => ({
          after: rows[0]!.after,
          dimensions: rows[0]!.dimensions,
          entries: rows.flatMap((row) =>
            row.id === null ? [] : [{ id: row.id, change: row.change, title: row.title, text: row.text }]
          )
        })),
      save: (corpus, model, { after, dimensions, vectors }) => {
        const rows = vectors.map(({ change, id, vector }) => ({
          id,
          change,
          vector: vector === null ? null : Buffer.from(vector).toString("hex")
        }))
        const last = vectors.at(-1)!.change
        return run("save", statements.save, { corpus, model, after, last, dimensions, vectors: JSON.stringify(rows) })
      },
      removeOthers: (corpus, model) => run("removeOthers", statements.removeOthers, [corpus, model]),
      vectors: (corpus, model, after, last, limit) =>
        all("vectors", statements.vectors, { corpus, model, after, last, limit }),
      progress: (corpus, model) => only<EmbeddingProgress>("progress", pgvector.progress, [corpus, model]),
      nearest: (corpus, model, { max, vector, wanted }) =>
        wanted.count === 0
          ? Effect.succeed([])
          : all("nearest", pgvector.nearest, {
            corpus,
            model,
            query: `[${vector.join()}]`,
            max,
            ...wantedChanges(wanted)
          })
    }))
)

/** Stores the vectors of entries in `retrieval_vectors`, and compares them where `Pgvector` has prepared the database. */
export const EmbeddingStorePg = { layer }
