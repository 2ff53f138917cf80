import { Refusal, UnitOfWork } from "@auspex/domain/kernel"
import { Retrieval, type RetrievalEntry, type RetrievalRequest, RetrievalStore } from "@auspex/domain/retrieval"
import { onEachDatabase, onServerDatabase } from "@auspex/testkit/databases"
import { Context, Effect, Exit, Layer } from "effect"
import { expect, it } from "vitest"
import { LeasesPg } from "../../src/kernel/LeasesPg.ts"
import { UnitOfWorkPg } from "../../src/kernel/UnitOfWorkPg.ts"
import { RetrievalStorePg } from "../../src/retrieval/RetrievalStorePg.ts"

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
  const run = <A, E>(work: Effect.Effect<A, E, Retrieval | RetrievalStore | UnitOfWork>): Promise<A> =>
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
      const changes = (yield* (yield* RetrievalStore).changes("w1", 0, 10)).entries.map((
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
