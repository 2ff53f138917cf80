import { Schema } from "effect"

/** A parameter of a query that may be repeated: the name once for each value. */
export const TextsParam = Schema.transform(
  Schema.Union(Schema.String, Schema.Array(Schema.String)),
  Schema.Array(Schema.String),
  {
    strict: true,
    decode: (given) => typeof given === "string" ? [given] : given,
    encode: (texts) => texts
  }
).annotations({ jsonSchema: { type: "array", items: { type: "string" } } })
