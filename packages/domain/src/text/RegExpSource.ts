import { Schema } from "effect"

/** The source of a regular expression with the flag `u`. */
export const RegExpSource = Schema.NonEmptyString.pipe(Schema.filter((source) => {
  try {
    return new RegExp(source, "u").source !== ""
  } catch (error) {
    return String(error)
  }
}))
