/** The `n`th made-up word of seven letters; all are distinct, and none is a common word. */
const word = (n: number): string => {
  let letters = ""
  for (let rest = n, i = 0; i < 5; i++, rest = Math.floor(rest / 20)) letters += "bcdfghjklmnpqrstvwxz"[rest % 20]
  return `zu${letters}`
}

let used = 0

export interface ReasoningShape {
  /** Distinct meaningful words outside addresses and headings. */
  readonly words?: number
  /** Distinct addresses. */
  readonly citations?: number
  /** Pages to cite instead of new ones. */
  readonly pages?: ReadonlyArray<string>
  /** Distinct numbers; each counts as a word, too. */
  readonly numbers?: number
  /** Characters; the last word is stretched. */
  readonly characters?: number
  readonly headings?: ReadonlyArray<string>
}

export const headings = ["EVIDENCE", "ANALYSIS", "COUNTER-EVIDENCE", "BOTTOM LINE"]

/** A page that has not been cited. */
export const newPage = (): string => `https://example.org/${++used}`

/** A unique reasoning with exactly these measures. Default: the minimum that passes. */
export const reasoningOf = (shape: ReasoningShape = {}): string => {
  const { characters, headings: given = headings, numbers = 0, words = 40 } = shape
  const pages = shape.pages ?? Array.from({ length: shape.citations ?? 2 }, newPage)
  const texts = [
    ...Array.from({ length: numbers }, (_, at) => String(1_000 + at)),
    ...Array.from({ length: words - numbers }, () => word(++used))
  ]
  const share = Math.floor(texts.length / given.length)
  const sections = given.map((heading, at) => {
    const own = texts.slice(at * share, at === given.length - 1 ? undefined : (at + 1) * share)
    return `${heading}: ${at === 0 ? [...pages, ...own].join(" ") : own.join(" ")}`
  })
  const text = sections.join("\n")
  if (characters === undefined) return text
  if (text.length > characters) throw new Error(`the shape needs ${text.length} characters`)
  return text + "z".repeat(characters - text.length)
}
