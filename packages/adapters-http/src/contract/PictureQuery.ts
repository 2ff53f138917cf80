import { chartWidths } from "@auspex/domain/charts"
import { Schema } from "effect"

const optional = <A, I>(schema: Schema.Schema<A, I>) => Schema.optionalWith(schema, { exact: true })

const WidthParam = Schema.NumberFromString.pipe(
  Schema.int(),
  Schema.between(chartWidths.min, chartWidths.max)
).annotations({
  message: () => `must be a whole number from ${chartWidths.min} to ${chartWidths.max}`,
  jsonSchema: { type: "integer", minimum: chartWidths.min, maximum: chartWidths.max }
})

/** The query of a read that can be had as a picture too: `format=svg`, its theme and its width in pixels. */
export const pictureQuery = {
  format: optional(Schema.Literal("json", "svg")),
  theme: optional(Schema.Literal("auto", "light", "dark")),
  width: optional(WidthParam)
}

/** What such a read answers besides JSON. */
export const pictureType = "image/svg+xml"
