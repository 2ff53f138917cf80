import { anonymous } from "@auspex/domain/identity"
import { QuestionSort, Questions } from "@auspex/domain/questions"
import { onEachDatabase } from "@auspex/testkit/databases"
import { SqlClient } from "@effect/sql/SqlClient"
import { beforeAll, expect, it } from "@effect/vitest"
import { Effect, Encoding } from "effect"
import { inWorld, refusedWith } from "./questionWorld.ts"

/** Questions in every public state, with many ties in every sort key. */
const fill = (count: number, label: string) =>
  Effect.flatMap(
    SqlClient,
    (sql) =>
      sql`insert into questions (id, question, category, timeframe, resolution_source, resolution_date, status, question_type,
        options, option_counts, prediction_count, yes_count, no_count, created_at, resolved_at)
      select gen_random_uuid(), ${label} || n, 'society', 'short', 's', (auspex_now() + make_interval(days => 5 + n % 7))::date,
        (array['open', 'closed', 'resolved'])[1 + n % 3],
        case when n % 4 = 0 then 'multi' else 'binary' end,
        case when n % 4 = 0 then array['A', 'B', 'C'] end,
        case when n % 4 = 0 then array[n % 5, n % 3, 0] end,
        n % 5 + n % 3, n % 5, n % 3,
        -- Microseconds apart, some equal: a cursor cut to milliseconds would skip or repeat.
        '2026-01-01T00:00:00Z'::timestamptz + make_interval(secs => (n / 2) * 0.000001),
        case when n % 3 = 2 then '2026-02-01T00:00:00Z'::timestamptz + make_interval(secs => (n / 4) * 0.000001) end
      from generate_series(1, ${count}::int) n`
  )

const walk = (sort: QuestionSort, limit: number, between: Effect.Effect<unknown, unknown, SqlClient> = Effect.void) =>
  Effect.gen(function*() {
    const questions = yield* Questions
    const seen: Array<string> = []
    for (let cursor: string | null = ""; cursor !== null;) {
      const page: { items: ReadonlyArray<{ id: string }>; next_cursor: string | null } = yield* questions.list(
        anonymous,
        {
          limit,
          offset: 0,
          sort,
          ...(cursor === "" ? {} : { cursor })
        }
      )
      seen.push(...page.items.map(({ id }) => id))
      cursor = page.next_cursor
      yield* between
    }
    return seen
  })

onEachDatabase("Pages of questions", (db) => {
  beforeAll(() => db.run(fill(60, "First batch, question ")))

  for (const sort of QuestionSort.literals) {
    it.live(`pages through the whole list in the order ${sort}, by cursor and by offset, each question once`, () =>
      inWorld(
        db,
        Effect.gen(function*() {
          const questions = yield* Questions
          const allIds = (yield* questions.list(anonymous, { limit: 100, offset: 0, sort })).items.map(({ id }) => id)
          expect(new Set(allIds).size).toBe(60)
          for (const limit of [1, 7, 59, 60, 61]) expect(yield* walk(sort, limit)).toEqual(allIds)
          const byOffset = yield* Effect.forEach(
            [0, 12, 24, 36, 48, 60],
            (offset) => questions.list(anonymous, { limit: 12, offset, sort })
          )
          expect(byOffset.flatMap(({ items }) => items.map(({ id }) => id))).toEqual(allIds)
          expect(byOffset.map(({ total }) => total)).toEqual([60, 60, 60, 60, 60, 60])
          expect(byOffset[5]).toMatchObject({ items: [], next_cursor: null })
        })
      ))
  }

  it.live("refuses cursors that it did not issue for this order", () =>
    inWorld(
      db,
      Effect.gen(function*() {
        const questions = yield* Questions
        const page = yield* questions.list(anonymous, { limit: 1, offset: 0 })
        const real = page.next_cursor!
        const id = page.items[0]!.id
        const forged = (text: string) => Encoding.encodeBase64Url(text)
        const bad = [
          "",
          "x",
          "!!!!",
          real.slice(0, -6),
          `${real}AAAA`,
          forged(`q0|newest|2026-01-01T00:00:00.000000Z|${id}`),
          forged(`q1|newest|${id}`),
          forged(`q1|newest|2026-02-31T00:00:00.000000Z|${id}`),
          forged(`q1|newest|infinity|${id}`),
          forged(`q1|newest|2026-01-01T00:00:00.000000Z|${id.slice(1)}`),
          forged(`q1|newest|2026-01-01T00:00:00.000000Z|';--|${id}`),
          forged(`q1|closing|true|2026-01-01T00:00:00.000000Z|${id}`)
        ]
        for (const cursor of bad) {
          expect(yield* refusedWith(questions.list(anonymous, { limit: 1, offset: 0, cursor })), cursor).toEqual([
            "INVALID_REQUEST cursor"
          ])
        }
        expect(yield* refusedWith(questions.list(anonymous, { limit: 1, offset: 0, sort: "closing", cursor: real })))
          .toEqual(["INVALID_REQUEST cursor"])
        for (
          const [sort, keys] of [["contested", "1e9|0"], ["contested", "0.5|1.5"], ["least_predicted", "maybe|1"], [
            "least_predicted",
            "true|9999999999"
          ]] as const
        ) {
          const cursor = forged(`q1|${sort}|${keys}|${id}`)
          expect(yield* refusedWith(questions.list(anonymous, { limit: 1, offset: 0, sort, cursor }))).toEqual([
            "INVALID_REQUEST cursor"
          ])
        }
      })
    ))

  it.live("shows every initial question exactly once while others are added", () =>
    inWorld(
      db,
      Effect.gen(function*() {
        const questions = yield* Questions
        for (const sort of QuestionSort.literals) {
          const sql = yield* SqlClient
          yield* sql`delete from questions where question not like 'First%'`
          const before = (yield* questions.list(anonymous, { limit: 100, offset: 0, sort })).items.map(({ id }) => id)
          const seen = yield* walk(
            sort,
            9,
            Effect.zipRight(
              // New ones at every position of the order, but a limited number.
              Effect.flatMap(
                sql<{ readonly n: number }>`select count(*)::int as n from questions`,
                ([row]) => row!.n < 90 ? fill(5, "Added later, question ") : Effect.void
              ),
              Effect.void
            )
          )
          expect(new Set(seen).size).toBe(seen.length)
          const old = new Set(before)
          expect(seen.filter((id) => old.has(id)), sort).toEqual(before)
        }
      })
    ))
})
