import { optional } from "@auspex/domain/kernel"
import { Schema } from "effect"

/** The supported widths of pictures, in pixels. */
export const pictureWidths = { min: 320, standard: 800, max: 1600 } as const

const WidthParam = Schema.NumberFromString.pipe(
  Schema.int(),
  Schema.between(pictureWidths.min, pictureWidths.max)
).annotations({
  message: () => `must be a whole number from ${pictureWidths.min} to ${pictureWidths.max}`,
  jsonSchema: { type: "integer", minimum: pictureWidths.min, maximum: pictureWidths.max }
})

/**
 * The query parameters of reads that can also answer with a picture: `format=svg`, its theme and its width in pixels.
 */
export const pictureQuery = {
  format: optional(Schema.Literal("json", "svg")),
  theme: optional(Schema.Literal("auto", "light", "dark")),
  width: optional(WidthParam)
}

/** The content type of pictures. */
export const pictureType = "image/svg+xml"
