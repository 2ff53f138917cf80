import {
  type ChangePosition,
  type CorpusChanges,
  packTerms,
  platformCorpus,
  type RetrievalEntry,
  RetrievalStore,
  textTerms
} from "@auspex/domain/retrieval"
import type { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { storeStatements } from "../../database/statementsOf.ts"
import { changesAfter, changesOf } from "./platformChanges.ts"
import * as platform from "./platformCorpusSql.ts"
import * as statements from "./retrievalSql.ts"

/** A changed entry, with its text instead of its terms when these are of another analysis; or none. */
type ChangeRow =
  & { readonly model_version: number; readonly swept_change: number }
  & (
    | (CorpusChanges["entries"][number] & Pick<RetrievalEntry, "title"> & { readonly text: string | null })
    | { readonly id: null }
  )

/** How far changes were read: the last change, and how far removed entries had been swept then. */
const positionOf = (position: ChangePosition): { readonly change: number; readonly swept: number } => {
  const [change = 0, swept = 0] = position === "" ? [] : position.split(" ").map(Number)
  return { change, swept }
}

const entryChanges = (rows: ReadonlyArray<ChangeRow>, after: ChangePosition, limit: number): CorpusChanges => {
  const { change, swept } = positionOf(after)
  const swept_change = rows[0]?.swept_change ?? 0
  // Rows of the first reading, which begins at 0, may be swept while it goes on: it has not seen them.
  if (change > 0 && swept_change > swept && swept_change > change) {
    return { model_version: 0, entries: [], position: "", is_complete: false, is_lost: true }
  }
  const entries = rows.flatMap((row) => {
    if (row.id === null) return []
    const { terms, text, title, ...entry } = row
    return [{ ...entry, terms: text === null ? terms : packTerms(textTerms(title ?? ""), textTerms(text)) }]
  })
  return {
    model_version: rows[0]?.model_version ?? 0,
    entries,
    position: `${entries.at(-1)?.change ?? change} ${swept_change}`,
    is_complete: entries.length < limit,
    is_lost: false
  }
}

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
        corpus === platformCorpus
          ? Effect.map(
            all("platformChanges", platform.changes, changesAfter(after, limit)),
            (rows) => changesOf(rows, after, limit)
          )
          : Effect.map(
            all<ChangeRow>("changes", statements.changes, [corpus, positionOf(after).change, limit]),
            (rows) => entryChanges(rows, after, limit)
          ),
      sweep: Effect.map(all("sweep", statements.sweep), (rows) => rows.length > 0),
      entries: (corpus, ids) =>
        corpus === platformCorpus
          ? all<RetrievalEntry>("platformEntries", platform.entries, [JSON.stringify(ids)])
          : all<RetrievalEntry>("entries", statements.entries, [corpus, JSON.stringify(ids)]),
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
