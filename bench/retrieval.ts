import { EmbeddedDatabase, Migrations, PgStores } from "@auspex/adapters-pg"
import { type RankingPart, Retrieval, type RetrievalEntry } from "@auspex/domain/retrieval"
import { testOutside } from "@auspex/testkit/outside"
import { Effect, Layer, ManagedRuntime } from "effect"
import { existsSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { pathToFileURL } from "node:url"
import { type Bench, type BenchRow, median, quantile } from "./harness/BenchRow.ts"
import { root } from "./harness/Child.ts"

/** A test collection: texts, queries, and which texts are relevant for each query. */
interface Collection {
  readonly name: string
  readonly docs: ReadonlyArray<{ readonly id: number; readonly title: string; readonly text: string }>
  readonly queries: ReadonlyArray<{ readonly id: number; readonly text: string }>
  readonly qrels: ReadonlyMap<number, ReadonlyMap<number, number>>
}

type Evaluate = (
  run: ReadonlyMap<number, ReadonlyArray<number>>,
  qrels: Collection["qrels"]
) => { readonly ndcg: number; readonly recall: number }

/** The folder of the collections, which are not part of this repository: `data.mjs` loads them, `eval.mjs` scores. */
const folder = process.env["AUSPEX_RETRIEVAL_DATA"] ?? path.join(root, "..", "shared", "retrieval")

const at = new Date("2026-01-01T00:00:00Z")
const entryOf = (id: string, title: string, text: string): RetrievalEntry => ({
  id,
  project_id: null,
  kind: "passage",
  source_id: null,
  at,
  title: title === "" ? null : title,
  text
})

/** Runs `use` with the search of the product on an embedded database of its own. */
const withRetrieval = async <A>(
  use: (run: <B, E>(effect: Effect.Effect<B, E, Retrieval>) => Promise<B>) => Promise<A>
): Promise<A> => {
  const dataDir = mkdtempSync(path.join(tmpdir(), "auspex-bench-"))
  const stores = Retrieval.layer.pipe(
    Layer.provideMerge(Layer.provide(PgStores.layer, testOutside)),
    Layer.provideMerge(EmbeddedDatabase.layer({ dataDir }))
  )
  const runtime = ManagedRuntime.make(stores)
  try {
    await runtime.runPromise(Migrations.apply())
    return await use((effect) => runtime.runPromise(effect))
  } finally {
    await runtime.dispose()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

const parts: ReadonlyArray<readonly [part: RankingPart, name: string]> = [
  ["terms", "BM25"],
  ["feedback", "BM25 with feedback"],
  ["meaning", "LSI"],
  ["all", "feedback and LSI"]
]

/** The least nDCG@10 of the fusion, in percent. */
const ndcgMin: Readonly<Record<string, number>> = { cranfield: 54, banking77: 72 }
const searchMillisMax = 20

const seconds = (millis: number): number => millis / 1_000

const measureCollection = ({ docs, name, qrels, queries }: Collection, evaluate: Evaluate) =>
  withRetrieval(async (run): Promise<ReadonlyArray<BenchRow>> => {
    const entries = docs.map(({ id, text, title }) => entryOf(String(id), title, text))
    const start = performance.now()
    await run(Effect.flatMap(Retrieval, (retrieval) => retrieval.put(name, entries)))
    const stored = performance.now()
    await run(Effect.flatMap(Retrieval, (retrieval) => retrieval.train(name)))
    const trained = performance.now()
    const rows: Array<BenchRow> = [
      { what: `${name}: storing ${docs.length} texts (less is better)`, unit: "s", ours: seconds(stored - start) },
      { what: `${name}: training on them (less is better)`, unit: "s", ours: seconds(trained - stored) }
    ]
    for (const [part, title] of parts) {
      const search = (q: string) =>
        run(Effect.flatMap(Retrieval, (retrieval) => retrieval.search({ corpus: name, q, limit: 10, offset: 0, part })))
      for (const { text } of queries.slice(0, 20)) await search(text)
      const found = new Map<number, ReadonlyArray<number>>()
      const times: Array<number> = []
      for (const { id, text } of queries) {
        const before = performance.now()
        const { items } = await search(text)
        times.push(performance.now() - before)
        found.set(id, items.map((item) => Number(item.id)))
      }
      const { ndcg, recall } = evaluate(found, qrels)
      const goal = part === "all" ? ndcgMin[name] : undefined
      rows.push(
        {
          what: `${name}: ${title}, nDCG@10`,
          unit: "%",
          ours: 100 * ndcg,
          ...(goal !== undefined && { goal: { of: "ours", is: "at least", value: goal } })
        },
        { what: `${name}: ${title}, recall@10`, unit: "%", ours: 100 * recall },
        {
          what: `${name}: ${title}, median (less is better)`,
          unit: "ms",
          ours: median(times),
          ...(part === "all" && { goal: { of: "ours", is: "at most", value: searchMillisMax } })
        }
      )
    }
    return rows
  })

/** The search on public test collections, each part of it and all together. */
export const retrieval: Bench = async () => {
  const loader = path.join(folder, "data.mjs")
  if (!existsSync(loader)) {
    console.error(`bench: there are no collections in ${folder}; AUSPEX_RETRIEVAL_DATA names the folder of data.mjs`)
    return undefined
  }
  const data = await import(pathToFileURL(loader).href) as Readonly<Record<"cranfield" | "banking77", () => Collection>>
  const scorer = await import(pathToFileURL(path.join(folder, "eval.mjs")).href) as { readonly evaluate: Evaluate }
  const rows: Array<BenchRow> = []
  for (const load of [data.cranfield, data.banking77]) rows.push(...await measureCollection(load(), scorer.evaluate))
  return {
    title: "Retrieval: test collections",
    rows,
    notes: ["Embedded database; each search reads its ten texts from it and marks the words."]
  }
}

/** Words of a synthetic language whose frequencies follow Zipf's law; a passage is about two of `topics`. */
const vocabulary = 40_000
const topics = 400
const passageWords = 110

const numbersFrom = (seed: number) => {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0
    return (state >>> 0) / 2 ** 32
  }
}

const wordOf = (number: number): string => {
  const syllables = ["ba", "ce", "di", "fo", "gu", "ka", "le", "mi", "no", "pu", "ra", "se", "ti", "vo", "zu", "xa"]
  let word = ""
  for (let rest = number + 16; rest > 0; rest >>= 4) word += syllables[rest & 15]!
  return word
}

const passageOf = (random: () => number): string => {
  const about = [Math.floor(random() * topics), Math.floor(random() * topics)]
  const words = Array.from({ length: passageWords }, () => {
    const rank = Math.floor(Math.exp(random() * Math.log(vocabulary)))
    return wordOf(random() < 0.4 ? (rank * topics + about[rank & 1]!) % vocabulary : rank)
  })
  return `${words.join(" ")}.`
}

const searches = 400

/** P13: a search of many passages. */
export const passageSearch: Bench = async ({ full }) => {
  const count = full ? 100_000 : 10_000
  const random = numbersFrom(13)
  return withRetrieval(async (run) => {
    const queries: Array<string> = []
    const start = performance.now()
    for (let from = 0; from < count; from += 1_000) {
      const entries = Array.from({ length: 1_000 }, (_, n) => {
        const text = passageOf(random)
        if ((from + n) % Math.floor(count / searches) === 0) {
          const words = text.split(" ")
          queries.push(Array.from({ length: 6 }, () => words[Math.floor(random() * words.length)]).join(" "))
        }
        return entryOf(`p${from + n}`, "", text)
      })
      await run(Effect.flatMap(Retrieval, (retrieval) => retrieval.put("p13", entries)))
    }
    const stored = performance.now()
    await run(Effect.flatMap(Retrieval, (retrieval) => retrieval.train("p13")))
    const trained = performance.now()
    const search = (q: string) =>
      run(Effect.flatMap(Retrieval, (retrieval) => retrieval.search({ corpus: "p13", q, limit: 10, offset: 0 })))
    // Searches go on without the model until every passage is projected.
    while (!(await search(queries[0]!)).by_meaning) await new Promise((resolve) => setTimeout(resolve, 50))
    const read = performance.now()
    for (const q of queries.slice(0, 50)) await search(q)
    const times: Array<number> = []
    for (const q of queries) {
      const before = performance.now()
      await search(q)
      times.push(performance.now() - before)
    }
    const size = count.toLocaleString("en-US")
    return {
      title: "P13: search of passages",
      rows: [
        { what: `search of ${size} passages, median (less is better)`, unit: "ms", ours: median(times) },
        {
          what: `search of ${size} passages, 99th percentile (less is better)`,
          unit: "ms",
          ours: quantile(times, 0.99),
          goal: { of: "ours", is: "at most", value: 50 }
        },
        { what: "storing them (less is better)", unit: "s", ours: seconds(stored - start) },
        { what: "training on 20,000 of them (less is better)", unit: "s", ours: seconds(trained - stored) },
        { what: "until searches use the model (less is better)", unit: "s", ours: seconds(read - trained) },
        {
          what: "resident memory of the process (less is better)",
          unit: "MiB",
          ours: process.memoryUsage.rss() / 2 ** 20
        }
      ],
      notes: ["Embedded database; synthetic passages of 110 words, searches of six of their words."]
    }
  })
}
