import { escaped, escapedContent } from "./Svg.ts"

/** Attributes of an element; `true` writes only the name, undefined and `false` nothing. */
export type HtmlAttributes = Readonly<Record<string, string | number | boolean | undefined>>

/** Elements that have neither content nor an end tag. */
const voids = new Set(["br", "hr", "input", "link", "meta"])

/** Everything but the control characters that a text may have. */
const shown = /[^\n\t]+/g

/**
 * Escapes a text for the content of an element. Line ends and tabs stay; other control characters become the replacement
 * character.
 *
 * @example htmlText("1 < 2\nand \"more\"") // "1 &lt; 2\nand \"more\""
 */
export const htmlText = (text: string): string => text.replace(shown, escapedContent)

/**
 * An element of an HTML page, with markup as its content.
 *
 * @example html("a", { href: "/?a=1&b=2", hidden: false }, "Next") // "<a href=\"/?a=1&amp;b=2\">Next</a>"
 * @example html("textarea", { required: true }) // "<textarea required></textarea>"
 */
export const html = (name: string, attributes: HtmlAttributes, ...content: ReadonlyArray<string>): string => {
  const written = Object.entries(attributes).map(([key, value]) =>
    value === undefined || value === false
      ? ""
      : value === true
      ? ` ${key}`
      : ` ${key}="${String(value).replace(shown, escaped)}"`
  )
  const start = `<${name}${written.join("")}>`
  return voids.has(name) ? start : `${start}${content.join("")}</${name}>`
}

/** A text that anybody may have written: escaped, and isolated so that its direction does not reach what follows. */
export const said = (text: string): string => html("bdi", {}, htmlText(text.trim() === "" ? "–" : text))

/** A text as a paragraph. */
export const paragraph = (text: string, className?: string): string => html("p", { class: className }, htmlText(text))

/** A link with markup as its text. */
export const link = (href: string, content: string, attributes: HtmlAttributes = {}): string =>
  html("a", { href, ...attributes }, content)

const twoDigits = (value: number): string => String(value).padStart(2, "0")

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"] as const

/** A time to the minute, UTC. */
export const timeOf = (at: Date): string =>
  html(
    "time",
    { datetime: at.toISOString() },
    `${at.getUTCDate()} ${months[at.getUTCMonth()]} ${at.getUTCFullYear()}, ${twoDigits(at.getUTCHours())}:${
      twoDigits(at.getUTCMinutes())
    } UTC`
  )
