import { Refusal, UnitOfWork } from "@auspex/domain/kernel"
import { Retrieval, type RetrievalEntry, type RetrievalRequest, RetrievalStore } from "@auspex/domain/retrieval"
import { onEachDatabase, onServerDatabase } from "@auspex/testkit/databases"
import { SqlClient } from "@effect/sql/SqlClient"
import { Context, Effect, Exit, Layer } from "effect"
import { expect, it } from "vitest"
import { LeasesPg } from "../../src/kernel/LeasesPg.ts"
import { UnitOfWorkPg } from "../../src/kernel/UnitOfWorkPg.ts"
import { RetrievalStorePg } from "../../src/research/retrieval/RetrievalStorePg.ts"

const services = Retrieval.layer.pipe(
  Layer.provideMerge(Layer.mergeAll(RetrievalStorePg.layer, LeasesPg.layer, UnitOfWorkPg.layer))
)

const entry = (id: string, text: string, of: Partial<RetrievalEntry> = {}): RetrievalEntry => ({
  id,
  project_id: null,
  kind: "passage",
  source_id: null,
  at: new Date("2026-01-01T00:00:00Z"),
  title: null,
  text,
  ...of
})

const vehicles = Array.from({ length: 40 }, (_, n) => {
  const words = n % 2 === 0 ? "car engine road driver automobile" : "bread flour oven baker dough"
  return entry(`v${n}`, words.split(" ").filter((_, at) => at !== (n >> 1) % 5).join(" "))
})

const find = (q: string, of: Partial<RetrievalRequest> = {}) =>
  Effect.flatMap(Retrieval, (retrieval) => retrieval.search({ corpus: "w1", q, limit: 10, offset: 0, ...of }))
const idsOf = (q: string, of: Partial<RetrievalRequest> = {}) =>
  Effect.map(find(q, of), ({ items }) => items.map(({ id }) => id))

