/** Which part of a list is wanted. `cursor`, when given, takes the place of `offset`. */
export interface PageRequest {
  readonly limit: number
  readonly offset: number
  readonly cursor?: string
}

/** Part of a list, the number of rows in the whole of it, and where to go on (null at the end). */
export interface Page<A> {
  readonly items: ReadonlyArray<A>
  readonly total: number
  readonly next_cursor: string | null
}

/**
 * The page with something else for each item; whatever it says besides stays.
 *
 * @example mapPage({ items: [1, 2], total: 9, next_cursor: "x" }, (item) => item * 2) // { items: [2, 4], total: 9, next_cursor: "x" }
 */
export const mapPage = <Items extends { readonly items: ReadonlyArray<unknown> }, B>(
  page: Items,
  to: (item: Items["items"][number], index: number) => B
): Omit<Items, "items"> & { readonly items: ReadonlyArray<B> } => ({ ...page, items: page.items.map(to) })
