import { Parser } from "htmlparser2"

const blocks = new Set(
  "address article aside blockquote body center dd details dialog div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr legend main menu nav ol p pre section summary table tbody tfoot thead ul"
    .split(" ")
)
/** Elements that begin a line, and not a paragraph. */
const lines = new Set("li tr option".split(" "))
const cells = new Set(["td", "th"])

/** A text and what was found on the way. */
export interface HtmlText {
  /** Paragraphs are separated by blank lines; list items begin with `- `; cells of a row are separated by ` | `. */
  readonly text: string
  /** The text of the first heading of the first level; empty when there is none. */
  readonly heading: string
}

/** Writes the text of elements; white space is collapsed except in preformatted text. */
class TextWriter {
  readonly #parts: Array<string> = []
  readonly #skipped: ReadonlySet<string>
  #skippedDepth = 0
  #preDepth = 0
  #headingDepth = 0
  #heading = ""
  #isHeadingOver = false
  /** How many line ends come before the next text, and then what mark of a list item. */
  #lineEnds = 0
  #mark = ""
  /** Whether a cell precedes in the row. */
  #hasCell = false

  constructor(skipped: ReadonlySet<string>) {
    this.#skipped = skipped
  }

  open(name: string): void {
    if (this.#isSkipped(name)) this.#skippedDepth++
    if (this.#skippedDepth > 0) return
    if (name === "pre") this.#preDepth++
    if (name === "h1") this.#headingDepth++
    this.#break(name)
    if (name === "br") this.#lineEnds = Math.min(2, this.#lineEnds + 1)
    if (name === "li") this.#mark = "- "
    if (name === "tr") this.#hasCell = false
    if (cells.has(name)) {
      if (this.#hasCell && this.#lineEnds === 0) this.#parts.push(" | ")
      this.#hasCell = true
    }
  }

  text(text: string): void {
    if (this.#skippedDepth > 0) return
    const isPre = this.#preDepth > 0
    if (!isPre && text.trim() === "") {
      this.#parts.push(" ")
      return
    }
    const written = isPre ? text : text.replace(/\s+/g, " ")
    this.#parts.push("\n".repeat(this.#lineEnds), this.#mark, written)
    this.#lineEnds = 0
    this.#mark = ""
    if (this.#headingDepth > 0 && !this.#isHeadingOver) this.#heading += written
  }

  close(name: string): void {
    if (this.#skippedDepth > 0) {
      if (this.#isSkipped(name)) this.#skippedDepth--
      return
    }
    if (name === "pre") this.#preDepth = Math.max(0, this.#preDepth - 1)
    if (name === "h1") {
      this.#headingDepth = Math.max(0, this.#headingDepth - 1)
      this.#isHeadingOver ||= this.#heading.trim() !== ""
    }
    if (name === "li") this.#mark = ""
    this.#break(name)
  }

  result(): HtmlText {
    return { text: this.#parts.join(""), heading: this.#heading.trim() }
  }

  #isSkipped(name: string): boolean {
    return name === "head" || name === "title" || this.#skipped.has(name)
  }

  #break(name: string): void {
    // A paragraph in a list item begins on the line of its mark.
    if (this.#mark !== "") return
    if (blocks.has(name)) this.#lineEnds = 2
    else if (lines.has(name)) this.#lineEnds = Math.max(1, this.#lineEnds)
  }
}

/** The text of markup as lines, without the elements that are named in `skipped`. */
export const textOfHtml = (html: string, skipped: ReadonlySet<string> = new Set()): HtmlText => {
  const writer = new TextWriter(skipped)
  const parser = new Parser({
    onopentag: (name) => writer.open(name),
    ontext: (text) => writer.text(text),
    onclosetag: (name) => writer.close(name)
  })
  parser.write(html)
  parser.end()
  return writer.result()
}
