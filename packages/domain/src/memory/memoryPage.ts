import { Effect, Either, Encoding } from "effect"
import type { Page, PageRequest } from "../kernel/Page.ts"
import { refuse, type Refusal } from "../kernel/Refusal.ts"

/**
 * A page of sorted rows. Its cursor names the list and the last row shown; a cursor of another list, or of a row that is
 * gone, fails with `INVALID_REQUEST`.
 */
export const memoryPage = <Row extends { readonly id: string }>(
  list: string,
  rows: ReadonlyArray<Row>,
  page: PageRequest
): Effect.Effect<Page<Row>, Refusal> => {
  const { cursor, limit, offset } = page
  const last = cursor === undefined ? undefined : Either.getOrElse(Encoding.decodeBase64UrlString(cursor), () => "")
  const lastIndex = rows.findIndex(({ id }) => last === `${list}:${id}`)
  if (cursor !== undefined && lastIndex < 0) {
    return refuse("INVALID_REQUEST", "cursor was not issued by this list.", { field: "cursor" })
  }
  const start = cursor === undefined ? offset : lastIndex + 1
  const items = rows.slice(start, start + limit)
  const isLast = start + limit >= rows.length
  return Effect.succeed({
    items,
    total: rows.length,
    next_cursor: isLast || items.length === 0 ? null : Encoding.encodeBase64Url(`${list}:${items.at(-1)!.id}`)
  })
}
