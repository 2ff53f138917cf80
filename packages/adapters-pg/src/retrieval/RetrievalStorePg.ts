import { type CorpusChanges, type RetrievalEntry, RetrievalStore } from "@auspex/domain/retrieval"
import type { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { storeStatements } from "../database/statementsOf.ts"
import * as statements from "./retrievalSql.ts"

type ChangeRow = { readonly model_version: number } & (CorpusChanges["entries"][number] | { readonly id: null })

const layer: Layer.Layer<RetrievalStore, never, SqlClient> = Layer.effect(
  RetrievalStore,
  Effect.map(storeStatements("retrieval"), ({ all, first, run }) =>
    RetrievalStore.of({
      put: (corpus, entries) => {
        const rows = entries.map((entry) => ({ ...entry, terms: Buffer.from(entry.terms).toString("hex") }))
        return run("put", statements.put, [corpus, JSON.stringify(rows)])
      },
      remove: (corpus, ids) => run("remove", statements.remove, [corpus, JSON.stringify(ids)]),
      changes: (corpus, after, limit) =>
        Effect.map(all<ChangeRow>("changes", statements.changes, [corpus, after, limit]), (rows) => ({
          model_version: rows[0]?.model_version ?? 0,
          entries: rows.flatMap((row) => row.id === null ? [] : [row])
        })),
      entries: (corpus, ids) => all<RetrievalEntry>("entries", statements.entries, [corpus, JSON.stringify(ids)]),
      model: (corpus) =>
        Effect.map(
          first<{ readonly version: number; readonly model: Uint8Array }>("model", statements.model, [corpus]),
          (row) => row && { version: row.version, bytes: row.model }
        ),
      saveModel: (corpus, { bytes, change, entries }) =>
        run("saveModel", statements.saveModel, { corpus, model: bytes, entries, change }),
      dueForTraining: Effect.map(
        all<{ readonly corpus: string }>("dueForTraining", statements.dueForTraining),
        (rows) => rows.map(({ corpus }) => corpus)
      )
    }))
)

/** Stores entries in `retrieval_entries`; the index is built from their terms, in memory. */
export const RetrievalStorePg = { layer }
