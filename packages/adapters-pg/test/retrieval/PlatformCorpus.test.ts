import type { UnitOfWork } from "@auspex/domain/kernel"
import { type IndexedEntry, platformCorpus, Retrieval, RetrievalStore } from "@auspex/domain/retrieval"
import { onEachDatabase, onServerDatabase } from "@auspex/testkit/databases"
import { SqlClient } from "@effect/sql/SqlClient"
import { Deferred, Effect, Fiber, Layer } from "effect"
import { expect, it } from "vitest"
import { LeasesPg } from "../../src/kernel/LeasesPg.ts"
import { UnitOfWorkPg } from "../../src/kernel/UnitOfWorkPg.ts"
import { RetrievalStorePg } from "../../src/research/retrieval/RetrievalStorePg.ts"

const services = Retrieval.layer.pipe(
  Layer.provideMerge(Layer.mergeAll(RetrievalStorePg.layer, LeasesPg.layer, UnitOfWorkPg.layer))
)

const idOf = (n: number): string => `00000000-0000-7000-8000-${String(n).padStart(12, "0")}`

const ask = (n: number, text: string, status = "open") =>
  Effect.flatMap(
    SqlClient,
    (sql) =>
      sql`insert into questions (id, question, category, timeframe, resolution_source, resolution_date, status, question_type)
      values (${idOf(n)}, ${text}, 'society', 'long', 'Nobody', auspex_now()::date + 300, ${status}, 'binary')`
  )
const register = (n: number, name: string, bio: string) =>
  Effect.flatMap(
    SqlClient,
    (sql) =>
      sql`insert into accounts (id, type, name, name_key, role, referral_code, trust_label, bio)
      values (${idOf(n)}, 'agent', ${name}, ${name.toLowerCase()}, 'predictor', ${name}, 'verified', ${bio})`
  )
const change = (text: string) => Effect.flatMap(SqlClient, (sql) => sql.unsafe(text))

const search = (q: string) =>
  Effect.flatMap(Retrieval, (retrieval) => retrieval.search({ corpus: platformCorpus, q, limit: 100, offset: 0 }))
const numbersOf = (entries: ReadonlyArray<{ readonly id: string }>) =>
  entries.map(({ id }) => Number(id.slice(-12))).sort((a, b) => a - b)
const found = (q: string) => Effect.map(search(q), ({ items }) => numbersOf(items))
const matched = (q: string) =>
  Effect.flatMap(Retrieval, (retrieval) =>
    Effect.map(
      retrieval.match({ corpus: platformCorpus, q, filters: {}, weights: undefined }),
      ({ entries }) => numbersOf(entries)
    ))

onEachDatabase("the corpus of the platform", (db) => {
  const run = <A, E>(work: Effect.Effect<A, E, Retrieval | RetrievalStore | SqlClient | UnitOfWork>): Promise<A> =>
    db.run(Effect.zipRight(db.reset, Effect.scoped(Effect.provide(work, services))))

  it("follows what is public: its texts, and whether it is hidden or deleted", () =>
    run(Effect.gen(function*() {
      yield* ask(1, "Will the quokka dig?")
      yield* ask(2, "Will a quokka of a draft dig?", "draft")
      yield* register(3, "Bilby", "Keeps a quokka.")
      expect(yield* found("quokka")).toEqual([1, 3])
      const { items: [first] } = yield* search("bilby")
      expect(first).toMatchObject({ id: idOf(3), kind: "agent", title: "Bilby", text: "Keeps a quokka." })
      yield* change("update questions set status = 'open'")
      yield* change("update accounts set suspended_at = auspex_now()")
      expect(yield* found("quokka")).toEqual([1, 2])
      yield* change(
        "update questions set question = 'Will the wombat dig?' where status = 'open' and question like '%draft%'"
      )
      yield* change("update accounts set suspended_at = null, name = 'Numbat'")
      expect([yield* found("quokka"), yield* found("wombat"), yield* matched("bilby")]).toEqual([[1, 3], [2], []])
      yield* change("delete from questions where question like '%wombat%'")
      yield* change("update questions set status = 'approved'")
      expect([yield* found("wombat"), yield* found("quokka")]).toEqual([[], [3]])
    })))

  it("tells its changes in pieces of any size, each entry as it is now", () =>
    run(Effect.gen(function*() {
      const store = yield* RetrievalStore
      const read = (from: string, limit: number) =>
        Effect.gen(function*() {
          const entries = new Map<string, IndexedEntry>()
          let position = from
          for (;;) {
            const piece = yield* store.changes(platformCorpus, position, limit)
            for (const entry of piece.entries) entries.set(entry.id, entry)
            position = piece.position
            if (piece.is_complete) return { entries, position }
          }
        })
      for (let n = 1; n <= 7; n++) yield* ask(n, `River ${n}?`)
      const whole = yield* read("", 100)
      expect(whole.entries.size).toBe(7)
      for (const limit of [1, 3, 7]) expect((yield* read("", limit)).entries).toEqual(whole.entries)
      yield* change("update questions set question = 'Lake?', status = 'closed' where question = 'River 2?'")
      yield* change("update questions set status = 'closed' where question = 'River 3?'")
      const later = yield* read(whole.position, 1)
      const texts = [...later.entries.values()].filter(({ change, id }) => whole.entries.get(id)!.change !== change)
      expect(texts.map(({ id }) => id)).toEqual([idOf(2)])
      expect((yield* read(later.position, 10)).entries.get(idOf(3))?.change ?? whole.entries.get(idOf(3))!.change)
        .toBe(whole.entries.get(idOf(3))!.change)
    })))

  it("learns which words are alike, once enough has changed", () =>
    run(Effect.gen(function*() {
      const retrieval = yield* Retrieval
      const words = (n: number) => n % 2 === 0 ? "car engine road driver automobile" : "bread flour oven baker dough"
      for (let n = 0; n < 40; n++) {
        yield* ask(n, words(n).split(" ").filter((_, at) => at !== (n >> 1) % 5).join(" "))
      }
      expect((yield* search("car")).by_meaning).toBe(false)
      expect(yield* retrieval.trainNext("here")).toBe(true)
      expect(yield* retrieval.trainNext("here")).toBe(false)
      yield* ask(98, "driver road")
      yield* ask(99, "baker dough")
      const ids = yield* found("automobile")
      expect([ids.includes(98), ids.includes(99)]).toEqual([true, false])
    })))
})

onServerDatabase("the corpus of the platform under concurrent writes", (db) => {
  it("misses no text whose transaction began before a search and ends after it", () =>
    Effect.runPromise(Effect.zipRight(
      db.reset,
      Effect.gen(function*() {
        const sql = yield* SqlClient
        const [written, searched] = yield* Effect.all([Deferred.make<void>(), Deferred.make<void>()])
        const slow = yield* Effect.fork(sql.withTransaction(Effect.gen(function*() {
          yield* ask(1, "The slow river?")
          yield* Deferred.succeed(written, undefined)
          yield* Deferred.await(searched)
        })))
        yield* Deferred.await(written)
        yield* ask(2, "The quick river?")
        for (let n = 0; n < 3; n++) expect(yield* found("river")).toEqual([2])
        yield* Deferred.succeed(searched, undefined)
        yield* Fiber.join(slow)
        expect(yield* found("river")).toEqual([1, 2])
        yield* change("update questions set question = 'A lake?' where question like '%slow%'")
        expect(yield* found("river")).toEqual([2])
      }).pipe(Effect.provide(services), Effect.scoped, Effect.provide(db.layer))
    )))
})
