import { Parser } from "htmlparser2"
import { isUnseen, PageStyles } from "./hiddenElements.ts"
import { MemoryGuard } from "./MemoryGuard.ts"
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
  /** Text that is not shown at first and may be shown later; none of `html`. */
  readonly foldedText: string
}

/** Elements that hold no text to read. */
const dropped = new Set(
  "script style noscript template iframe object embed svg canvas audio video picture source track link base select textarea datalist progress meter"
    .split(" ")
)
const rootElements = new Set(["html", "head", "body"])
const keptAttributes = new Set(
  "class id role itemprop itemtype rel href property name content lang dir type alt rowspan colspan open close separators"
    .split(" ")
)
/** How much of the folded text is kept, in UTF-16 code units. */
const foldedLengthMax = 100_000

const escapes: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;" }
const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => escapes[character]!)

const isHiddenDialog = (name: string, attributes: Readonly<Record<string, string>>): boolean =>
  name === "dialog" && attributes["open"] === undefined

/** Elements that a style can raise above the line, or lower. */
const inline = new Set("span a small font b i em strong abbr".split(" "))
/** Styles that make a block of an element that is none: its text stands on lines of its own. */
const blockStyle = /(?:^|;)\s*display\s*:\s*(?:block|flex|grid|list-item|table)/i

/** Boxes and cells in a line: their texts are apart without white space in between. */
const boxStyle = /(?:^|;)\s*display\s*:\s*inline-(?:block|flex|grid|table)/i
const cellRole = /^(?:cell|gridcell|columnheader|rowheader)$/i
const isBox = ({ class: classes = "", role = "", style = "" }: Readonly<Record<string, string>>): boolean =>
  boxStyle.test(style) || cellRole.test(role) || isUnseen(classes)

/** Prefixes of MathML in documents that were XML. */
const mathPrefix = /^(?:m|mml|mathml):/
/** Matches the class of the drawing of a formula that stands there as MathML, too. */
const drawnFormula = /(?:^|\s)katex-html(?:$|\s)/

/** Why text is left out at the moment. */
type Omission = "hidden" | "folded"

/** Parses a page in one pass, and writes what is visible of it. */
class VisibleWriter {
  readonly parts: Array<string> = []
  readonly noScriptParts: Array<string> = []
  readonly foldedParts: Array<string> = []
  title = ""
  hasPasswordField = false
  elements = 0
  readonly #styles = new PageStyles()
  readonly #memory = new MemoryGuard()
  readonly #keepsFolded: boolean
  /** The open elements: the name under which each is written, and whether its letters have no size. */
  readonly #open: Array<{ readonly written: string; readonly isSizeless: boolean; readonly isApart?: boolean }> = []
  /** Whether the next text is apart from the last one, and the end of that. */
  #isApart = false
  #end = ""
  #hasFormula = false
  #omittedAt = 0
  #omission: Omission = "hidden"
  #within = ""
  #foldedLength = 0

  constructor(keepsFolded: boolean) {
    this.#keepsFolded = keepsFolded
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (this.#open.length >= depthMax) {
      throw new Unreadable("unreadable", `Its elements are nested more than ${depthMax} deep.`)
    }
    this.#memory.step()
    const outer = this.#open.at(-1)?.isSizeless ?? false
    if (this.#omittedAt > 0) {
      this.#open.push({ written: name, isSizeless: outer })
      return
    }
    if (name === "input" && attributes["type"]?.toLowerCase() === "password") this.hasPasswordField = true
    const { hides, letters, raises } = rootElements.has(name) ? {} : this.#styles.of(name, attributes)
    const isApart = isBox(attributes)
    this.#isApart ||= isApart
    this.#hasFormula ||= name === "math"
    const isBlock = name === "span" && blockStyle.test(attributes["style"] ?? "")
    const isRaised = raises !== undefined && inline.has(name)
    const written = isBlock ? "div" : isRaised ? raises : name
    this.#open.push({ written, isSizeless: letters === undefined ? outer : letters === "none", isApart })
    const omission = this.#omissionOf(name, attributes, hides)
    if (omission !== undefined) {
      this.#omittedAt = this.#open.length
      this.#omission = omission
      this.#within = name
      return
    }
    if (name === "title") this.#within = name
    this.elements++
    // A link above the line refers to a note.
    const known = isRaised && name === "a" ? { ...attributes, role: "doc-noteref" } : attributes
    const kept = Object.entries(known).filter(([attribute]) => keptAttributes.has(attribute))
    this.parts.push(`<${written}${kept.map(([attribute, value]) => ` ${attribute}="${escaped(value)}"`).join("")}>`)
  }

