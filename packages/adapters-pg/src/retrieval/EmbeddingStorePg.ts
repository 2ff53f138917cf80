import { EmbeddingStore, type UnembeddedBatch, type UnembeddedEntry } from "@auspex/domain/retrieval"
import type { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { storeStatements } from "../database/statementsOf.ts"
import * as statements from "./embeddingSql.ts"

type BatchRow = Omit<UnembeddedBatch, "entries"> & (UnembeddedEntry | { readonly id: null })

const layer: Layer.Layer<EmbeddingStore, never, SqlClient> = Layer.effect(
  EmbeddingStore,
  Effect.map(storeStatements("embeddings"), ({ all, run }) =>
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
        all("vectors", statements.vectors, { corpus, model, after, last, limit })
    }))
)

/** Stores the vectors of entries in `retrieval_vectors`. */
export const EmbeddingStorePg = { layer }
