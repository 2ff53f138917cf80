/** Attributes of an element; what is undefined is left out, numbers are rounded to two decimals. */
export type Attributes = Readonly<Record<string, string | number | undefined>>

/**
 * A number as pictures write it: two decimals at most, and no minus before a zero.
 *
 * @example decimal(1.005 + 1.3333) // "2.34"
 * @example decimal(-0.001) // "0"
 */
export const decimal = (value: number): string => String(Math.round(value * 100) / 100 || 0)

/**
 * A text as XML takes it: markup is escaped, and characters that XML or a reading eye should not meet (controls, halves of
 * pairs, marks that turn the direction of what follows) become a replacement sign.
 *
 * @example escaped("<b>\"A & B\"</b>\u0000") // "&lt;b&gt;&quot;A &amp; B&quot;&lt;/b&gt;\uFFFD"
 */
export const escaped = (text: string): string =>
  text.replace(/[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069\ufffe\uffff]/gu, "\ufffd")
    .replace(/[&<>"']/g, (character) => entities[character]!)

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  "\"": "&quot;",
  "'": "&#39;"
}

/** An element around markup that is ready. */
export const element = (name: string, attributes: Attributes, ...children: ReadonlyArray<string>): string => {
  const written = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [` ${key}="${typeof value === "number" ? decimal(value) : escaped(value)}"`]
  )
  const inner = children.join("")
  return inner === "" ? `<${name}${written.join("")}/>` : `<${name}${written.join("")}>${inner}</${name}>`
}

/** An element around a text. */
export const textElement = (text: string, attributes: Attributes): string => element("text", attributes, escaped(text))

/** Where something is on a picture: pixels from its upper left corner. */
export interface Place {
  readonly x: number
  readonly y: number
}

/**
 * A path of level steps: each height holds until the next place. Places that change nothing are left out.
 *
 * @example stepPath([{ x: 0, y: 5 }, { x: 2, y: 5 }, { x: 4, y: 1 }, { x: 6, y: 1 }]) // "M0 5H4V1H6"
 */
export const stepPath = (places: ReadonlyArray<Place>): string => {
  const [first] = places
  if (first === undefined) return ""
  let path = `M${decimal(first.x)} ${decimal(first.y)}`
  let height = decimal(first.y)
  let reached = decimal(first.x)
  for (const place of places) {
    const y = decimal(place.y)
    if (y === height) continue
    const x = decimal(place.x)
    path += x === reached ? `V${y}` : `H${x}V${y}`
    height = y
    reached = x
  }
  const end = decimal(places[places.length - 1]!.x)
  return end === reached ? path : `${path}H${end}`
}
