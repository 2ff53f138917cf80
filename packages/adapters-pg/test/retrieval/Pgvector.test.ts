import type { RetrievalRequest } from "@auspex/domain/retrieval"
import {
  onEmbeddedDatabase,
  onPgvectorDatabase,
  recordingStatements,
  type TestDatabase
} from "@auspex/testkit/databases"
import { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Logger, LogLevel, TestClock, TestContext } from "effect"
import { expect, it } from "vitest"
import { ServerDatabase } from "../../src/database/ServerDatabase.ts"
import { Pgvector } from "../../src/research/retrieval/Pgvector.ts"
import { pgvectorRemoval, pgvectorSchemaName } from "../../src/research/retrieval/pgvectorSql.ts"
import { embeddingsContract, entries, entry, FakeModel, storedModels } from "./embeddingsContract.ts"

onPgvectorDatabase("embeddings by pgvector", embeddingsContract("database"))

/** Vectors around some centres, by the number in a text. */
const clustered = (dimensions: number) => {
  const normals = (seed: number) => {
    let state = Math.imul(seed + 1, 2_654_435_761)
    const next = () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0
      return ((state >>> 0) + 1) / (2 ** 32 + 2)
    }
    return Float32Array.from(
      { length: dimensions },
      () => Math.sqrt(-2 * Math.log(next())) * Math.cos(2 * Math.PI * next())
    )
  }
  const centres = Array.from({ length: 20 }, (_, n) => normals(1_000_000 + n))
  return (text: string): Float32Array => {
    const number = Number(/\d+/.exec(text)?.[0] ?? 0)
    const centre = centres[number % centres.length]!
    return normals(number).map((value, k) => value + centre[k]!)
  }
}

const rows = (text: string) => Effect.flatMap(SqlClient, (sql) => sql.unsafe<Readonly<Record<string, unknown>>>(text))

const indexes = Effect.map(
  rows("select indexname from pg_indexes where indexname like 'retrieval_pgvectors_near%'"),
  ({ length }) => length
)

const byMemory = (fake: FakeModel) =>
  fake.with((store) => ({
    ...store,
    progress: (...of) => Effect.map(store.progress(...of), (progress) => ({ ...progress, is_compared: false }))
  }))

const arrangeOn = (db: TestDatabase) => (fewMax?: number) =>
  Pgvector.arrange(
    (work) => db.name === "embedded" ? work : Effect.provide(work, ServerDatabase.migrationLayer({ url: db.url() })),
    fewMax
  )

