import { Effect } from "effect"

const pattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Whether Postgres would take `text` as a uuid; an id that is not one names nothing. */
export const isUuid = (text: string): boolean => pattern.test(text)

/** What `lookup` finds by this id, which comes from outside: undefined, without asking, when it is none. */
export const ifUuid = <A, E>(id: string, lookup: Effect.Effect<A, E>): Effect.Effect<A | undefined, E> =>
  isUuid(id) ? lookup : Effect.succeed(undefined)
