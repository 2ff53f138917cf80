import { EmbeddedDatabase } from "@auspex/adapters-pg"
import { pg_textsearch } from "@electric-sql/pglite-pg_textsearch"
import { SqlClient } from "@effect/sql/SqlClient"
import { Effect, ManagedRuntime } from "effect"

/** A text as both engines get it. */
export interface BenchText {
  readonly id: number
  readonly title: string
  readonly text: string
}

/** BM25 by the extension pg_textsearch, in an embedded database of its own. */
export interface TextSearch {
  /** Adds texts to a corpus. */
  readonly put: (corpus: string, texts: ReadonlyArray<BenchText>) => Promise<void>
  /** Makes an index of one corpus, or of the texts of all: `all`. */
  readonly index: (corpus: string) => Promise<void>
  /** The ten best texts of a corpus by an index, which are read whole like those of the product. */
  readonly search: (corpus: string, index: string, q: string) => Promise<ReadonlyArray<number>>
  /** The same without reading the texts. */
  readonly rank: (corpus: string, index: string, q: string) => Promise<ReadonlyArray<number>>
  readonly close: () => Promise<void>
}

export const openTextSearch = async (): Promise<TextSearch> => {
  const runtime = ManagedRuntime.make(EmbeddedDatabase.memoryLayer(undefined, { pg_textsearch }))
  const run = <Row extends object>(text: string, params: ReadonlyArray<unknown> = []) =>
    runtime.runPromise(Effect.flatMap(SqlClient, (sql) => sql.unsafe<Row>(text, params as Array<unknown>)))
  await run("create extension pg_textsearch")
  await run("create table texts (corpus text, id integer, title text, text text, body text, primary key (corpus, id))")
  // Without the index texts have no score.
  await run("set enable_seqscan = off; set enable_sort = off")
  const found = async (columns: string, corpus: string, index: string, q: string) => {
    const rows = await run<{ readonly id: number }>(
      `select ${columns} from texts where corpus = '${corpus}'
      order by body <@> to_bm25query($1, 'texts_${index}') limit 10`,
      [q]
    )
    return rows.map(({ id }) => id)
  }
  return {
    put: async (corpus, texts) => {
      for (let from = 0; from < texts.length; from += 500) {
        await run(
          `insert into texts select $1, id, title, text, concat_ws(' ', nullif(title, ''), text)
          from jsonb_to_recordset($2::text::jsonb) g (id integer, title text, text text)`,
          [corpus, JSON.stringify(texts.slice(from, from + 500).map(({ id, text, title }) => ({ id, text, title })))]
        )
      }
    },
    index: async (corpus) => {
      const rows = corpus === "all" ? "" : `where corpus = '${corpus}'`
      await run(`create index texts_${corpus} on texts using bm25 (body) with (text_config = 'english') ${rows}`)
    },
    search: (corpus, index, q) => found("id, title, text", corpus, index, q),
    rank: (corpus, index, q) => found("id", corpus, index, q),
    close: () => runtime.dispose()
  }
}
