import {
  EmbeddedRanking,
  embeddedTextsMax,
  type EmbeddingPurpose,
  Embeddings,
  EmbeddingsFailed,
  EmbeddingStore,
  EntryEmbeddings,
  Retrieval,
  type RetrievalEntry,
  type RetrievalRequest
} from "@auspex/domain/retrieval"
import type { onEachDatabase } from "@auspex/testkit/databases"
import { fakeVector } from "@auspex/testkit/models"
import { SqlClient } from "@effect/sql/SqlClient"
import { Context, Effect, Layer, Logger, LogLevel, TestClock, TestContext } from "effect"
import { expect, it } from "vitest"
import { LeasesPg } from "../../src/kernel/LeasesPg.ts"
import { UnitOfWorkPg } from "../../src/kernel/UnitOfWorkPg.ts"
import { EmbeddingStorePg } from "../../src/research/retrieval/EmbeddingStorePg.ts"
import { RetrievalStorePg } from "../../src/research/retrieval/RetrievalStorePg.ts"

const stores = Layer.mergeAll(RetrievalStorePg.layer, EmbeddingStorePg.layer, LeasesPg.layer, UnitOfWorkPg.layer)

/** A model whose vectors tell synonyms, and what it was asked for. */
export class FakeModel {
  readonly texts: Array<string> = []
  fails: (texts: ReadonlyArray<string>, purpose: EmbeddingPurpose) => EmbeddingsFailed["reason"] | undefined = () =>
    undefined
  dimensions = 64
  vectorOf = (text: string): Float32Array => Float32Array.from(fakeVector(this.model!, text).slice(0, this.dimensions))
  readonly model: string | undefined
  constructor(model: string | undefined) {
    this.model = model
  }

  /** An instance of the service with this model, whose store of vectors is `alter` of the real one. */
  with(alter: (store: Context.Tag.Service<EmbeddingStore>) => Context.Tag.Service<EmbeddingStore>) {
    const altered = Layer.effect(EmbeddingStore, Effect.map(EmbeddingStore, alter)).pipe(
      Layer.provide(EmbeddingStorePg.layer)
    )
    return this.instanceOn(this.servicesOn(Layer.merge(stores, altered)))
  }

  private get services() {
    return this.servicesOn(stores)
  }

  private servicesOn<R>(given: Layer.Layer<Layer.Layer.Success<typeof stores>, never, R>) {
    const embeddings = Layer.succeed(Embeddings, {
      model: this.model,
      embed: (texts, purpose) =>
        Effect.suspend(() => {
          const reason = this.fails(texts, purpose)
          if (reason !== undefined) return Effect.fail(new EmbeddingsFailed({ reason, detail: "no" }))
          if (purpose === "document") this.texts.push(...texts)
          return Effect.succeed(texts.map(this.vectorOf))
        })
    })
    return Layer.mergeAll(Retrieval.layer.pipe(Layer.provide(EmbeddedRanking.layer)), EntryEmbeddings.layer).pipe(
      Layer.provide(Layer.merge(given, embeddings))
    )
  }

  /** An instance of the service with this model. */
  get instance() {
    return this.instanceOn(this.services)
  }

  /** An instance with a connection of its own. */
  another(database: Layer.Layer<SqlClient>) {
    return this.instanceOn(Layer.provide(this.services, database))
  }

  private instanceOn<R>(services: Layer.Layer<Retrieval | EntryEmbeddings, never, R>) {
    return Effect.map(
      Layer.build(Layer.fresh(services)),
      (context) => {
        const retrieval = Context.get(context, Retrieval)
        const { embedNext } = Context.get(context, EntryEmbeddings)
        const find = (q: string, of: Partial<RetrievalRequest> = {}) =>
          retrieval.search({ corpus: "w1", q, limit: 100, offset: 0, ...of })
        return {
          ...retrieval,
          find,
          ids: (q: string, of: Partial<RetrievalRequest> = {}) =>
            Effect.map(find(q, of), ({ items }) => items.map(({ id }) => id)),
          embedNext: embedNext(`${this.model}`),
          embedAll: Effect.repeat(embedNext(`${this.model}`), { while: (more) => more })
        }
      }
    )
  }
}

