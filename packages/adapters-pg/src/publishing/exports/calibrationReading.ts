import { calibrationExport, type ExportCell, type ExportReading, type ExportRequest } from "@auspex/domain/exports"
import { type StorageUnavailable, wilsonInterval } from "@auspex/domain/kernel"
import { Effect } from "effect"
import { isUuid } from "../../kernel/isUuid.ts"
import type { Statements } from "../../database/statementsOf.ts"
import { statement } from "../../database/Statement.ts"

/** One account and confidence; the confidence is null for an account of the batch without predictions in the span. */
interface Row {
  readonly user_id: string
  readonly user_name: string
  readonly user_type: string
  readonly model: string | null
  readonly model_family: string | null
  readonly confidence: number | null
  readonly predictions: number
  readonly correct: number
}

const account = "a.name as user_name, a.type as user_type, a.model, a.model_family"

/** The stored counts of all time. $1 and $2 are the account and the confidence after which to begin. */
const allTime = (rowsMax: number): string => `
  select c.account_id as user_id, ${account}, c.confidence, c.predictions, c.correct
  from calibration_counts c join accounts a on a.id = c.account_id
  where (c.account_id, c.confidence) > ($1::uuid, $2::smallint) and c.predictions > 0
  order by c.account_id, c.confidence limit ${rowsMax}`

/** The number of accounts whose predictions are read together. */
const accountsMax = 32

/**
 * The predictions settled in a span, for whole accounts that were active on its days. Begins with the given account
 * beyond the given confidence, or with the next account.
 */
const ofSpan = (comparison: ">=" | ">") =>
  statement<Row>()(
    { account_id: "uuid", confidence: "smallint", from: "timestamptz", to: "timestamptz" },
    (params) => `
  with next as (
    select distinct d.account_id from account_days d
    where d.account_id ${comparison} ${params.account_id}
      and d.day between (${params.from} at time zone 'UTC')::date - 1 and (${params.to} at time zone 'UTC')::date + 1
    order by d.account_id limit ${accountsMax}
  )
  select next.account_id as user_id, ${account}, s.confidence, s.predictions, s.correct
  from next join accounts a on a.id = next.account_id left join lateral (
    select p.confidence, count(*)::integer as predictions, count(*) filter (where p.correct)::integer as correct
    from predictions p
    where p.account_id = next.account_id and p.correct is not null
      and p.resolved_at >= ${params.from} and p.resolved_at < ${params.to}
      and (p.account_id <> ${params.account_id} or p.confidence > ${params.confidence})
    group by p.confidence
  ) s on true
  order by next.account_id, s.confidence`
  )

const fromAccount = ofSpan(">=")
const afterAccount = ofSpan(">")

const rowExists = "select 1 from calibration_counts where account_id = $1::uuid and confidence = $2::smallint"

const cells: Readonly<
  Record<keyof typeof calibrationExport.columns, (row: Row & { readonly confidence: number }) => ExportCell>
> = {
  id: ({ confidence, user_id }) => `${user_id}:${confidence}`,
  user_id: ({ user_id }) => user_id,
  user_name: ({ user_name }) => user_name,
  user_type: ({ user_type }) => user_type,
  model: ({ model }) => model,
  model_family: ({ model_family }) => model_family,
  confidence: ({ confidence }) => confidence,
  predictions: ({ predictions }) => predictions,
  correct: ({ correct }) => correct,
  observed: ({ correct, predictions }) => correct / predictions,
  low: ({ correct, predictions }) => wilsonInterval(correct, predictions).low,
  high: ({ correct, predictions }) => wilsonInterval(correct, predictions).high
}
const columns = Object.keys(calibrationExport.columns).map((name) => cells[name as keyof typeof cells])

type Position = readonly [account: string, confidence: number]

const begin: Position = ["00000000-0000-0000-0000-000000000000", 0]

const positionOf = (cursor: string): Position | undefined => {
  const [account = "", confidence = "", ...rest] = cursor.split(":")
  return isUuid(account) && /^\d\d$/.test(confidence) && rest.length === 0 ? [account, Number(confidence)] : undefined
}

/** The position that a row's id contains; undefined when there is no such row. */
const startPosition = (
  { first }: Statements,
  cursor: string | undefined
): Effect.Effect<Position | undefined, StorageUnavailable> => {
  if (cursor === undefined) return Effect.succeed(begin)
  const position = positionOf(cursor)
  return position === undefined
    ? Effect.succeed(undefined)
    : Effect.map(first("calibration", rowExists, position), (row) => row && position)
}

// Nothing was recorded before 1970, and Postgres has no year 0.
const notBefore1970 = (instant: Date | undefined): Date | undefined =>
  instant === undefined ? undefined : new Date(Math.max(0, instant.getTime()))

/** Reads by account and confidence: the stored counts or, for a span, the predictions settled in it. */
export const calibrationReading = (
  store: Statements,
  { cursor, from, to }: ExportRequest
): Effect.Effect<ExportReading | undefined, StorageUnavailable> =>
  Effect.map(startPosition(store, cursor), (start) => {
    if (start === undefined) return undefined
    let position = start
    let isFirst = true
    const isAllTime = from === undefined && to === undefined
    const span = { from: notBefore1970(from) ?? "-infinity", to: notBefore1970(to) ?? "infinity" } as const
    const read = (rowsMax: number): Effect.Effect<ReadonlyArray<ReadonlyArray<ExportCell>>, StorageUnavailable> =>
      Effect.flatMap(
        isAllTime
          ? store.all<Row>("calibration", allTime(rowsMax), position)
          : store.all("calibration", isFirst ? fromAccount : afterAccount, {
            account_id: position[0],
            confidence: position[1],
            ...span
          }),
        (found) => {
          const last = found.at(-1)
          if (last === undefined) return Effect.succeed([])
          position = [last.user_id, last.confidence ?? 0]
          isFirst = false
          const rows = found.flatMap((row) =>
            row.confidence === null ? [] : [columns.map((cell) => cell({ ...row, confidence: row.confidence! }))]
          )
          // None of these accounts has predictions in the span, but later accounts may have some.
          return rows.length > 0 ? Effect.succeed(rows) : read(rowsMax)
        }
      )
    return { next: read }
  })
