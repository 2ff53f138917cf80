import { type HtmlElement, type HtmlNode, htmlTree, lengthUpTo, rawTextOf } from "./htmlTree.ts"
import { mathText } from "./mathText.ts"
import { MemoryGuard } from "./MemoryGuard.ts"
import { type TextRun, textOfRuns } from "./raisedText.ts"
import { cellsOf, isLayoutTable, rowsOf, tableLines } from "./tableText.ts"

const blocks = new Set(
  "address article aside blockquote body center dd details dialog div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr legend main menu nav ol p pre section summary table tbody tfoot thead ul caption"
    .split(" ")
)
/** Elements that begin a line, and not a paragraph. */
const lines = new Set("li tr option button".split(" "))
/** What is withdrawn stands in these elements. */
const withdrawn = new Set("del s strike".split(" "))
const isWithdrawn = ({ attributes, name }: HtmlElement): boolean =>
  withdrawn.has(name) || attributes["role"] === "deletion"
/** Longer raised text is a container that somebody forgot to close. */
const raisedLengthMax = 60

/** A text and what was found on the way. */
export interface HtmlText {
  /** Paragraphs are separated by blank lines; list items begin with `- `; cells of a row are separated by ` | `. */
  readonly text: string
  /** The text of the first heading of the first level; empty when there is none. */
  readonly heading: string
}

const noteNames =
  /(?:^|[\s_-])(?:(?:foot|end|side)?notes?|noteref|(?:mso)?(?:foot|end)note-?ref(?:erence)?|fn-?ref|fn|refs?|reference|cites?|citation)(?:$|[\s_\d-])/i

/** How deep the elements of a reference are nested at most: `sup > span > a > sup`. */
const referenceDepthMax = 4

/** Whether raised text refers to a note: it is a link, stands in one, or its element says so. */
const isNoteReference = (element: HtmlElement, isInLink: boolean, depth = 1): boolean => {
  const { class: names = "", id = "", role = "" } = element.attributes
  return isInLink || noteNames.test(names) || noteNames.test(id) || role === "doc-noteref" ||
    (depth < referenceDepthMax &&
      element.children.some((child) =>
        typeof child !== "string" && (child.name === "a" || isNoteReference(child, false, depth + 1))
      ))
}

const isEmphasis = (name: string): boolean => !blocks.has(name) && !lines.has(name) && name !== "br" && name !== "wbr"

/** Elements of different classes without white space in between are set apart by style sheets: labels and values. */
const isGap = (before: HtmlNode | undefined, after: HtmlNode): boolean =>
  typeof before === "object" && typeof after === "object" && isEmphasis(before.name) && isEmphasis(after.name) &&
  before.attributes["class"] !== undefined && after.attributes["class"] !== undefined &&
  before.attributes["class"] !== after.attributes["class"]

/** Writes the text of elements; white space is collapsed except in preformatted text. */
class TextWriter {
  readonly #runs: Array<TextRun> = []
  readonly #memory = new MemoryGuard()
  readonly #isSkipped: (element: HtmlElement) => boolean
  #preDepth = 0
  #linkDepth = 0
  #headingDepth = 0
  #heading = ""
  #isHeadingOver = false
  /** How many line ends come before the next text, and then what mark of a list item. */
  #lineEnds = 0
  #mark = ""

  constructor(isSkipped: (element: HtmlElement) => boolean) {
    this.#isSkipped = isSkipped
  }

  writeAll(nodes: ReadonlyArray<HtmlNode>): void {
    nodes.forEach((node, at) => {
      if (isGap(nodes[at - 1], node)) this.#runs.push({ kind: "gap" })
      if (typeof node === "string") this.#text(node)
      else this.#element(node)
    })
  }

