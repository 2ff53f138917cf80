import { Schema } from "effect"

const optional = <A, I>(schema: Schema.Schema<A, I>) => Schema.optionalWith(schema, { exact: true })

/** The widths that pictures are made for, in pixels. */
export const pictureWidths = { min: 320, standard: 800, max: 1600 } as const

const WidthParam = Schema.NumberFromString.pipe(
  Schema.int(),
  Schema.between(pictureWidths.min, pictureWidths.max)
).annotations({
  message: () => `must be a whole number from ${pictureWidths.min} to ${pictureWidths.max}`,
  jsonSchema: { type: "integer", minimum: pictureWidths.min, maximum: pictureWidths.max }
})

/** The query of a read that can be had as a picture too: `format=svg`, its theme and its width in pixels. */
export const pictureQuery = {
  format: optional(Schema.Literal("json", "svg")),
  theme: optional(Schema.Literal("auto", "light", "dark")),
  width: optional(WidthParam)
}

/** What such a read answers besides JSON. */
export const pictureType = "image/svg+xml"
