import { escapeContent, escapeMarkup } from "./markupEntities.ts"

/** Attributes of an element; undefined ones are omitted, numbers are rounded to two decimals. */
export type Attributes = Readonly<Record<string, string | number | undefined>>

/**
 * A formatted number: at most two decimals, and no negative zero.
 *
 * @example decimal(1.005 + 1.3333) // "2.34"
 * @example decimal(-0.001) // "0"
 */
export const decimal = (value: number): string => String(Math.round(value * 100) / 100 || 0)

/**
 * Escapes a text for XML. Characters that are invalid or deceptive (controls, lone surrogates, bidirectional controls)
 * become the replacement character.
 *
 * @example escaped("<b>\"A & B\"</b>\u0000") // "&lt;b&gt;&quot;A &amp; B&quot;&lt;/b&gt;\uFFFD"
 */
export const escaped = (text: string): string => escapeMarkup(legible(text))

/**
 * Like `escaped`, for the content of elements only: quotes stay as they are.
 *
 * @example escapedContent("<b>\"A & B\"</b>") // "&lt;b&gt;\"A &amp; B\"&lt;/b&gt;"
 */
export const escapedContent = (text: string): string => escapeContent(legible(text))

const legible = (text: string): string =>
  text.replace(/[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069\ufffe\uffff]/gu, "\ufffd")

/** An element with markup as its content. */
export const element = (name: string, attributes: Attributes, ...children: ReadonlyArray<string>): string => {
  const written = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [` ${key}="${typeof value === "number" ? decimal(value) : escaped(value)}"`]
  )
  const inner = children.join("")
  return inner === "" ? `<${name}${written.join("")}/>` : `<${name}${written.join("")}>${inner}</${name}>`
}

/** A `text` element with an escaped text. */
export const textElement = (text: string, attributes: Attributes): string => element("text", attributes, escaped(text))

/** A position in a picture, in pixels from its upper left corner. */
export interface Position {
  readonly x: number
  readonly y: number
}

/**
 * The path of a step line: each height extends to the next position. Positions with an unchanged height are omitted.
 *
 * @example stepPath([{ x: 0, y: 5 }, { x: 2, y: 5 }, { x: 4, y: 1 }, { x: 6, y: 1 }]) // "M0 5H4V1H6"
 */
export const stepPath = (positions: ReadonlyArray<Position>): string => {
  const [first] = positions
  if (first === undefined) return ""
  let path = `M${decimal(first.x)} ${decimal(first.y)}`
  let height = decimal(first.y)
  let reached = decimal(first.x)
  for (const position of positions) {
    const y = decimal(position.y)
    if (y === height) continue
    const x = decimal(position.x)
    path += x === reached ? `V${y}` : `H${x}V${y}`
    height = y
    reached = x
  }
  const end = decimal(positions[positions.length - 1]!.x)
  return end === reached ? path : `${path}H${end}`
}