export const entry = (id: string, text: string, of: Partial<RetrievalEntry> = {}): RetrievalEntry => ({
  id,
  project_id: null,
  kind: "passage",
  source_id: null,
  at: new Date("2026-01-01T00:00:00Z"),
  title: null,
  text,
  ...of
})
export const entries = (count: number, word = "river") =>
  Array.from({ length: count }, (_, n) => entry(`e${n}`, `${word} number${n}`))

export const storedModels = Effect.flatMap(SqlClient, (sql) =>
  Effect.map(
    sql.unsafe<{ readonly model: string; readonly count: number }>(
      "select model, count(*)::integer as count from retrieval_vectors where vector <> '' group by model order by model"
    ),
    (rows) => rows.map(({ count, model }) => [model, count])
  ))

/** What holds wherever vectors are compared: in memory, or by the database. */
export const embeddingsContract =
  (comparedBy: "memory" | "database") => (db: Parameters<Parameters<typeof onEachDatabase>[1]>[0]): void => {
    const run = <A, E>(work: Parameters<typeof db.run<A, E>>[0]): Promise<A> => db.run(Effect.zipRight(db.reset, work))

    it("find entries of like meaning, in their present versions", () =>
      run(Effect.scoped(Effect.gen(function*() {
        const fake = new FakeModel("m")
        const { embedAll, find, ids, put, remove } = yield* fake.instance
        yield* put("w1", [
          entry("a", "The car stopped.", { title: "Traffic" }),
          entry("b", "A flood."),
          entry("c", "Tea")
        ])
        yield* put("w2", [entry("a", "automobile")])
        expect(yield* ids("automobile")).toEqual([])
        expect((yield* find("automobile")).by_meaning).toBe(false)
        yield* embedAll
        expect([...fake.texts].sort()).toEqual(["A flood.", "Tea", "Traffic\nThe car stopped.", "automobile"])
        const { by_meaning, items } = yield* find("vehicle")
        expect([items[0]?.id, by_meaning]).toEqual(["a", true])
        expect((yield* ids("deluge"))[0]).toBe("b")
        expect(yield* ids("automobile -car")).not.toContain("a")
        expect(yield* ids("automobile", { filters: { kind: "reasoning" } })).toEqual([])
        expect((yield* ids("deluge", { part: "embedding" }))[0]).toBe("b")
        expect(yield* ids("deluge", { part: "meaning" })).toEqual([])
        yield* put("w1", [entry("a", "Coffee")])
        yield* remove("w1", ["b"])
        expect(yield* ids("deluge", { part: "embedding" })).not.toContain("b")
        expect(yield* storedModels).toEqual([["m", 3]])
        yield* embedAll
        expect((yield* ids("coffee", { part: "embedding" }))[0]).toBe("a")
        expect((yield* ids("vehicle", { part: "embedding" }))[0]).not.toBe("a")
        expect(yield* storedModels).toEqual([["m", 3]])
      }))))

    it("are finished though removed entries have been swept", () =>
      run(Effect.scoped(Effect.gen(function*() {
        const { embedAll, embedNext, put, remove, sweep } = yield* new FakeModel("m").instance
        yield* put("w1", [entry("a", "car"), entry("b", "flood")])
        yield* embedAll
        yield* put("w1", [entry("c", "tea")])
        yield* remove("w1", ["b", "c"])
        yield* Effect.flatMap(
          SqlClient,
          (sql) => sql.unsafe("update retrieval_entries set removed_at = removed_at - interval '2 days'")
        )
        expect(yield* sweep).toBe(true)
        expect(yield* embedNext).toBe(false)
        expect(yield* storedModels).toEqual([["m", 1]])
      }))))

    it("change nothing without a model, or before most entries have vectors", () =>
      run(Effect.scoped(Effect.gen(function*() {
        const plain = yield* Effect.map(
          Layer.build(Layer.provide(Retrieval.layer, stores)),
          (context) => Context.get(context, Retrieval)
        )
        const none = yield* new FakeModel(undefined).instance
        const some = yield* new FakeModel("m").instance
        yield* plain.put("w1", entries(embeddedTextsMax * 2))
        yield* plain.train("w1")
        expect(yield* none.embedNext).toBe(false)
        expect(yield* some.embedNext).toBe(true)
        for (const q of ["river number7", "river -number3", "\"river number9\"", "lake"]) {
          const expected = yield* plain.search({ corpus: "w1", q, limit: 100, offset: 0 })
          expect(yield* none.find(q)).toEqual(expected)
          expect(yield* some.find(q)).toEqual(expected)
        }
      }))))

    it("are read by an instance once, however many search at the same time", () =>
      run(Effect.scoped(Effect.gen(function*() {
        const fake = new FakeModel("m")
        const first = yield* fake.instance
        yield* first.put("w1", entries(1_100))
        yield* first.embedAll
        const { find, ids } = yield* fake.instance
        const searches = Array.from({ length: 8 }, () => find("number7", { part: "embedding" }))
        yield* Effect.all(searches, { concurrency: "unbounded" })
        const loaded = ids("number7", { part: "embedding" })
        const found = yield* Effect.repeat(Effect.zipLeft(loaded, Effect.sleep(0)), {
          until: ({ length }) => length > 0
        })
        expect(found[0]).toBe("e7")
        const { items } = yield* find("number7", { part: "embedding" })
        // Equal shares of one ranking: a vector that was added twice would count twice.
        expect(items[0]!.score).toBeCloseTo(1 / 3, 6)
      }))))

    it("are made anew by another model, and searches go on meanwhile", () =>
      run(Effect.scoped(Effect.gen(function*() {
        const before = yield* new FakeModel("old").instance
        yield* before.put("w1", [...entries(150), entry("a", "automobile")])
        yield* before.embedAll
        const after = yield* new FakeModel("new").instance
        expect(yield* after.ids("car")).toEqual([])
        for (let batch = 0; batch < 2; batch++) {
          yield* after.embedNext
          expect((yield* after.ids("river")).length).toBe(100)
          expect((yield* before.ids("car"))[0]).toBe("a")
        }
        expect(yield* storedModels).toEqual([["new", 128], ["old", 151]])
        yield* after.embedAll
        expect(yield* storedModels).toEqual([["new", 151]])
        expect((yield* after.ids("car"))[0]).toBe("a")
        // Instances with the former configuration make nothing, and go on with what they have.
        yield* before.put("w1", [entry("late", "car")])
        expect(yield* before.embedNext).toBe(false)
        expect(yield* before.ids("vehicle")).toEqual(comparedBy === "memory" ? expect.arrayContaining(["a"]) : [])
        expect((yield* before.ids("automobile"))[0]).toBe("a")
      }))))

    it("go on where they were when the model fails in between, which is told once", () =>
      run(
        Effect.scoped(Effect.gen(function*() {
          const fake = new FakeModel("m")
          const messages: Array<string> = []
          const logger = Logger.make<unknown, void>(({ logLevel, message }) => {
            if (logLevel.label !== "DEBUG") messages.push(String(message))
          })
          yield* Effect.gen(function*() {
            const { embedAll, embedNext, ids, put } = yield* fake.instance
            yield* put("w1", entries(150))
            yield* embedNext
            fake.fails = () => "unavailable"
            for (const seconds of [5, 10, 20]) {
              expect(yield* embedNext).toBe(false)
              fake.fails = () => expect.fail("asked during a pause")
              yield* TestClock.adjust(`${seconds - 1} seconds`)
              expect(yield* embedNext).toBe(false)
              yield* TestClock.adjust("1 seconds")
              fake.fails = () => "refused"
            }
            expect((yield* ids("river")).length).toBe(100)
            fake.fails = () => undefined
            yield* embedAll
            expect(new Set(fake.texts).size).toBe(150)
            expect(fake.texts.length).toBe(150)
            // Searches go on without the model, and ask it again after a while.
            fake.fails = () => "unavailable"
            expect((yield* ids("river")).length).toBe(100)
            fake.fails = () => expect.fail("asked during a pause")
            expect((yield* ids("river again")).length).toBe(100)
            yield* TestClock.adjust("30 seconds")
            fake.fails = () => undefined
            expect((yield* ids("number7", { part: "embedding" }))[0]).toBe("e7")
          }).pipe(Effect.provide(Logger.replace(Logger.defaultLogger, logger)))
          expect(messages.map((message) => message.split(/ until|:/)[0])).toEqual([
            "Entries are not embedded",
            "Entries are embedded again",
            "Searches go on without embeddings",
            "Searches use embeddings again"
          ])
        })).pipe(Effect.provide(TestContext.TestContext))
      ))

    it("pass over texts that the model does not accept, unless it accepts nothing", () =>
      run(
        Effect.scoped(Effect.gen(function*() {
          const fake = new FakeModel("m")
          const { embedAll, embedNext, ids, put } = yield* fake.instance
          const long = `${"tide ".repeat(500)}shore`
          yield* put("w1", [...entries(20), entry("poison", "poison"), entry("long", long)])
          fake.fails = (texts) =>
            texts.some((text) => text.includes("poison") || text.length > 1_000) ? "input" : undefined
          yield* embedAll
          expect(yield* storedModels).toEqual([["m", 21]])
          expect((yield* ids("tide", { part: "embedding" }))[0]).toBe("long")
          yield* put("w1", [entry("more", "more")])
          fake.fails = () => "input"
          expect(yield* embedNext).toBe(false)
          expect(yield* storedModels).toEqual([["m", 21]])
        })).pipe(Logger.withMinimumLogLevel(LogLevel.None))
      ))

    it("rank what they have, however many texts the model does not accept", () =>
      run(
        Effect.scoped(Effect.gen(function*() {
          const fake = new FakeModel("m")
          const { embedAll, find, ids, put, remove } = yield* fake.instance
          fake.fails = (texts) => texts.some((text) => text.includes("poison")) ? "input" : undefined
          yield* put("w1", [...entries(12), ...entries(12, "poison").map((one) => ({ ...one, id: `p${one.id}` }))])
          yield* embedAll
          expect((yield* ids("river", { part: "embedding" })).length).toBe(12)
          expect((yield* find("poison number7")).items[0]!.id).toBe("pe7")
          // A version that the model accepts, a version that it rejects, and a removal.
          yield* put("w1", [entry("pe0", "river once more"), entry("e0", "poison once more")])
          yield* remove("w1", ["pe1"])
          yield* embedAll
          const ranked = yield* ids("river", { part: "embedding" })
          expect([ranked.length, ranked.includes("pe0"), ranked.includes("e0")]).toEqual([12, true, false])
          const other = yield* fake.instance
          expect((yield* other.ids("river", { part: "embedding" })).toSorted()).toEqual(ranked.toSorted())
        })).pipe(Logger.withMinimumLogLevel(LogLevel.None))
      ))

    it("of other dimensions than before are not stored, nor used for searches", () =>
      run(
        Effect.scoped(Effect.gen(function*() {
          const fake = new FakeModel("m")
          const { embedAll, embedNext, ids, put } = yield* fake.instance
          yield* put("w1", [entry("a", "car")])
          yield* embedAll
          fake.dimensions = 32
          yield* put("w1", [entry("b", "automobile")])
          expect(yield* embedNext).toBe(false)
          expect(yield* storedModels).toEqual([["m", 1]])
          expect(yield* ids("vehicle")).toEqual([])
        })).pipe(Logger.withMinimumLogLevel(LogLevel.None))
      ))

    it("are stored once when two have made them", () =>
      run(Effect.provide(
        Effect.gen(function*() {
          const store = yield* EmbeddingStore
          const { put } = yield* new FakeModel("m").instance
          yield* put("w1", entries(2))
          const { after, entries: [first, second] } = yield* store.batch("w1", "m", 10)
          const batchOf = (...bytes: ReadonlyArray<number>) => ({
            after,
            dimensions: 1,
            vectors: [first!, second!].slice(0, bytes.length).map(({ change, id }, at) => ({
              id,
              change,
              vector: Uint8Array.of(0, 0, 0, 0, bytes[at]!)
            }))
          })
          yield* store.save("w1", "m", batchOf(1, 2))
          yield* store.save("w1", "m", batchOf(3))
          const stored = yield* store.vectors("w1", "m", 0, 10, 10)
          expect(stored.map(({ vector }) => vector[4])).toEqual([1, 2])
          expect((yield* store.batch("w1", "m", 10)).entries).toEqual([])
        }).pipe(Effect.scoped),
        EmbeddingStorePg.layer
      )))
  }
