import { CursorParam } from "@auspex/adapters-http/contract"
import { type Page, type PageRequest, type Refusal, refuse } from "@auspex/domain/kernel"
import { Effect, Schema } from "effect"
import { WrongUsage } from "../invocation/CommandFailure.ts"
import type { CommonFlags, Invocation } from "../invocation/Invocation.ts"
import { printPage } from "../output/print.ts"
import type { Column } from "../output/table.ts"

/** The flags of a list. */
export interface PageFlags {
  readonly limit?: string
  readonly offset?: string
  readonly cursor?: string
  readonly all?: boolean
}

const pageMax = 100
const offsetMax = 10_000

/** The whole number of a flag; a larger one than `max` counts as `max`. */
export const wholeNumber = (name: string, text: string, min: number, max: number): Effect.Effect<number, WrongUsage> =>
  /^\d{1,9}$/.test(text) && Number(text) >= min
    ? Effect.succeed(Math.min(Number(text), max))
    : Effect.fail(new WrongUsage({ message: `${name} "${text}" is not a whole number of ${min} or more` }))

const cursorOf = (text: string): Effect.Effect<string, Refusal> =>
  Schema.is(CursorParam)(text)
    ? Effect.succeed(text)
    : refuse("INVALID_REQUEST", "cursor was not issued by this list.", { field: "cursor" })

/** The page that the flags ask for. */
const pageRequestOf = (
  { all, cursor, limit, offset }: PageFlags
): Effect.Effect<PageRequest, Refusal | WrongUsage> =>
  Effect.all({
    limit: all === true ? Effect.succeed(pageMax) : wholeNumber("--limit", limit ?? "20", 1, pageMax),
    offset: wholeNumber("--offset", offset ?? "0", 0, offsetMax),
    ...(cursor === undefined ? {} : { cursor: cursorOf(cursor) })
  })

/** A list answer, with its rows under their plural name. */
type ListAnswer<Plural extends string, Row> =
  & Readonly<Record<Plural, ReadonlyArray<Row>>>
  & Omit<Page<Row>, "items">

type List<Plural extends string, Row, E> = (page: PageRequest) => Effect.Effect<ListAnswer<Plural, Row>, E>

/** One page, or with `--all` this and every later one as a single page. */
export const pagesOf = <Plural extends string, Row, E>(
  flags: PageFlags,
  plural: Plural,
  list: List<Plural, Row, E>
): Effect.Effect<Page<Row>, E | Refusal | WrongUsage> =>
  Effect.flatMap(pageRequestOf(flags), (request) =>
    flags.all === true
      ? everyPage(plural, list, request)
      : Effect.map(list(request), (answer) => pageOf(plural, answer)))

/** Prints the page, or all the pages, that the flags ask for. */
export const printList = <Plural extends string, Row, E>(
  call: Invocation<PageFlags & CommonFlags>,
  plural: Plural,
  columns: ReadonlyArray<Column<Row>>,
  list: List<Plural, Row, E>,
  noun: string = plural
) => Effect.flatMap(pagesOf(call.flags, plural, list), (page) => printPage(call, plural, page, columns, { noun }))

const pageOf = <Plural extends string, Row>(plural: Plural, answer: ListAnswer<Plural, Row>): Page<Row> => ({
  items: answer[plural],
  total: answer.total,
  next_cursor: answer.next_cursor
})

/** All rows from `request` on. Pages by cursor, so that rows added meanwhile shift nothing. */
export const everyPage = <Plural extends string, Row, E>(
  plural: Plural,
  list: List<Plural, Row, E>,
  request: PageRequest = { limit: pageMax, offset: 0 }
): Effect.Effect<Page<Row>, E> =>
  Effect.gen(function*() {
    const items: Array<Row> = []
    let page = pageOf(plural, yield* list(request))
    items.push(...page.items)
    while (page.next_cursor !== null) {
      page = pageOf(plural, yield* list({ limit: request.limit, offset: 0, cursor: page.next_cursor }))
      items.push(...page.items)
    }
    return { items, total: page.total, next_cursor: null }
  })
