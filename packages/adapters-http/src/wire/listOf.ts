import type { Page } from "@auspex/domain/kernel"
import { Schema } from "effect"

/** The envelope of a list: `{<plural>: [...], total, next_cursor}`. */
export const listOf = <const Plural extends string, Item, Encoded>(
  plural: Plural,
  item: Schema.Schema<Item, Encoded>
) =>
  Schema.Struct({
    ...({ [plural]: Schema.Array(item) } as { readonly [P in Plural]: Schema.Array$<Schema.Schema<Item, Encoded>> }),
    total: Schema.Int.annotations({ jsonSchema: { type: "integer", minimum: 0 } }),
    next_cursor: Schema.NullOr(Schema.String)
  })

/** The envelope of a list that is answered as a whole. */
export const wholeList = <const Plural extends string, Item>(
  plural: Plural,
  items: ReadonlyArray<Item>
): ListAnswer<Plural, Item> => listAnswer(plural, { items, total: items.length, next_cursor: null })

type ListAnswer<Plural extends string, Item> =
  & { readonly [P in Plural]: ReadonlyArray<Item> }
  & { readonly total: number; readonly next_cursor: string | null }

/** Converts a page of a use case to a list envelope. */
export const listAnswer = <const Plural extends string, Item>(plural: Plural, page: Page<Item>) =>
  ({ [plural]: page.items, total: page.total, next_cursor: page.next_cursor }) as ListAnswer<Plural, Item>
