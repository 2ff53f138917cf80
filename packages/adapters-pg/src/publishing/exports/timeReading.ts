import type { ExportColumn, ExportCell, ExportReading, ExportRequest, ExportRow } from "@auspex/domain/exports"
import type { StorageUnavailable } from "@auspex/domain/kernel"
import type { SqlClient } from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { isUuid } from "../../kernel/isUuid.ts"
import { storage } from "../../database/DatabaseError.ts"
import { statementsOf } from "../../database/statementsOf.ts"

/** A table whose rows are read in the order of an instant and, within it, of their id. */
export interface TimeSource {
  /** The name in logs. */
  readonly name: string
  /** The columns of the export, in order, and the SQL of each. */
  readonly columns: Readonly<Record<string, ExportColumn>>
  readonly cells: Readonly<Record<string, string>>
  readonly from: string
  readonly where: string
  /** The SQL of the instant and of the id by which rows are ordered. */
  readonly at: string
  readonly id: string
  /** The SQL of the instant before which all rows are committed. */
  readonly horizon: string
  /** Converts selected cells to cells of the export, where they differ. */
  readonly finish?: (cells: Array<unknown>) => ExportRow
}

// Instants are passed as texts without a zone, in UTC, because their microseconds matter to the order.
const utc = (instant: string): string => `(${instant} at time zone 'UTC')::text`
const instantOf = (parameter: string): string => `${parameter}::text::timestamp at time zone 'UTC'`

const noId = "00000000-0000-0000-0000-000000000000"

// $1 the id after which to begin, $2 and $3 the bounds of the span.
const opening = ({ at, from, horizon, id, where }: TimeSource): string => `
  select ${utc(`least(${instantOf("$3")}, ${horizon})`)} as until,
    ${utc(`least(${instantOf("$3")}, auspex_clock())`)} as requested,
    ${utc(`greatest(c.at, ${instantOf("$2")})`)} as at,
    case when c.at >= ${instantOf("$2")} then c.id else '${noId}' end as id,
    c.id is not null as found
  from (select) one left join (
    select ${at} as at, ${id} as id from ${from} where ${id} = $1::uuid and ${where}
  ) c on true`

// Whether there are rows between $1, where the reading ends so far, and $2, when it was requested.
const pending = ({ at, from, where }: TimeSource): string => `
  select exists (
    select from ${from} where ${at} >= ${instantOf("$1")} and ${at} < ${instantOf("$2")} and ${where}
  ) as pending`

// $1 as above, $2 the latest end.
const later = ({ horizon }: TimeSource): string =>
  `select ${utc(`greatest(${instantOf("$1")}, least(${instantOf("$2")}, ${horizon}))`)} as until`

// The limit is part of the text: with a parameter the planner assumes a tenth of all rows instead of 512.
const batch = ({ at, cells, columns, from, id, where }: TimeSource, rowsMax: number): string => {
  const selected = Object.entries(columns).map(([name, { type }]) =>
    type === "instant" ? utc(cells[name]!) : cells[name]!
  )
  return `
  select ${selected.join(", ")}, ${utc(at)}
  from ${from}
  where (${at}, ${id}) > (${instantOf("$1")}, $2::uuid) and ${at} < ${instantOf("$3")} and ${where}
  order by ${at}, ${id} limit ${rowsMax}`
}

interface Opened {
  readonly until: string
  readonly requested: string
  readonly at: string
  readonly id: string
  readonly found: boolean
}

/** Nothing was recorded before 1970, and Postgres has no year 0. */
const bound = (instant: Date | undefined, unbounded: string): string =>
  instant === undefined ? unbounded : new Date(Math.max(0, instant.getTime())).toISOString().replace("Z", "")

/**
 * The wire form of an instant in Postgres's text form, truncated to the millisecond like the driver's.
 *
 * @example wireInstant("2026-11-20 12:00:00.123456") // "2026-11-20T12:00:00.123Z"
 */
export const wireInstant = (text: string): string => {
  const fraction = text.slice(20, 23)
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction.padEnd(3, "0")}Z`
}

/**
 * Longer than the second by which the horizon lags: afterwards, rows that existed at the time of the request lie before
 * it.
 */
const horizonLag = "1100 millis"

/**
 * Reads the rows of a source in the span and after the cursor; undefined when the cursor is not the id of a row. If
 * rows were committed in the second before the request, the reading waits at its end until they can be read.
 */
export const timeReading = (
  sql: SqlClient,
  source: TimeSource,
  { cursor, from, to }: ExportRequest
): Effect.Effect<ExportReading | undefined, StorageUnavailable> => {
  if (cursor !== undefined && !isUuid(cursor)) return Effect.succeed(undefined)
  const instants = Object.values(source.columns).flatMap(({ type }, at) => type === "instant" ? [at] : [])
  const width = Object.keys(source.columns).length
  const { first, only } = statementsOf(sql, "exports")
  const open = first<Opened>(source.name, opening(source), [
    cursor ?? null,
    bound(from, "-infinity"),
    bound(to, "infinity")
  ])
  return Effect.map(open, (opened) => {
    if (opened === undefined || (cursor !== undefined && !opened.found)) return undefined
    let { at, id, until } = opened
    let waited = false
    const wait = Effect.gen(function*() {
      const bounds = [until, opened.requested]
      const found = yield* only<{ readonly pending: boolean }>(source.name, pending(source), bounds)
      if (!found.pending) return false
      yield* Effect.sleep(horizonLag)
      const moved = yield* only<{ readonly until: string }>(source.name, later(source), bounds)
      until = moved.until
      waited = true
      return true
    })
    // Reads rows as arrays of values, which `Statements` cannot do.
    const read = (rowsMax: number) =>
      Effect.suspend(() =>
        sql.unsafe(batch(source, rowsMax), [at, id, until]).values.pipe(
          Effect.map((rows) => {
            const last = rows.at(-1)
            if (last !== undefined) {
              id = last[0] as string
              at = last[width] as string
            }
            return rows.map((row) => {
              const cells = row as Array<unknown>
              for (const index of instants) {
                const text = cells[index]
                if (typeof text === "string") cells[index] = wireInstant(text)
              }
              cells.length = width
              return source.finish === undefined ? cells as ReadonlyArray<ExportCell> : source.finish(cells)
            })
          }),
          storage(`exports.${source.name}`)
        )
      )
    return {
      next: (rowsMax) =>
        Effect.flatMap(read(rowsMax), (rows) =>
          rows.length > 0 || waited
            ? Effect.succeed(rows)
            : Effect.flatMap(wait, (isMore) => isMore ? read(rowsMax) : Effect.succeed(rows)))
    }
  })
}