  result(): HtmlText {
    return { text: textOfRuns(this.#runs), heading: this.#heading.trim() }
  }

  #element(element: HtmlElement): void {
    const { children, name } = element
    this.#memory.step()
    if (name === "head" || name === "title" || isWithdrawn(element) || this.#isSkipped(element)) return
    if (name === "math") {
      this.#runs.push({ kind: "gap" })
      this.#text(mathText(element))
      this.#runs.push({ kind: "gap" })
    } else if ((name === "sup" || name === "sub") && lengthUpTo(element, raisedLengthMax + 1) <= raisedLengthMax) {
      this.#raised(element)
    } else if (name === "table") this.#table(element)
    else if (name === "q") {
      this.#text("“")
      this.writeAll(children)
      this.#text("”")
    } else if (this.#isReference(element)) this.#raised(element)
    else {
      // Smaller text beside a number is not a part of it: cents, marks, units.
      if (name === "small") this.#runs.push({ kind: "gap" })
      this.#container(element)
    }
  }

  /**
   * Whether an element is the mark of a note without being raised here: digits that touch the word before, and are a link
   * to a place in a page or have the name of a note.
   */
  #isReference(element: HtmlElement): boolean {
    const { attributes, name } = element
    if (!isEmphasis(name) || lengthUpTo(element, raisedLengthMax) >= raisedLengthMax) return false
    if (!/^\s*(?:\d{1,3}|[*†‡]|\[\d{1,3}\])\s*$/u.test(rawTextOf(element))) return false
    const isNamed = attributes["role"] === "doc-noteref" || noteNames.test(attributes["class"] ?? "")
    const isLink = name === "a" && attributes["href"]?.includes("#") === true
    const before = this.#runs.at(-1)
    return (isLink && isNamed) || ((isLink || isNamed) && this.#lineEnds === 0 && typeof before === "string" &&
      /[\p{L}\p{N}\p{P}%]$/u.test(before) && !/[([]$/.test(before))
  }

  #container({ children, name }: HtmlElement): void {
    if (name === "pre") this.#preDepth++
    if (name === "a") this.#linkDepth++
    if (name === "h1") this.#headingDepth++
    this.#break(name)
    if (name === "br") this.#lineEnds = Math.min(2, this.#lineEnds + 1)
    if (name === "li") this.#mark = "- "
    this.writeAll(children)
    if (name === "pre") this.#preDepth--
    if (name === "a") this.#linkDepth--
    if (name === "h1") {
      this.#headingDepth--
      this.#isHeadingOver ||= this.#heading.trim() !== ""
    }
    if (name === "li") this.#mark = ""
    this.#break(name)
  }

  #text(text: string): void {
    const isPre = this.#preDepth > 0
    if (!isPre && text.trim() === "") {
      if (text !== "") this.#runs.push(" ")
      return
    }
    const written = isPre ? text : text.replaceAll(/\s+/g, " ")
    this.#begin()
    this.#runs.push(written)
    if (this.#headingDepth > 0 && !this.#isHeadingOver) this.#heading += written
  }

  #raised(element: HtmlElement): void {
    const { result, writeAll } = this.#part()
    writeAll(element.children)
    const text = result().replaceAll(/\s+/g, " ").trim()
    if (text === "") return
    this.#begin()
    const isNote = isNoteReference(element, element.name === "a" || this.#linkDepth > 0)
    this.#runs.push({ kind: element.name === "sub" ? "sub" : "super", text, isNote })
  }

  #table(table: HtmlElement): void {
    this.#lineEnds = 2
    if (isLayoutTable(table)) this.#layout(table)
    else {
      for (const child of table.children)
        if (typeof child !== "string" && child.name === "caption") this.#element(child)
      for (const line of tableLines(table, (cell) => this.#textOfCell(cell))) {
        this.#begin()
        this.#runs.push(line)
        this.#lineEnds = 1
      }
    }
    this.#lineEnds = 2
  }

  /** The cells of a table that arranges a page are parts of the page. */
  #layout(table: HtmlElement): void {
    for (const child of table.children) if (typeof child !== "string" && child.name === "caption") this.#element(child)
    for (const row of rowsOf(table)) {
      for (const cell of cellsOf(row)) {
        this.#lineEnds = 2
        this.writeAll(cell.children)
      }
    }
  }

  #textOfCell(cell: HtmlElement): string {
    if (this.#isSkipped(cell)) return ""
    const { result, writeAll } = this.#part()
    writeAll(cell.children)
    return result()
  }

  /** A writer for a part whose text is used as a whole. */
  #part(): { readonly writeAll: (nodes: ReadonlyArray<HtmlNode>) => void; readonly result: () => string } {
    const writer = new TextWriter(this.#isSkipped)
    writer.#linkDepth = this.#linkDepth
    return { writeAll: (nodes) => writer.writeAll(nodes), result: () => writer.result().text }
  }

  #begin(): void {
    if (this.#lineEnds > 0) this.#runs.push("\n".repeat(this.#lineEnds))
    if (this.#mark !== "") this.#runs.push(this.#mark)
    this.#lineEnds = 0
    this.#mark = ""
  }

  #break(name: string): void {
    // A paragraph in a list item begins on the line of its mark.
    if (this.#mark !== "") return
    if (blocks.has(name)) this.#lineEnds = 2
    else if (lines.has(name)) this.#lineEnds = Math.max(1, this.#lineEnds)
  }
}

/** The text of a tree as lines, without the elements that `isSkipped` names. */
export const textOfTree = (tree: HtmlElement, isSkipped: (element: HtmlElement) => boolean = () => false): HtmlText => {
  const writer = new TextWriter(isSkipped)
  writer.writeAll([tree])
  return writer.result()
}

/** The text of markup as lines. */
export const textOfHtml = (html: string): HtmlText => textOfTree(htmlTree(html))
