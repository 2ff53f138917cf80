import type { Page } from "@auspex/domain/kernel"
import { Schema } from "effect"
import { listAnswer, listOf } from "./listOf.ts"

/** The envelope of a board: a list named `leaderboard`, with `entries` as an alias that clients of other services read. */
export const boardOf = <Item, Encoded>(item: Schema.Schema<Item, Encoded>) =>
  Schema.Struct({
    ...listOf("leaderboard", item).fields,
    entries: Schema.Array(item).annotations({ description: "An alias: the same as leaderboard." })
  })

/** Converts a page of a use case to the envelope of a board. */
export const boardAnswer = <Item>(page: Page<Item>) => ({ ...listAnswer("leaderboard", page), entries: page.items })
