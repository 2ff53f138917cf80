import { Option, Schema } from "effect"

/** The largest `offset`; pages beyond it need a cursor. */
export const offsetMax = 10_000

const digits = Schema.String.pipe(Schema.pattern(/^\d{1,40}$/))

/** A whole number of at least 1 in a query string; a larger number than `max` counts as `max`. All else is refused. */
export const LimitParam = (max: number) =>
  Schema.transform(digits, Schema.Int.pipe(Schema.between(1, max)), {
    strict: true,
    decode: (text) => Math.min(Number(text), max),
    encode: (value) => String(value)
  }).annotations({
    message: () => `must be a whole number from 1 to ${max}`,
    jsonSchema: {
      type: "integer",
      minimum: 1,
      maximum: max,
      description: `The maximum number of items; more than ${max} counts as ${max}.`
    }
  })

/** A whole number from 0 to `offsetMax` in a query string. */
export const OffsetParam = Schema.transform(digits, Schema.Int.pipe(Schema.between(0, offsetMax)), {
  strict: true,
  decode: (text) => Number(text),
  encode: (value) => String(value)
}).annotations({
  message: () => `must be a whole number from 0 to ${offsetMax}`,
  jsonSchema: { type: "integer", minimum: 0, maximum: offsetMax }
})

/** The opaque `next_cursor` of an earlier answer. */
export const CursorParam = Schema.String.pipe(Schema.pattern(/^[A-Za-z0-9_=-]{1,512}$/)).annotations({
  message: () => "must be the next_cursor of an earlier answer"
})

/** An id in a filter; no resource with this id needs to exist. */
export const IdParam = Schema.UUID.annotations({ message: () => "must be an id" })

const isTrue = (text: string): boolean => text === "true" || text === "1"
const textOf = (value: boolean) => value ? "true" as const : "false" as const
const asBoolean = { message: () => "must be true or false", jsonSchema: { type: "boolean" } } as const

/** `true` or `false` in a query string, or `1` or `0`. */
export const BooleanParam = Schema.transform(Schema.Literal("true", "false", "1", "0"), Schema.Boolean, {
  strict: true,
  decode: isTrue,
  encode: textOf
}).annotations(asBoolean)

/** Like `BooleanParam`, for filters: an empty value counts as absent. */
export const BooleanFilter = Schema.optionalToOptional(
  Schema.Literal("", "true", "false", "1", "0").annotations(asBoolean),
  Schema.Boolean,
  {
    decode: (given) => Option.map(Option.filter(given, (text) => text !== ""), isTrue),
    encode: Option.map(textOf)
  }
)

/**
 * The fields of a list's query: `limit` (with its default and maximum), `offset` and `cursor`. Spread them into the
 * struct of the list's own filters; the decoded value is a `PageRequest`.
 */
export const listQuery = (limitDefault = 20, limitMax = 100) => ({
  limit: Schema.optionalWith(LimitParam(limitMax), { default: () => limitDefault }),
  offset: Schema.optionalWith(OffsetParam, { default: () => 0 }),
  cursor: Schema.optionalWith(CursorParam, { exact: true })
})

/** The query of a list without filters. */
export const ListQuery = Schema.Struct(listQuery())
