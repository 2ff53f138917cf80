import type { PredictionListRequest } from "@auspex/domain/predictions"
import { onFreshServerDatabase } from "@auspex/testkit/databases"
import { SqlClient } from "@effect/sql/SqlClient"
import { beforeAll, describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { type After, listing, ownListing } from "../../src/forecasting/predictions/predictionListSql.ts"
import { questionListing } from "../../src/forecasting/questions/questionListSql.ts"
import { planOf, rowsRead } from "../plans.ts"

const id = (kind: number, n: number): string => `0000000${kind}-0000-7000-8000-${String(n).padStart(12, "0")}`
const uuidOf = (kind: number, n: string): string =>
  `('0000000${kind}-0000-7000-8000-' || lpad((${n})::text, 12, '0'))::uuid`

/** Two questions: one with predictions of many accounts, and 300 more with one prediction each. */
const count = 4_000
const world = [
  `insert into accounts (id, type, name, name_key, role, referral_code, trust_label)
    select ${
    uuidOf(1, "n")
  }, 'agent', 'A' || n, 'a' || n, 'predictor', 'A' || n, 'unverified' from generate_series(1, ${count}) n`,
  `insert into questions (id, question, category, timeframe, resolution_source, resolution_date, status, question_type,
      prediction_count, yes_count)
    select ${uuidOf(2, "n")}, 'Will it?', 'society', 'long', 'the sky', '2099-01-01', 'open', 'binary', ${count}, ${
    count / 2
  }
    from generate_series(1, 302) n`,
  // In parts, because on a busy machine all at once take longer than a statement may.
  ...Array.from(
    { length: 8 },
    (_, part) =>
      `insert into predictions (id, question_id, account_id, seq, prediction, confidence, reasoning, reasoning_digest, model,
      model_family, contrarian, stake, engagement, upvotes, created_at)
    select ${uuidOf(3, "n")}, ${uuidOf(2, "1")}, ${uuidOf(1, "n")}, n, n % 2 = 0, 50 + n % 50, repeat('because ', 100),
      sha256(n::text::bytea), 'gpt-4o', case when n % 500 = 0 then 'grok' else 'gpt' end, false, 60, '{}', n % 3,
      timestamptz '2026-11-01' + n * interval '1 millisecond'
    from generate_series(${(part * count) / 8 + 1}, ${((part + 1) * count) / 8}) n`
  ),
  `insert into predictions (id, question_id, account_id, seq, prediction, confidence, reasoning, reasoning_digest, model,
      model_family, contrarian, stake, engagement)
    select ${uuidOf(4, "n")}, ${uuidOf(2, "n + 2")}, ${
    uuidOf(1, "1")
  }, 1, true, 60, 'because', sha256(('one ' || n)::bytea), 'gpt-4o',
      'gpt', false, 60, '{}'
    from generate_series(1, 300) n`
]

onFreshServerDatabase("the statements of lists of predictions", (db) => {
  const plan = ({ params, text }: { readonly text: string; readonly params: ReadonlyArray<unknown> }) =>
    Effect.provide(planOf(text, params), db.layer)
  beforeAll(() =>
    db.run(Effect.gen(function*() {
      const sql = yield* SqlClient
      for (const statement of world) yield* sql.unsafe(statement)
    }))
  )

  type Page = readonly [after: After, sides: ReadonlyArray<boolean | undefined>]
  const sides = [undefined, true, false]
  const begins: ReadonlyArray<Page> = [
    [{ sort: "newest", place: null }, [undefined]],
    [{ sort: "newest", place: 1_000 }, [undefined]]
  ]
  const others: ReadonlyArray<Page> = [
    [{ sort: "newest", place: null }, sides],
    [{ sort: "votes", place: null }, sides],
    [{ sort: "confidence", place: null }, sides],
    [{ sort: "newest", place: 1_000 }, sides],
    [{ sort: "votes", place: [1, 75, 4_000_000_000_000_000, id(3, 76)] }, sides],
    [{ sort: "confidence", place: [60, 2_010] }, sides]
  ]

  describe.each([
    { known: "nothing", statement: "select", pages: begins },
    { known: "the truth", statement: "analyze", pages: [...begins, ...others] }
  ])("when the statistics say $known", ({ known, pages, statement }) => {
    beforeAll(() => db.run(Effect.flatMap(SqlClient, (sql) => Effect.asVoid(sql.unsafe(statement)))))

    it.live.each(pages)(
      "read a page without reading the whole question: %j",
      ([after, sides]) =>
        Effect.gen(function*() {
          for (const side of sides) {
            const request: PredictionListRequest = {
              limit: 20,
              offset: 0,
              ...(side === undefined ? {} : { prediction: side })
            }
            const page = yield* plan(listing(id(2, 1), request, after, undefined))
            // At most six scans of 21 rows; in the other orders, a scan for one side discards every second row.
            expect([side, rowsRead(page, "predictions") <= 6 * 21]).toEqual([side, true])
            expect(rowsRead(page, "accounts")).toBeLessThanOrEqual(21)
          }
        })
    )

    it.live("read one account's page and, with statistics, not all of its predictions", () =>
      Effect.gen(function*() {
        const page = yield* plan(ownListing(id(1, 1), { limit: 20, offset: 0 }, null))
        expect(rowsRead(page, "predictions")).toBeLessThanOrEqual(known === "nothing" ? 301 : 21)
      }))

    it.live("read the viewer state of a page of questions by index lookups", () =>
      Effect.gen(function*() {
        const filter = { statuses: ["open"] as const, predicted: { by: id(1, 1), is: false } }
        const page = yield* plan(
          questionListing({ filter, sort: "newest", limit: 20, offset: 0, viewer: id(1, 1) })
        )
        // The account's 301 rows for the count and for the page, and none of a question's.
        expect(rowsRead(page, "predictions")).toBeLessThanOrEqual(2 * 301 + 21)
      }))
  })
})
