import type { Page, PageRequest } from "@auspex/domain/kernel"
import { Effect } from "effect"
import { WrongUsage } from "../invocation/CommandFailure.ts"

/** The flags of a list. */
export interface PageFlags {
  readonly limit?: string
  readonly offset?: string
  readonly cursor?: string
  readonly all?: boolean
}

const pageMax = 100
const offsetMax = 10_000

const whole = (name: string, text: string, min: number, max: number): Effect.Effect<number, WrongUsage> =>
  /^\d{1,9}$/.test(text) && Number(text) >= min
    ? Effect.succeed(Math.min(Number(text), max))
    : Effect.fail(new WrongUsage({ message: `${name} "${text}" is not a whole number of ${min} or more` }))

/** The part of a list that the flags ask for. */
export const pageRequestOf = ({ all, cursor, limit, offset }: PageFlags): Effect.Effect<PageRequest, WrongUsage> =>
  Effect.all({
    limit: all === true ? Effect.succeed(pageMax) : whole("--limit", limit ?? "20", 1, pageMax),
    offset: whole("--offset", offset ?? "0", 0, offsetMax),
    ...(cursor === undefined ? {} : { cursor: Effect.succeed(cursor) })
  })

/** One page, or with `--all` this and every later one as a single page. */
export const pagesOf = <Row, E>(
  flags: PageFlags,
  list: (page: PageRequest) => Effect.Effect<Page<Row>, E>
): Effect.Effect<Page<Row>, E | WrongUsage> =>
  Effect.flatMap(pageRequestOf(flags), (request) => flags.all === true ? everyPage(list, request) : list(request))

/** Every row from `request` on. Rows that are added meanwhile do not shift it: it goes by cursor. */
export const everyPage = <Row, E>(
  list: (page: PageRequest) => Effect.Effect<Page<Row>, E>,
  request: PageRequest
): Effect.Effect<Page<Row>, E> =>
  Effect.gen(function*() {
    const items: Array<Row> = []
    let page = yield* list(request)
    items.push(...page.items)
    while (page.next_cursor !== null) {
      page = yield* list({ limit: request.limit, offset: 0, cursor: page.next_cursor })
      items.push(...page.items)
    }
    return { items, total: page.total, next_cursor: null }
  })