onPgvectorDatabase("pgvector", (db) => {
  const arrange = arrangeOn(db)
  const run = <A, E>(work: Parameters<typeof db.run<A, E>>[0]): Promise<A> => db.run(Effect.zipRight(db.reset, work))

  const searches: ReadonlyArray<Partial<RetrievalRequest>> = [
    {},
    { filters: { kind: "reasoning" } },
    { filters: { project_id: "p1" } },
    { filters: { source_id: "s3", kind: "passage" } },
    { filters: { after: new Date("2026-01-02T00:00:00Z"), before: new Date("2026-01-05T00:00:00Z") } },
    { q: "about 7 -\"even\"" },
    { q: "about 8 \"even\"" }
  ]

  it(
    "agrees with the comparison in memory: at least 99 of the 100 nearest, with and without an index",
    () =>
      run(Effect.scoped(Effect.gen(function*() {
        const fake = new FakeModel("m")
        fake.vectorOf = clustered(64)
        const { embedAll, put, remove } = yield* fake.instance
        yield* put(
          "w1",
          Array.from({ length: 1_500 }, (_, n) =>
            entry(`e${n}`, `text ${n} ${n % 2 === 0 ? "even" : "odd"}`, {
              kind: n % 5 === 0 ? "reasoning" : "passage",
              project_id: `p${n % 3}`,
              source_id: `s${n % 7}`,
              at: new Date(Date.UTC(2026, 0, 1 + (n % 9)))
            }))
        )
        yield* put("w2", entries(100, "text"))
        yield* embedAll
        yield* put("w1", [entry("e7", "text 907007 changed"), entry("e8", "text 8 even, changed")])
        yield* remove("w1", Array.from({ length: 50 }, (_, n) => `e${n * 20 + 13}`))
        const agree = Effect.gen(function*() {
          const memory = yield* byMemory(fake)
          const database = yield* fake.instance
          for (let reads = 0; reads < 20; reads++) yield* memory.find("about 1", { part: "embedding" })
          for (const of of searches) {
            let common = 0
            let all = 0
            for (let n = 0; n < 5; n++) {
              const request = {
                part: "embedding",
                ...of,
                q: (of.q ?? "about 7").replace(/\d+/, (q) => `${Number(q) + n}`)
              } as const
              const expected = yield* memory.find(request.q, request)
              const found = yield* database.find(request.q, request)
              const ids = new Set(found.items.map(({ id }) => id))
              all += expected.items.length
              common += expected.items.filter(({ id }) => ids.has(id)).length
              expect(found.items[0]?.id).toBe(expected.items[0]?.id)
            }
            expect(all).toBeGreaterThan(100)
            expect(common / all, JSON.stringify(of)).toBeGreaterThanOrEqual(0.99)
          }
        })
        yield* agree
        expect(yield* arrange(500)).toBe(true)
        expect(yield* indexes).toBe(1)
        yield* agree
        expect(yield* arrange(500)).toBe(false)
        // The index goes with the vectors of its model.
        const other = yield* new FakeModel("other").instance
        yield* other.embedAll
        expect(yield* arrange(5_000)).toBe(true)
        expect(yield* indexes).toBe(0)
        expect(yield* rows("select distinct model from retrieval_pgvectors")).toEqual([{ model: "other" }])
      }))),
    120_000
  )

  it("takes one statement of a search, also of the first one but for the progress of the model", () =>
    run(Effect.scoped(Effect.gen(function*() {
      const fake = new FakeModel("m")
      const { embedAll, put } = yield* fake.instance
      yield* put("w1", [...entries(300), entry("a", "automobile")])
      yield* embedAll
      const texts: Array<string> = []
      const { ids } = yield* fake.another(recordingStatements(db.layer, ({ text }) => void texts.push(text)))
      for (const told of [["changes", "progress", "nearest", "entries"], ["changes", "nearest", "entries"]]) {
        texts.length = 0
        expect((yield* ids("car"))[0]).toBe("a")
        expect(texts.length).toBe(told.length)
        expect(texts.filter((text) => text.includes("retrieval_nearest("))).toHaveLength(1)
        expect(texts.filter((text) => text.includes("select id, change, vector"))).toEqual([])
      }
    }))))

  it("carries over what was stored before it was there, and searches go on meanwhile and when it is gone", () =>
    run(Effect.scoped(Effect.gen(function*() {
      yield* rows("drop extension vector cascade")
      expect((yield* Pgvector.prepare(false)).kind).toBe("available")
      const fake = new FakeModel("m")
      const { embedAll, ids, put, remove } = yield* fake.instance
      yield* put("w1", [...entries(450), entry("a", "automobile")])
      yield* embedAll
      expect(yield* arrange()).toBe(false)
      const carFirst = (instance: { readonly ids: typeof ids }) =>
        Effect.repeat(Effect.zipLeft(instance.ids("car"), Effect.sleep(0)), { until: ([first]) => first === "a" })
      yield* carFirst({ ids })
      expect((yield* Pgvector.prepare(true)).kind).toBe("used")
      expect((yield* Pgvector.prepare(true)).kind).toBe("used")
      const carried = rows("select count(*)::integer as count from retrieval_pgvectors")
      expect(yield* carried).toEqual([{ count: 0 }])
      const meanwhile = yield* fake.instance
      yield* carFirst(meanwhile)
      yield* put("w1", [entry("e1", "deluge")])
      yield* remove("w1", ["e2"])
      yield* embedAll
      expect(yield* carried).toEqual([{ count: 1 }])
      // In two steps: the first index is missing until many vectors are counted.
      expect(yield* arrange(400)).toBe(true)
      expect(yield* carried).toEqual([{ count: 450 }])
      expect(yield* rows("select is_ready, index_name is not null as is_indexed from retrieval_compared"))
        .toEqual([{ is_ready: true, is_indexed: true }])
      expect((yield* meanwhile.ids("flood", { part: "embedding" }))[0]).toBe("e1")
      // Dropped by an operator while instances run: vectors are stored, and searches go on in memory.
      yield* rows("drop extension vector cascade")
      yield* put("w1", [entry("b", "tea")])
      yield* embedAll
      expect(yield* storedModels).toEqual([["m", 451]])
      expect((yield* Logger.withMinimumLogLevel(meanwhile.ids("river"), LogLevel.None)).length).toBe(100)
      yield* carFirst(meanwhile)
      yield* carFirst(yield* fake.instance)
      expect((yield* Pgvector.prepare(false)).kind).toBe("available")
      expect(yield* rows("select from retrieval_compared")).toEqual([])
      expect((yield* Pgvector.prepare(true)).kind).toBe("used")
      yield* arrange()
      expect(yield* carried).toEqual([{ count: 451 }])
    }))))

  it(
    "has what is stored, whatever instances store, remove and carry over at the same time",
    () =>
      run(Effect.scoped(Effect.gen(function*() {
        const fake = new FakeModel("m")
        const [one, two] = yield* Effect.all([fake.another(db.another), fake.another(db.another)])
        yield* one.put("w1", entries(600))
        yield* one.embedAll
        // As if they had been stored before the extension was there.
        yield* rows(
          "delete from retrieval_pgvectors; update retrieval_compared set is_carried = false, is_ready = false"
        )
        const changes = Effect.forEach(entries(60), ({ id }, n) =>
          n % 2 === 0 ? two.remove("w1", [id]) : two.put("w1", [entry(id, `lake ${id}`)]))
        yield* Effect.all([
          arrange(100),
          // The embedded database has one session and one instance, which no lock tells apart.
          db.name === "server" ? arrange(100) : Effect.void,
          changes,
          Effect.zipRight(one.put("w1", entries(100, "sea").map((of) => ({ ...of, id: `s${of.id}` }))), one.embedAll),
          two.embedAll
        ], { concurrency: "unbounded" })
        yield* one.embedAll
        yield* arrange(100)
        const different = rows(`
        select id, change from (select id, change from retrieval_vectors where vector <> '') v
        full join retrieval_pgvectors p using (id, change) where p.corpus is null or v.* is null`)
        expect(yield* different).toEqual([])
        expect(yield* rows("select count(*)::integer as count from retrieval_pgvectors")).toEqual([{ count: 670 }])
        expect(yield* indexes).toBe(1)
        expect((yield* two.ids("number42", { part: "embedding" }))[0]).toMatch(/^s?e42$/)
      }))),
    60_000
  )
})

