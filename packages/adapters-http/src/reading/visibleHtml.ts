import { Parser } from "htmlparser2"
import { HiddenNames } from "./hiddenElements.ts"
import { Unreadable } from "./Unreadable.ts"

/** How deeply elements may be nested; browsers flatten what is deeper than 512. */
const depthMax = 600

/** A page reduced to what a reader sees. */
export interface VisibleHtml {
  /** Its markup without scripts, styles, comments and hidden elements, and with few attributes. */
  readonly html: string
  /** The text of its `title` element; empty when there is none. */
  readonly title: string
  /** What it says to those who have no scripts, as markup. */
  readonly noScriptHtml: string
  readonly hasPasswordField: boolean
  /** The number of elements in `html`. */
  readonly elements: number
}

/** Elements that hold no text to read. */
const dropped = new Set(
  "script style noscript template iframe object embed svg canvas audio video picture source track link base select textarea datalist progress meter"
    .split(" ")
)
const rootElements = new Set(["html", "head", "body"])
const keptAttributes = new Set(
  "class id role itemprop itemtype rel href property name content lang dir type alt".split(" ")
)

const escapes: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;" }
const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => escapes[character]!)

const isHiddenDialog = (name: string, attributes: Readonly<Record<string, string>>): boolean =>
  name === "dialog" && attributes["open"] === undefined

/** Parses a page in one pass, and writes what is visible of it. */
class VisibleWriter {
  readonly parts: Array<string> = []
  readonly noScriptParts: Array<string> = []
  title = ""
  hasPasswordField = false
  elements = 0
  readonly #hidden = new HiddenNames()
  /** The open elements; a hidden one counts with all that it holds. */
  #depth = 0
  #hiddenAt = 0
  #within = ""

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (++this.#depth > depthMax) {
      throw new Unreadable("unreadable", `Its elements are nested more than ${depthMax} deep.`)
    }
    if (this.#hiddenAt > 0) return
    if (name === "input" && attributes["type"]?.toLowerCase() === "password") this.hasPasswordField = true
    const isRoot = rootElements.has(name)
    const isHidden = !isRoot &&
      (dropped.has(name) || isHiddenDialog(name, attributes) || this.#hidden.hides(attributes))
    if (isHidden) {
      this.#hiddenAt = this.#depth
      this.#within = name
      return
    }
    if (name === "title") this.#within = name
    this.elements++
    const kept = Object.entries(attributes).filter(([attribute]) => keptAttributes.has(attribute))
    this.parts.push(`<${name}${kept.map(([attribute, value]) => ` ${attribute}="${escaped(value)}"`).join("")}>`)
  }

  text(text: string): void {
    if (this.#hiddenAt > 0) {
      if (this.#within === "style") this.#hidden.add(text)
      if (this.#within === "noscript") this.noScriptParts.push(escaped(text))
      return
    }
    if (this.#within === "title" && this.title.length < 10_000) this.title += text
    this.parts.push(escaped(text))
  }

  close(name: string): void {
    const isHidden = this.#hiddenAt > 0
    if (this.#hiddenAt === this.#depth) this.#hiddenAt = 0
    this.#depth--
    if (this.#hiddenAt === 0) this.#within = ""
    if (!isHidden && !voidElements.has(name)) this.parts.push(`</${name}>`)
  }
}

const voidElements = new Set("area br col hr img input meta param wbr".split(" "))

/**
 * Reduces a page to what a reader sees, without executing or fetching anything. Hidden text is where instructions to
 * models are planted, so it is dropped: elements that are not displayed, transparent, without size or outside of the page,
 * by their own style or by a simple rule of the page's style sheets, and those hidden from assistive technology.
 */
export const visibleHtml = (html: string): VisibleHtml => {
  const writer = new VisibleWriter()
  const parser = new Parser({
    onopentag: (name, attributes) => writer.open(name, attributes),
    ontext: (text) => writer.text(text),
    onclosetag: (name) => writer.close(name)
  }, { recognizeSelfClosing: false })
  parser.write(html)
  parser.end()
  return {
    html: writer.parts.join(""),
    title: writer.title,
    noScriptHtml: writer.noScriptParts.join(" "),
    hasPasswordField: writer.hasPasswordField,
    elements: writer.elements
  }
}
