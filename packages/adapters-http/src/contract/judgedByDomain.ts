import { JSONSchema, Schema } from "effect"

/**
 * A body that is documented and typed as `strict` says, but decoded as any object: the domain judges all of it, types
 * included, so that everything that is wrong with it comes out at once. The handler must hand it on unread.
 */
export const judgedByDomain = <A, I>(
  identifier: string,
  strict: Schema.Schema<A, I>,
  example?: I
): Schema.Schema<A, I> => {
  const { $schema: _, ...schema } = JSONSchema.make(strict)
  const jsonSchema = example === undefined ? schema : { ...schema, examples: [example] }
  return Schema.Record({ key: Schema.String, value: Schema.Unknown })
    .annotations({ identifier, jsonSchema }) as unknown as Schema.Schema<A, I>
}
