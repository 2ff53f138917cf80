/** Which part of a list is requested. `cursor`, when given, replaces `offset`. */
export interface PageRequest {
  readonly limit: number
  readonly offset: number
  readonly cursor?: string
}

/**
 * One page of a list: its items, the number of items in the whole list, and the cursor of the next page (null at the
 * end).
 */
export interface Page<A> {
  readonly items: ReadonlyArray<A>
  readonly total: number
  readonly next_cursor: string | null
}

/**
 * Maps the items of a page and keeps its other fields.
 *
 * @example mapPage({ items: [1, 2], total: 9, next_cursor: "x" }, (item) => item * 2) // { items: [2, 4], total: 9, next_cursor: "x" }
 */
export const mapPage = <Items extends { readonly items: ReadonlyArray<unknown> }, B>(
  page: Items,
  to: (item: Items["items"][number], index: number) => B
): Omit<Items, "items"> & { readonly items: ReadonlyArray<B> } => ({ ...page, items: page.items.map(to) })
