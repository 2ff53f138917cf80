import { mapPage } from "@auspex/domain/kernel"
import { type AdminPrediction, PredictionModerationStore } from "@auspex/domain/predictions"
import type { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { isUuid } from "../../kernel/isUuid.ts"
import { storeStatements } from "../../database/statementsOf.ts"
import { type ParameterReferences, statement } from "../../database/Statement.ts"
import { ifUuid } from "../../kernel/ifUuid.ts"
import {
  isAfter,
  momentCursor,
  momentPage,
  momentParameters,
  type MomentRow,
  pageOfMoments,
  placeOf
} from "../../kernel/MomentCursor.ts"
import { predictionColumns, predictionOf, type PredictionRow } from "./predictionRows.ts"

const cursor = momentCursor("removed predictions")

const columns = `${predictionColumns("null::uuid")}, p.reasoning as full_reasoning,
  p.resolution_protocol as full_protocol, q.question, a.suspended_at is not null as author_suspended, p.removed_at,
  p.removed_by, p.removed_reason`
const joined = "predictions p join accounts a on a.id = p.account_id join questions q on q.id = p.question_id"

interface Row extends PredictionRow {
  readonly full_reasoning: string
  readonly full_protocol: PredictionRow["resolution_protocol"]
  readonly question: string
  readonly author_suspended: boolean
  readonly removed_at: Date | null
  readonly removed_by: string | null
  readonly removed_reason: string | null
}

const adminOf = (row: Row): AdminPrediction => ({
  ...predictionOf({ ...row, reasoning: row.full_reasoning, resolution_protocol: row.full_protocol }, false),
  question: row.question,
  author_suspended: row.author_suspended,
  ...(row.removed_at === null ? {} : { removed_at: row.removed_at }),
  ...(row.removed_by === null ? {} : { removed_by: row.removed_by }),
  ...(row.removed_reason === null ? {} : { removed_reason: row.removed_reason })
})

// Constant texts, so that the driver can keep them prepared.

const filterTypes = { question_id: "uuid", account_id: "uuid" } as const

const matches = ({ account_id, question_id }: ParameterReferences<typeof filterTypes>): string =>
  `p.removed_at is not null and (${question_id} is null or p.question_id = ${question_id})
  and (${account_id} is null or p.account_id = ${account_id})`

/** Yields at least one row. */
const listing = statement<MomentRow<Row>>()(
  { ...filterTypes, ...momentParameters },
  (params) => `
  with counted as (select count(*)::integer as total from predictions p where ${matches(params)}), page as (
    select ${columns}, ${placeOf("p.removed_at")} from ${joined}
    where ${matches(params)} and ${isAfter("p.removed_at", "p.id", params)}
    order by p.removed_at desc, p.id desc limit ${params.limit} offset ${params.offset}
  )
  select counted.total, page.* from counted left join page on true order by page.removed_at desc, page.id desc`
)

/** $1 prediction. */
const find = `select ${columns} from ${joined} where p.id = $1::uuid`
const lockAuthor = `
  select id from accounts where id = (select account_id from predictions where id = $1::uuid) for no key update`
const lockPrediction = "select id from predictions where id = $1::uuid for no key update"

const moderate = statement()(
  { id: "uuid", to: "text", by: "text", reason: "text" },
  (params) => `
  update predictions o set removed_at = r.at, removed_by = r.by, removed_reason = r.reason
  from (values (1)) once (n)
    left join (select auspex_now() as at, ${params.by} as by, ${params.reason} as reason) r on ${params.to} = 'removed'
  where o.id = ${params.id}`
)

const layer: Layer.Layer<PredictionModerationStore, never, SqlClient> = Layer
  .effect(
    PredictionModerationStore,
    Effect.map(storeStatements("predictions"), ({ all, first, only, run }) => {
      const findPrediction = (id: string, operation: string) =>
        Effect.map(first<Row>(operation, find, [id]), (row) => row && adminOf(row))
      return PredictionModerationStore.of({
        listRemoved: ({ question_id, user_id }, page) =>
          Effect.gen(function*() {
            const parameters = yield* momentPage(page, cursor)
            if (![question_id, user_id].every((id) => id === undefined || isUuid(id))) {
              return { items: [], total: 0, next_cursor: null }
            }
            const rows = yield* all("listRemoved", listing, {
              question_id: question_id ?? null,
              account_id: user_id ?? null,
              ...parameters
            })
            return mapPage(pageOfMoments<Row>(rows, page, cursor, ({ id }) => id), adminOf)
          }),

        find: (id) => ifUuid(id, findPrediction(id, "find")),

        lock: (id) =>
          ifUuid(
            id,
            run("lock", lockAuthor, [id]).pipe(
              Effect.zipRight(run("lock", lockPrediction, [id])),
              Effect.zipRight(findPrediction(id, "lock"))
            )
          ),

        moderate: (id, { to }, { by, reason }) =>
          Effect.zipRight(
            run("moderate", moderate, { id, to, by, reason }),
            Effect.map(only<Row>("moderate", find, [id]), adminOf)
          )
      })
    })
  )

/** Removes and restores the texts of predictions, which stay in their columns. */
export const PredictionModerationStorePg = { layer }
