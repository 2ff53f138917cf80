import type { Page } from "@auspex/domain/kernel"
import { Effect } from "effect"
import type { CommonFlags, Invocation } from "../invocation/Invocation.ts"
import { type OutputFailed, writeSurely } from "../invocation/OutputFailed.ts"
import { type Column, recordText, tableText } from "./table.ts"

type Call = Invocation<CommonFlags>

const data = (call: Call, text: string): Effect.Effect<void> =>
  Effect.sync(() => {
    if (text !== "") call.io.stdout.write(`${text}\n`)
  })

/** Prints a note to standard error, separate from the data. */
export const printNote = (call: Pick<Call, "io">, line: string): Effect.Effect<void> =>
  Effect.sync(() => void call.io.stderr.write(`${line}\n`))

const json = (value: unknown): string => JSON.stringify(value, null, 2)

/** Prints rows that are not a page of a longer list: as a table, an envelope, or one row a line. */
export const printRows = <Row>(
  call: Call,
  rows: ReadonlyArray<Row>,
  columns: ReadonlyArray<Column<Row>>,
  envelope: unknown
): Effect.Effect<void> => {
  if (call.flags.output === "json") return data(call, json(envelope))
  if (call.flags.output === "ndjson") return data(call, rows.map((row) => JSON.stringify(row)).join("\n"))
  return rows.length === 0 ? Effect.void : data(call, tableText(call.io, call.flags, columns, rows))
}

/**
 * Prints a page of a list, in the envelope of the HTTP API: `{<plural>: [...], total, next_cursor}` and the further
 * fields of the list (`more`). `noun` names the rows where `plural` does not.
 */
export const printPage = <Row>(
  call: Call,
  plural: string,
  page: Page<Row>,
  columns: ReadonlyArray<Column<Row>>,
  { more = {}, noun = plural }: { readonly noun?: string; readonly more?: object } = {}
): Effect.Effect<void> =>
  Effect.zipRight(
    printRows(call, page.items, columns, {
      [plural]: page.items,
      total: page.total,
      next_cursor: page.next_cursor,
      ...more
    }),
    call.flags.output === "json" || call.flags.output === "ndjson" || page.items.length === page.total
      ? page.items.length === 0 && call.flags.output === "table" ? printNote(call, `no ${noun}`) : Effect.void
      : printNote(
        call,
        `${page.items.length} of ${page.total} ${noun}${
          page.next_cursor === null ? "" : `; more with --cursor ${page.next_cursor}, all with --all`
        }`
      )
  )

const recordAs = (call: Call, envelope: Readonly<Record<string, unknown>>, fields: object): string => {
  if (call.flags.output === "json") return json(envelope)
  return call.flags.output === "ndjson" ? JSON.stringify(envelope) : recordText(call.io, call.flags, { ...fields })
}

/** Prints one object in its envelope; the table form shows `fields`. */
export const printRecord = (
  call: Call,
  envelope: Readonly<Record<string, unknown>>,
  fields: object
): Effect.Effect<void> => data(call, recordAs(call, envelope, fields))

/**
 * Prints one object that holds a secret which is shown only once. Fails when nobody received it, with `lost` as advice.
 */
export const printOnce = (
  call: Call,
  envelope: Readonly<Record<string, unknown>>,
  fields: object,
  lost: string
): Effect.Effect<void, OutputFailed> => writeSurely(call.io, `${recordAs(call, envelope, fields)}\n`, lost)

/** Prints a document as it is: its last line has its own end. */
export const printDocument = (call: Pick<Call, "io">, text: string): Effect.Effect<void> =>
  Effect.sync(() => void call.io.stdout.write(text))

/** Prints text as data. */
export const printText = data
