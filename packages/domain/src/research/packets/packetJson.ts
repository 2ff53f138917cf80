import { Schema } from "effect"
import { DecisionPacket } from "./DecisionPacket.ts"
import { byText } from "./inOrder.ts"

/**
 * Canonical JSON by RFC 8785: without white space, names sorted by their UTF-16 code units, numbers as ECMAScript writes them.
 *
 * @example canonicalJson({ b: [1, { d: null, c: "é" }], a: true }) // '{"a":true,"b":[1,{"c":"é","d":null}]}'
 */
export const canonicalJson = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`
  if (typeof value !== "object" || value === null) return JSON.stringify(value)
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
    .sort(([one], [other]) => byText(one, other))
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join(",")}}`
}

const encode = Schema.encodeSync(DecisionPacket)

/** A packet as JSON, the same bytes for equal packets, also after a round trip through a database. */
export const packetJson = (packet: DecisionPacket): string => canonicalJson(encode(packet))

const decode = Schema.decodeSync(Schema.parseJson(DecisionPacket))

/** The packet that a text made by `packetJson` holds. */
export const packetFrom = (json: string): DecisionPacket => decode(json)
