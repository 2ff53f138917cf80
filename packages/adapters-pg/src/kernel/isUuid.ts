import { Effect } from "effect"

const pattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Whether Postgres accepts `text` as a uuid; any other id identifies nothing. */
export const isUuid = (text: string): boolean => pattern.test(text)

/** Runs `lookup` for an id from outside; undefined, without a query, when the id is not a uuid. */
export const ifUuid = <A, E>(id: string, lookup: Effect.Effect<A, E>): Effect.Effect<A | undefined, E> =>
  isUuid(id) ? lookup : Effect.succeed(undefined)