  text(text: string): void {
    this.#memory.step()
    if (this.#omittedAt > 0) {
      if (this.#within === "style") this.#styles.add(text)
      else if (this.#within === "noscript") this.noScriptParts.push(escaped(text))
      else if (this.#omission === "folded") this.#fold(text)
      return
    }
    if (this.#open.at(-1)?.isSizeless === true && !this.#keepsFolded && text.trim() !== "") {
      this.#fold(text)
      this.parts.push(" ")
      return
    }
    if (this.#within === "title" && this.title.length < 10_000) this.title += text
    if (this.#isApart && /\d$/.test(this.#end) && /^\d/.test(text)) this.parts.push(" ")
    this.#isApart = false
    this.#end = text.slice(-1)
    this.parts.push(escaped(text))
  }

  close(): void {
    const isOmitted = this.#omittedAt > 0
    if (this.#omittedAt === this.#open.length) this.#omittedAt = 0
    const { isApart = false, written } = this.#open.pop()!
    this.#isApart ||= isApart
    if (this.#omittedAt === 0) this.#within = ""
    if (!isOmitted && !voidElements.has(written)) this.parts.push(`</${written}>`)
  }

  #omissionOf(
    name: string,
    attributes: Readonly<Record<string, string>>,
    hides: "hidden" | "folded" | "withdrawn" | undefined
  ): Omission | undefined {
    if (rootElements.has(name)) return undefined
    if (dropped.has(name) || isHiddenDialog(name, attributes) || hides === "hidden") return "hidden"
    // Digits of a drawn fraction would meet.
    if (this.#hasFormula && drawnFormula.test(attributes["class"] ?? "")) return "hidden"
    // What is struck through is withdrawn, and no part of what the page says.
    if (hides === "withdrawn") return "hidden"
    return hides === "folded" && !this.#keepsFolded ? "folded" : undefined
  }

  #fold(text: string): void {
    if (this.#foldedLength > foldedLengthMax) return
    this.#foldedLength += text.length
    this.foldedParts.push(text)
  }
}

const voidElements = new Set("area br col hr img input meta param wbr".split(" "))

/**
 * Reduces a page to what a reader sees, without executing or fetching anything. Hidden text is where instructions to
 * models are planted, so it is dropped: elements that are not displayed, transparent, without size or outside of the page,
 * by their own style or by a simple rule of the page's style sheets, and those hidden from assistive technology. Text that
 * may be shown later, by an animation or a click, is returned apart, or is kept on demand.
 */
export const visibleHtml = (html: string, { keepsFolded = false } = {}): VisibleHtml => {
  const writer = new VisibleWriter(keepsFolded)
  const parser = new Parser({
    onopentag: (name, attributes) => writer.open(name.replace(mathPrefix, ""), attributes),
    ontext: (text) => writer.text(text),
    onclosetag: () => writer.close()
  }, { recognizeSelfClosing: false })
  parser.write(html)
  parser.end()
  return {
    html: writer.parts.join(""),
    title: writer.title,
    noScriptHtml: writer.noScriptParts.join(" "),
    hasPasswordField: writer.hasPasswordField,
    elements: writer.elements,
    foldedText: writer.foldedParts.join(" ")
  }
}