onEachDatabase("retrieval", (db) => {
  const run = <A, E>(work: Effect.Effect<A, E, Retrieval | RetrievalStore | SqlClient | UnitOfWork>): Promise<A> =>
    db.run(Effect.zipRight(db.reset, Effect.scoped(Effect.provide(work, services))))

  it("finds what is stored, as it is stored, and nothing across corpora", () =>
    run(Effect.gen(function*() {
      const retrieval = yield* Retrieval
      const river = entry("a", "The rivers rose.", { title: "Floods", source_id: "s1", project_id: "p1" })
      yield* retrieval.put("w1", [river, entry("b", "A mountain.")])
      yield* retrieval.put("w2", [entry("a", "A river elsewhere.")])
      const { by_meaning, items, total } = yield* find("river flood")
      expect(items).toEqual([{
        ...river,
        score: expect.any(Number),
        highlights: { title: [{ start: 0, end: 6 }], text: [{ start: 4, end: 10 }] }
      }])
      expect([total, by_meaning]).toEqual([1, false])
      expect(yield* idsOf("river", { corpus: "w3" })).toEqual([])
      yield* retrieval.put("w1", [entry("a", "A lake."), entry("b", "A mountain.")])
      expect(yield* idsOf("river")).toEqual([])
      expect(yield* idsOf("lake")).toEqual(["a"])
      yield* retrieval.remove("w1", ["a", "nothing"])
      expect(yield* idsOf("lake")).toEqual([])
      expect(yield* idsOf("river", { corpus: "w2" })).toEqual(["a"])
      const changes = (yield* (yield* RetrievalStore).changes("w1", "", 10)).entries.map((
        { change, id }
      ) => [id, change])
      expect(changes).toEqual([["b", expect.any(Number)], ["a", 4]])
    })))

  it("meets filters, phrases and exclusions, and answers any text", () =>
    run(Effect.gen(function*() {
      const retrieval = yield* Retrieval
      const later = new Date("2026-02-01T00:00:00Z")
      yield* retrieval.put("w1", [
        entry("a", "sea level rise", { project_id: "p1", source_id: "s1" }),
        entry("b", "level of the sea", { project_id: "p2", kind: "reasoning", at: later })
      ])
      const filtered = (filters: RetrievalRequest["filters"]) => idsOf("sea level", { filters: filters! })
      expect(yield* filtered({ project_id: "p1" })).toEqual(["a"])
      expect(yield* filtered({ kind: "reasoning" })).toEqual(["b"])
      expect(yield* filtered({ source_id: "s1" })).toEqual(["a"])
      expect(yield* filtered({ after: later })).toEqual(["b"])
      expect(yield* filtered({ before: later })).toEqual(["a"])
      expect(yield* idsOf("\"sea level\"")).toEqual(["a"])
      expect(yield* idsOf("sea -rise")).toEqual(["b"])
      expect(yield* idsOf("level -\"sea level\"")).toEqual(["b"])
      expect((yield* idsOf("sea", { offset: 1 })).length).toBe(1)
      for (const q of ["", "the of", "-", "\"", "' or 1=1 --", "(((", "\u0000", "sea ".repeat(10_000)]) {
        expect((yield* idsOf(q)).length).toBeLessThanOrEqual(2)
      }
    })))

  it("finds texts of like meaning once it has learned from the corpus, and new ones at once", () =>
    run(Effect.gen(function*() {
      const retrieval = yield* Retrieval
      yield* retrieval.put("w1", vehicles)
      expect(yield* retrieval.trainNext("here")).toBe(true)
      expect(yield* retrieval.trainNext("here")).toBe(false)
      yield* retrieval.put("w1", [entry("new", "driver road"), entry("far", "baker dough")])
      const { by_meaning, items } = yield* find("automobile", { limit: 100 })
      const ids = items.map(({ id }) => id)
      expect(by_meaning).toBe(true)
      expect(ids).toContain("new")
      expect(ids).not.toContain("far")
      yield* retrieval.train("w1")
      expect((yield* find("automobile")).by_meaning).toBe(true)
    })))

  it("forgets removed entries after a day, and builds an index anew that has not read their removal", () =>
    run(Effect.gen(function*() {
      const retrieval = yield* Retrieval
      const sql = yield* SqlClient
      const store = yield* RetrievalStore
      yield* retrieval.put("w1", [entry("a", "river"), entry("b", "river"), entry("c", "river")])
      expect((yield* idsOf("river")).length).toBe(3)
      // Another instance has read up to here.
      const { position } = yield* store.changes("w1", "", 100)
      yield* retrieval.remove("w1", ["a"])
      expect(yield* retrieval.sweep).toBe(false)
      const { position: later } = yield* store.changes("w1", "", 100)
      yield* sql`update retrieval_entries set removed_at = removed_at - interval '25 hours' where removed_at is not null`
      expect([yield* retrieval.sweep, yield* retrieval.sweep]).toEqual([true, false])
      expect(yield* sql`select id from retrieval_entries order by id`).toEqual([{ id: "b" }, { id: "c" }])
      // This instance has not read the removal: it learns of it by reading everything again.
      expect(yield* find("river")).toMatchObject({ total: 2 })
      expect((yield* store.changes("w1", position, 100)).is_lost).toBe(true)
      for (const known of [later, "", (yield* store.changes("w1", "", 1)).position]) {
        expect((yield* store.changes("w1", known, 100)).is_lost).toBe(false)
      }
      yield* retrieval.put("w1", [entry("a", "river")])
      expect((yield* idsOf("river")).length).toBe(3)
    })))

  it("reads the text of entries whose terms are of another analysis, and trains their model again", () =>
    run(Effect.gen(function*() {
      const retrieval = yield* Retrieval
      const sql = yield* SqlClient
      yield* retrieval.put("w1", vehicles)
      yield* retrieval.train("w1")
      yield* sql`update retrieval_entries set analysis = 0, terms = '\\x0000000001'`
      yield* sql`update retrieval_models set analysis = 0`
      const fresh = yield* Effect.provide(Retrieval, Layer.fresh(services))
      const search = { corpus: "w1", q: "automobile", limit: 100, offset: 0 }
      const before = yield* fresh.search(search)
      expect([before.by_meaning, before.total > 10]).toEqual([false, true])
      expect([yield* fresh.trainNext("here"), yield* fresh.trainNext("here")]).toEqual([true, false])
      expect((yield* fresh.search(search)).by_meaning).toBe(true)
      yield* fresh.put("w1", [vehicles[0]!])
      expect(yield* sql`select count(*)::integer as count from retrieval_entries where analysis = 1`)
        .toEqual([{ count: 1 }])
    })))

  it("keeps nothing of a unit of work that is rolled back, and does not search in one", () =>
    run(Effect.gen(function*() {
      const retrieval = yield* Retrieval
      const units = yield* UnitOfWork
      const put = retrieval.put("w1", [entry("a", "river")])
      yield* Effect.exit(units.transact(Effect.zipRight(put, Effect.fail("no"))))
      expect(yield* idsOf("river")).toEqual([])
      yield* put
      expect(yield* idsOf("river")).toEqual(["a"])
      expect(Exit.isFailure(yield* Effect.exit(units.transact(find("river"))))).toBe(true)
      const long = yield* Effect.flip(retrieval.put("w1", [entry("b", "x".repeat(50_001))]))
      expect(long).toBeInstanceOf(Refusal)
    })))
})

onServerDatabase("retrieval by several instances", (db) => {
  it("misses no entry that is put while others are put, searched and learned from", () =>
    Effect.runPromise(Effect.zipRight(
      db.reset,
      Effect.gen(function*() {
        const instance = Effect.map(
          Layer.build(Layer.fresh(Layer.provide(services, db.another))),
          (context) => Context.get(context, Retrieval)
        )
        const [one, two] = yield* Effect.all([instance, instance])
        const search = { corpus: "w1", q: "river", limit: 100, offset: 0 }
        yield* Effect.all(
          Array.from({ length: 40 }, (_, n) =>
            Effect.zipRight(
              (n % 2 === 0 ? one : two).put("w1", [entry(`e${n}`, `river number${n % 5}`)]),
              n % 8 === 7 ? Effect.zipRight(one.train("w1"), two.search(search)) : one.search(search)
            )),
          { concurrency: 8 }
        )
        for (const each of [one, two]) expect((yield* each.search(search)).items.length).toBe(40)
      }).pipe(Effect.scoped, Effect.provide(db.layer))
    )))
})
