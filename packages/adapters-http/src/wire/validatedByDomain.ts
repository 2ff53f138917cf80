import { JSONSchema, Schema } from "effect"

/**
 * A body with the types and documentation of `strict` that is decoded as an arbitrary object. The domain validates all
 * of it, including the types, and reports all failures together. The handler must pass it on unread.
 */
export const validatedByDomain = <A, I>(
  identifier: string,
  strict: Schema.Schema<A, I>,
  example?: I
): Schema.Schema<A, I> => {
  const { $schema: _, ...schema } = JSONSchema.make(strict)
  const jsonSchema = example === undefined ? schema : { ...schema, examples: [example] }
  return Schema.Record({ key: Schema.String, value: Schema.Unknown })
    .annotations({ identifier, jsonSchema }) as unknown as Schema.Schema<A, I>
}
