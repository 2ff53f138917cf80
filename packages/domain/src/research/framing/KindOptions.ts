import { Schema } from "effect"
import type { ResearchQuestionKind } from "./ResearchQuestionKind.ts"

/** How many options a `multi` question has. */
export const multiOptionsMin = 2
export const multiOptionsMax = 10

/** How many rows and columns a `matrix` question has. */
export const matrixRowsMax = 50
export const matrixColumnsMin = 2
export const matrixColumnsMax = 10

/** The numbers of points that a `likert` scale may have. */
export const likertScales: ReadonlyArray<number> = [5, 7]

/** The highest numbers of stars that a `star_rating` may have. */
export const starMaxima: ReadonlyArray<number> = [5, 10]

const list = Schema.optional(Schema.NullOr(Schema.Array(Schema.String)))
const number = Schema.optional(Schema.NullOr(Schema.Number))

/**
 * What a question needs besides its text, by kind: `multi` has `options`; `matrix` has `rows` and `columns`; `likert`
 * has a `scale` and a `statement`; `star_rating` has a `max`. Every field may be absent, because the framing rules
 * report what is missing.
 */
export const KindOptions = Schema.Struct({
  options: list,
  rows: list,
  columns: list,
  scale: number,
  statement: Schema.optional(Schema.NullOr(Schema.String)),
  max: number
}).annotations({ identifier: "KindOptions" })
export interface KindOptions extends Schema.Schema.Type<typeof KindOptions> {}

/** The fields of `KindOptions` that each kind has. */
export const kindOptionFields: Readonly<Record<ResearchQuestionKind, ReadonlyArray<keyof KindOptions>>> = {
  binary: [],
  multi: ["options"],
  matrix: ["rows", "columns"],
  likert: ["scale", "statement"],
  star_rating: ["max"]
}
