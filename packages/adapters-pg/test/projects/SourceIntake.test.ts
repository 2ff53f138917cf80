import { PageReader, type SourceReading } from "@auspex/domain/evidence"
import { SourceIntake } from "@auspex/domain/projects"
import { Retrieval } from "@auspex/domain/retrieval"
import { onEachDatabase } from "@auspex/testkit/databases"
import { testOutside } from "@auspex/testkit/outside"
import { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Layer, Logger } from "effect"
import { expect, it } from "vitest"
import { PgStores } from "../../src/PgStores.ts"
import { addProject } from "../panelRuns/researchWorld.ts"

const text = "The central bank left its policy rate at 4 %."
const readingOf = (uri: string): SourceReading => ({
  status: "ready",
  title: "Minutes",
  text,
  passages: [{ start: 0, end: text.length, text }],
  content_type: "text/html",
  final_uri: uri,
  ...(uri.endsWith("/folded") ? { left_out: "About 12 words were left out." } : {})
})

onEachDatabase("sources that a worker reads", (db) => {
  /** Reads pages, except one; cannot index the passages of a workspace while `isIndexed` says no. */
  const intake = (isIndexed: () => boolean) => {
    const reader = Layer.succeed(PageReader, {
      read: (uri) => uri.endsWith("/defect") ? Effect.dieMessage("no such glyph") : Effect.succeed(readingOf(uri))
    })
    const stores = Layer.provide(PgStores.layer, testOutside)
    const retrieval = Layer.effect(
      Retrieval,
      Effect.map(Retrieval, (of) =>
        Retrieval.of({
          ...of,
          put: (...entries) => isIndexed() ? of.put(...entries) : Effect.dieMessage("no such term")
        }))
    ).pipe(Layer.provide(Layer.provide(Retrieval.layer, stores)))
    return Layer.provide(SourceIntake.layer, Layer.mergeAll(reader, retrieval, stores, testOutside))
  }

  const addSource = (path: string) =>
    Effect.gen(function*() {
      const { project_id } = yield* addProject()
      yield* (yield* SqlClient).unsafe(
        "insert into sources (id, project_id, uri) values (auspex_uuid_v7(auspex_clock()), $1::uuid, $2)",
        [project_id, `https://example.org${path}`]
      )
    })

  const stored = Effect.flatMap(SqlClient, (sql) =>
    Effect.map(
      sql.unsafe("select status, reason, detail, attempts, version from sources"),
      ([row]) => row
    ))

  const run = <A, E>(
    work: (errors: ReadonlyArray<string>) => Effect.Effect<A, E, SourceIntake | SqlClient>,
    isIndexed = () => true
  ): Promise<A> => {
    const errors: Array<string> = []
    const logger = Logger.make<unknown, void>(({ cause, logLevel, message }) => {
      if (logLevel.label === "ERROR") errors.push(`${String(message)} ${JSON.stringify(cause)}`)
    })
    return db.run(
      Effect.zipRight(db.reset, Effect.provide(work(errors), intake(isIndexed))).pipe(
        Effect.provide(Logger.replace(Logger.defaultLogger, logger))
      )
    )
  }

  const readNext = Effect.flatMap(SourceIntake, (of) => of.readNext("reader"))

  it("whose reading meets a defect are tried three times, logged each time, and rejected", () =>
    run((errors) =>
      Effect.gen(function*() {
        yield* addSource("/defect")
        for (const [attempt, due] of ["16 seconds", "137 seconds"].entries()) {
          expect(yield* readNext).toBe(true)
          expect(yield* stored).toMatchObject({ status: "queued", attempts: attempt + 1 })
          expect(yield* readNext).toBe(false)
          yield* db.shiftClock(due)
        }
        expect(yield* readNext).toBe(true)
        expect(yield* stored).toMatchObject({
          status: "rejected",
          reason: "unreadable",
          detail: "This service failed to read the page at every attempt."
        })
        yield* db.shiftClock("1 day")
        expect(yield* readNext).toBe(false)
        expect(errors.length).toBe(3)
        expect(errors.every((error) => error.includes("no such glyph"))).toBe(true)
      })
    ))

  it("say what was left out of their text, also when they are read again", () =>
    run(() =>
      Effect.gen(function*() {
        yield* addSource("/folded")
        for (const _ of ["first", "again"]) {
          expect(yield* readNext).toBe(true)
          expect(yield* stored).toMatchObject({
            status: "ready",
            reason: null,
            detail: "About 12 words were left out.",
            version: 1
          })
          yield* (yield* SqlClient).unsafe(
            "update sources set status = 'queued', detail = null, due_at = auspex_clock() - interval '1 second'"
          )
        }
      })
    ))

  it("whose reading met a defect are read when it is gone, and leave nothing half stored before", () => {
    let isIndexed = false
    return run((errors) =>
      Effect.gen(function*() {
        yield* addSource("/page")
        expect(yield* readNext).toBe(true)
        expect(yield* stored).toMatchObject({ status: "queued", attempts: 1, version: 0 })
        expect(errors.length).toBe(1)
        isIndexed = true
        yield* db.shiftClock("16 seconds")
        expect(yield* readNext).toBe(true)
        expect(yield* stored).toMatchObject({ status: "ready", attempts: 0, version: 1 })
      }), () => isIndexed)
  })
})
