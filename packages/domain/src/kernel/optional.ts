import { Schema } from "effect"

/** A field of a struct that may be absent, and is never `undefined`. */
export const optional = <A, I>(schema: Schema.Schema<A, I>) => Schema.optionalWith(schema, { exact: true })