onPgvectorDatabase("pgvector that answers late or not at all", (db) => {
  it("is not waited for, and asked again after a pause", () =>
    db.run(Effect.zipRight(
      db.reset,
      Effect.scoped(Effect.gen(function*() {
        const messages: Array<string> = []
        const logger = Logger.make<unknown, void>(({ message }) => void messages.push(String(message)))
        const fake = new FakeModel("m")
        const before = yield* fake.instance
        yield* before.put("w1", [...entries(20), entry("a", "automobile")])
        yield* before.embedAll
        let asked = 0
        let mode: "late" | "failing" | "well" = "late"
        const { ids } = yield* fake.with((store) => ({
          ...store,
          nearest: (...of) =>
            Effect.suspend(() => {
              asked++
              if (mode === "well") return store.nearest(...of)
              return mode === "late" ? Effect.never : Effect.dieMessage("out of order")
            })
        }))
        yield* Effect.gen(function*() {
          const search = yield* Effect.fork(ids("car river"))
          yield* Effect.repeat(Effect.yieldNow(), { until: () => asked > 0 })
          yield* TestClock.adjust("400 millis")
          expect((yield* Effect.fromFiber(search)).length).toBe(20)
          expect((yield* ids("car river")).length).toBe(20)
          expect(asked).toBe(1)
          yield* TestClock.adjust("30 seconds")
          mode = "failing"
          expect((yield* ids("car river")).length).toBe(20)
          expect(asked).toBe(2)
          yield* TestClock.adjust("30 seconds")
          mode = "well"
          expect((yield* ids("car"))[0]).toBe("a")
        }).pipe(Effect.provide(Logger.replace(Logger.defaultLogger, logger)))
        expect(messages).toEqual([
          "Searches go on without embeddings: the database took longer than 400 ms to compare vectors.",
          "Searches use embeddings again"
        ])
      })).pipe(Effect.provide(TestContext.TestContext))
    )))
})

