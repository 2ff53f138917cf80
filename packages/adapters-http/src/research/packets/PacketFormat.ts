import { Schema } from "effect"

/** The formats of a packet. */
export const PacketFormat = Schema.Literal("json", "markdown", "html")
export type PacketFormat = typeof PacketFormat.Type

/** The number of a version in a query string. */
const VersionParam = Schema.NumberFromString.pipe(Schema.int(), Schema.between(1, 1_000_000)).annotations({
  message: () => "must be a whole number from 1 to 1000000",
  jsonSchema: { type: "integer", minimum: 1, description: "This version instead of the latest." }
})

/** The version and format of a requested packet. */
export const PacketQuery = Schema.Struct({
  version: Schema.optionalWith(VersionParam, { exact: true }),
  format: Schema.optionalWith(PacketFormat, { default: () => "json" as const })
})

/** The content types of packets that are not JSON. */
export const markdownType = "text/markdown; charset=utf-8"
export const packetPageType = "text/html; charset=utf-8"
