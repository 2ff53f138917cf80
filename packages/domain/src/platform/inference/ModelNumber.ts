import { ParseResult, Schema } from "effect"

const written = /^([-+]?(?:\d+(?:\.\d*)?|\.\d+|0,\d+|\d+,\d{1,2}))\s{0,3}(%|per\s?cent|pct)?$/i

/** The number in a text, and whether it is in percent; undefined for a text that may mean something else. */
const numberIn = (text: string): { readonly value: number; readonly isPercent: boolean } | undefined => {
  const [, digits, percent] = written.exec(text.normalize("NFKC").trim()) ?? []
  return digits === undefined
    ? undefined
    : { value: Number(digits.replace(",", ".")), isPercent: percent !== undefined }
}

const numberFrom = (percentsInOne: number): Schema.Schema<number, number | string> =>
  Schema.transformOrFail(Schema.Union(Schema.Number, Schema.String), Schema.Number, {
    strict: true,
    decode: (given, _, ast) => {
      if (typeof given === "number") return ParseResult.succeed(given)
      const found = numberIn(given)
      return found === undefined
        ? ParseResult.fail(new ParseResult.Type(ast, given, "must be a number"))
        : ParseResult.succeed(found.isPercent ? found.value / percentsInOne : found.value)
    },
    encode: ParseResult.succeed
  })

/**
 * A number from 0 to 1 as models write it: also as a text, and in percent with a percent sign. Without the sign, 90
 * stays 90, because it may be on a different scale than the requested one; the caller then refuses it.
 */
export const ModelShare: Schema.Schema<number, number | string> = numberFrom(100)

/** A number of percents as models write it: also as a text, and with the sign. Without the sign, 0.9 stays 0.9. */
export const ModelPercent: Schema.Schema<number, number | string> = numberFrom(1)
