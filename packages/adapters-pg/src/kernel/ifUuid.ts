import { Effect } from "effect"
import { isUuid } from "./isUuid.ts"

/** Runs `lookup` for an id from outside; undefined, without a query, when the id is not a uuid. */
export const ifUuid = <A, E>(id: string, lookup: Effect.Effect<A, E>): Effect.Effect<A | undefined, E> =>
  isUuid(id) ? lookup : Effect.succeed(undefined)
