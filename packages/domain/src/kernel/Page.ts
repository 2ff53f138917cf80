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
