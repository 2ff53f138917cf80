import type { OutboxEventData, OutboxEventName } from "../events/OutboxEvent.ts"

/** The size limit of a delivered body, in bytes of UTF-8. */
export const deliveryBytesMax = 20_000

/** The maximum number of UTF-8 bytes of a UTF-16 code unit; a character of four bytes has two units. */
const bytesPerUnitMax = 3

/** The event of a test ping. */
export const testEvent = "webhook.test"

/** An event as delivered. */
export interface DeliveredEvent {
  readonly event: OutboxEventName | typeof testEvent
  /** As stored: times are texts. */
  readonly data: OutboxEventData[OutboxEventName] | Readonly<Record<string, unknown>>
  readonly timestamp: Date
}

/**
 * The body of a delivery: `{event, data, timestamp}` as JSON, with the time of the event. While a body exceeds 20 kB,
 * its longest text is cut to half its length and ends in an ellipsis.
 */
export const deliveryBody = ({ data, event, timestamp }: DeliveredEvent): string => {
  const body = (shown: unknown) => JSON.stringify({ event, data: shown, timestamp: timestamp.toISOString() })
  let shown: unknown = data
  let text = body(shown)
  if (text.length * bytesPerUnitMax <= deliveryBytesMax) return text
  for (let longest = longestText(shown); utf8Bytes(text) > deliveryBytesMax && longest.length > 2;) {
    shown = halved(shown, longest)
    text = body(shown)
    longest = longestText(shown)
  }
  return text
}

const utf8Bytes = (text: string): number => {
  let bytes = 0
  for (const character of text) {
    const code = character.codePointAt(0)!
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x1_0000 ? 3 : 4
  }
  return bytes
}

/** The texts in a value, those in lists included. */
const textsOf = (value: unknown): ReadonlyArray<string> =>
  typeof value === "string"
    ? [value]
    : typeof value === "object" && value !== null
    ? Object.values(value).flatMap(textsOf)
    : []

const longestText = (value: unknown): string =>
  textsOf(value).reduce((longest, text) => text.length > longest.length ? text : longest, "")

const half = (text: string): string => {
  const characters = Array.from(text)
  return `${characters.slice(0, Math.floor(characters.length / 2)).join("")}…`
}

const halved = (value: unknown, longest: string): unknown => {
  if (value === longest) return half(longest)
  if (Array.isArray(value)) return value.map((item) => halved(item, longest))
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, halved(item, longest)]))
}