onPgvectorDatabase("a restored dump of a database with pgvector", (db) => {
  it("lacks the vectors of pgvector, which are made anew at the next start", () =>
    db.run(Effect.scoped(Effect.gen(function*() {
      const { embedAll, ids, put } = yield* new FakeModel("m").instance
      yield* put("w1", [...entries(20), entry("a", "automobile")])
      yield* embedAll
      const isInDumps = rows(`select from pg_class where oid = to_regclass('retrieval_pgvectors')
        and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')`)
      expect(yield* isInDumps).toEqual([])
      yield* rows("alter extension vector drop table retrieval_pgvectors; drop table retrieval_pgvectors")
      expect(yield* Pgvector.prepare(false)).toMatchObject({ kind: "used" })
      yield* put("w1", [entry("b", "deluge")])
      yield* embedAll
      expect(yield* arrangeOn(db)()).toBe(true)
      expect(yield* rows("select count(*)::integer as count from retrieval_pgvectors")).toEqual([{ count: 22 }])
      expect((yield* ids("car"))[0]).toBe("a")
    }))))
})

onPgvectorDatabase("pgvector without the right to create it", (db) => {
  it("is reported, and changes nothing", () =>
    db.run(Effect.gen(function*() {
      yield* rows(`drop extension vector cascade; ${pgvectorRemoval}`)
      // Rolled back, because a role is one of the whole server.
      const refused = yield* Effect.flatMap(SqlClient, (sql) =>
        Effect.flip(sql.withTransaction(Effect.gen(function*() {
          yield* rows(
            "create role auspex_weak; grant select on retrieval_compared to auspex_weak; set local role auspex_weak"
          )
          return yield* Effect.fail(yield* Pgvector.prepare(true))
        }))))
      expect(refused).toMatchObject({ kind: "refused", reason: expect.stringMatching(/^permission denied/) })
      expect((yield* Pgvector.state).kind).toBe("available")
    })))
})

onEmbeddedDatabase("a database without pgvector", (db) => {
  it("compares in memory, and loses what a dump has left of it", () =>
    db.run(Effect.gen(function*() {
      expect(yield* Pgvector.prepare(true)).toEqual({ kind: "none" })
      yield* rows(`
        create function retrieval_pgvectors_follow() returns trigger language plpgsql as 'begin perform 1::halfvec; end';
        create trigger retrieval_pgvectors_insert after insert on retrieval_vectors
          for each statement execute function retrieval_pgvectors_follow();
        create table retrieval_pgvectors (vector real[]); comment on table retrieval_pgvectors is '${pgvectorSchemaName}'`)
      expect(yield* Pgvector.prepare(false)).toEqual({ kind: "none" })
      expect(yield* rows("select from pg_trigger where tgname like 'retrieval_pgvectors%'")).toEqual([])
      expect(yield* rows("select to_regclass('retrieval_pgvectors') as found")).toEqual([{ found: null }])
      expect(yield* arrangeOn(db)()).toBe(false)
    })))
})
