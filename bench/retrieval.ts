import { EmbeddedDatabase, Migrations, PgStores } from "@auspex/adapters-pg"
import {
  EntryIndex,
  packTerms,
  type RankingPart,
  readSearchText,
  Retrieval,
  type RetrievalEntry,
  type RetrievalStore,
  textTerms
} from "@auspex/domain/retrieval"
import type { Leases, UnitOfWork } from "@auspex/domain/kernel"
import { testOutside } from "@auspex/testkit/outside"
import { Context, Effect, Layer, ManagedRuntime } from "effect"
import { existsSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { pathToFileURL } from "node:url"
import { type Bench, type BenchRow, median, quantile } from "./harness/BenchRow.ts"
import { root } from "./harness/Child.ts"
import { type BenchText, openTextSearch, type TextSearch } from "./harness/TextSearch.ts"

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
  use: (
    run: <B, E>(effect: Effect.Effect<B, E, Retrieval | RetrievalStore | Leases | UnitOfWork>) => Promise<B>
  ) => Promise<A>
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

const measureCollection = ({ docs, name, qrels, queries }: Collection, evaluate: Evaluate, peer: TextSearch) =>
  withRetrieval(async (run): Promise<ReadonlyArray<BenchRow>> => {
    const entries = docs.map(({ id, text, title }) => entryOf(String(id), title, text))
    const start = performance.now()
    await run(Effect.flatMap(Retrieval, (retrieval) => retrieval.put(name, entries)))
    const stored = performance.now()
    await run(Effect.flatMap(Retrieval, (retrieval) => retrieval.train(name)))
    const trained = performance.now()
    const peerStart = performance.now()
    await peer.put(name, docs)
    await peer.index(name)
    const peerStored = performance.now()
    const rows: Array<BenchRow> = [
      compared(`${name}: storing ${docs.length} texts (less is better)`, "s", {
        ours: seconds(stored - start),
        theirs: seconds(peerStored - peerStart)
      }),
      { what: `${name}: training on them (less is better)`, unit: "s", ours: seconds(trained - stored) }
    ]
    for (const [part, title] of parts) {
      const search = (q: string) =>
        run(Effect.flatMap(Retrieval, (retrieval) => retrieval.search({ corpus: name, q, limit: 10, offset: 0, part })))
      const isPeer = part === "terms"
      for (const { text } of queries.slice(0, 20)) {
        await search(text)
        if (isPeer) await peer.search(name, name, text)
      }
      const found = new Map<number, ReadonlyArray<number>>()
      const times: Array<number> = []
      const peerFound = new Map<number, ReadonlyArray<number>>()
      const peerTimes: Array<number> = []
      for (const { id, text } of queries) {
        const before = performance.now()
        const { items } = await search(text)
        const after = performance.now()
        times.push(after - before)
        found.set(id, items.map((item) => Number(item.id)))
        if (!isPeer) continue
        peerFound.set(id, await peer.search(name, name, text))
        peerTimes.push(performance.now() - after)
      }
      const { ndcg, recall } = evaluate(found, qrels)
      const theirs = isPeer ? evaluate(peerFound, qrels) : undefined
      const goal = part === "all" ? ndcgMin[name] : undefined
      rows.push(
        {
          ...compared(`${name}: ${title}, nDCG@10`, "%", { ours: 100 * ndcg, theirs: theirs && 100 * theirs.ndcg }),
          ...(goal !== undefined && { goal: { of: "ours", is: "at least", value: goal } })
        },
        compared(`${name}: ${title}, recall@10`, "%", { ours: 100 * recall, theirs: theirs && 100 * theirs.recall }),
        {
          ...compared(`${name}: ${title}, median (less is better)`, "ms", {
            ours: median(times),
            theirs: isPeer ? median(peerTimes) : undefined
          }),
          ...(part === "all" && { goal: { of: "ours", is: "at most", value: searchMillisMax } })
        }
      )
    }
    return rows
  })

const compared = (
  what: string,
  unit: string,
  { ours, theirs }: { readonly ours: number; readonly theirs: number | undefined }
): BenchRow => ({ what, unit, ours, ...(theirs !== undefined && { theirs, ratio: ours / theirs }) })

/** BM25 without reading the texts: in the index of an instance, and by a statement that gives ids. */
const rankingRow = async (
  name: string,
  peer: TextSearch,
  texts: ReadonlyArray<BenchText>,
  queries: ReadonlyArray<string>
): Promise<BenchRow> => {
  const index = new EntryIndex()
  for (const { id, text, title } of texts) {
    const { text: _, title: __, ...attributes } = entryOf(String(id), title, text)
    index.apply({ ...attributes, change: id, terms: packTerms(textTerms(title), textTerms(text)) })
  }
  const times: { readonly ours: Array<number>; readonly theirs: Array<number> } = { ours: [], theirs: [] }
  for (const [at, q] of [...queries.slice(0, 20), ...queries].entries()) {
    const start = performance.now()
    index.rank(readSearchText(q), {}, "terms")
    const middle = performance.now()
    await peer.rank(name, name, q)
    if (at < 20) continue
    times.ours.push(middle - start)
    times.theirs.push(performance.now() - middle)
  }
  return compared(`${name}: BM25 without reading texts, median (less is better)`, "ms", {
    ours: median(times.ours),
    theirs: median(times.theirs)
  })
}

/** How many of the first ten answers to searches of one corpus are others after texts of another corpus were added. */
const changedByOthers = async (
  corpus: Collection,
  other: Collection,
  engine: Pick<TextSearch, "put"> & { readonly search: (q: string) => Promise<ReadonlyArray<number>> }
): Promise<number> => {
  const answers = async () => {
    const found: Array<string> = []
    for (const { text } of corpus.queries) found.push((await engine.search(text)).join())
    return found
  }
  const before = await answers()
  await engine.put(other.name, other.docs)
  const after = await answers()
  return 100 * before.filter((found, at) => found !== after[at]).length / before.length
}

/** Whether the texts of a workspace change the ranks in another: with an index of all texts, or one of each corpus. */
const isolationRows = async (corpus: Collection, other: Collection): Promise<ReadonlyArray<BenchRow>> => {
  const ours = await withRetrieval(async (run) => {
    const put: TextSearch["put"] = (name, docs) =>
      run(
        Effect.flatMap(Retrieval, (retrieval) =>
          retrieval.put(
            name,
            docs.map(({ id, text, title }) => entryOf(String(id), title, text))
          ))
      ).then(() => undefined)
    await put(corpus.name, corpus.docs)
    const search = (q: string) =>
      run(
        Effect.flatMap(Retrieval, (retrieval) =>
          retrieval.search({ corpus: corpus.name, q, limit: 10, offset: 0, part: "terms" }))
      ).then(({ items }) =>
        items.map(({ id }) => Number(id))
      )
    return changedByOthers(corpus, other, { put, search })
  })
  const rows: Array<BenchRow> = []
  for (const index of ["all", corpus.name]) {
    const peer = await openTextSearch()
    await peer.put(corpus.name, corpus.docs)
    await peer.index(index)
    const search = (q: string) => peer.search(corpus.name, index, q)
    const what = `searches of ${corpus.name} that answer otherwise once ${other.name} is stored, too`
    const kind = index === "all" ? "one index of all texts" : "an index of each corpus"
    rows.push({
      what: `${what}; theirs with ${kind}`,
      unit: "%",
      ours,
      theirs: await changedByOthers(corpus, other, { put: peer.put, search })
    })
    await peer.close()
  }
  return rows
}

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
  const collections = [data.cranfield(), data.banking77()] as const
  const peer = await openTextSearch()
  for (const collection of collections) {
    const { docs, name, queries } = collection
    rows.push(...await measureCollection(collection, scorer.evaluate, peer))
    rows.push(await rankingRow(name, peer, docs, queries.map(({ text }) => text)))
  }
  const random = numbersFrom(13)
  const passages = Array.from({ length: passagesRanked }, (_, id) => ({ id, title: "", text: passageOf(random) }))
  await peer.put("passages", passages)
  await peer.index("passages")
  rows.push(await rankingRow("passages", peer, passages, passages.filter((_, n) => n % 250 === 0).map(someWords)))
  await peer.close()
  rows.push(...await isolationRows(...collections))
  return {
    title: "Retrieval: test collections",
    rows,
    notes: [
      "Embedded database; each search reads its ten texts from it and marks the words.",
      "Theirs: BM25 by pg_textsearch 1.5.1 in the embedded database, with an index of each corpus; the ten texts are read.",
      `The passages are ${
        passagesRanked.toLocaleString("en-US")
      } synthetic ones of 110 words; searches of six of their words.`
    ]
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

/** The passages by which BM25 of many texts is compared. */
const passagesRanked = 50_000

/** Every eighteenth word, six in all. */
const someWords = ({ text }: BenchText): string => text.split(" ").filter((_, n) => n % 18 === 0).slice(0, 6).join(" ")

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
    const resident = process.memoryUsage.rss() / 2 ** 20
    const another = performance.now()
    await run(Effect.scoped(Effect.gen(function*() {
      const instance = Context.get(yield* Layer.build(Layer.fresh(Retrieval.layer)), Retrieval)
      yield* instance.search({ corpus: "p13", q: queries[0]!, limit: 10, offset: 0 })
    })))
    const anotherFound = performance.now()
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
        { what: "first search of another instance (less is better)", unit: "s", ours: seconds(anotherFound - another) },
        {
          what: "resident memory of the process (less is better)",
          unit: "MiB",
          ours: resident
        }
      ],
      notes: ["Embedded database; synthetic passages of 110 words, searches of six of their words."]
    }
  })
}
