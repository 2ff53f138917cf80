import { type HtmlElement, type HtmlNode, rawTextOf } from "./htmlTree.ts"
import { textOfRuns } from "./raisedText.ts"

/** Elements without a text of their own for readers: what renders nothing, and other notations of the same formula. */
const silent = new Set("annotation annotation-xml mphantom maction-hidden none mprescripts".split(" "))
/** Characters that mark an operation without being seen: function application, invisible times, separator and plus. */
const invisible = /[\u2061-\u2064\u200b]/g
const operator = /^[=<>≤≥≠≈≡∼→←↔∈∉⊂⊆∪∩+−–×·⋅÷±∓∝∧∨]$/u
/** What needs no brackets as a part of a fraction, as a base or under a root. */
const isSimple = (text: string): boolean => /^[\p{L}\p{M}\p{N}.,_%°′″⁰-⁹¹²³]*$/u.test(text) || /^\([^()]*\)$/.test(text)
const inBrackets = (text: string): string => isSimple(text) ? text : `(${text})`

const elementsOf = ({ children }: HtmlElement): ReadonlyArray<HtmlElement> =>
  children.filter((child) => typeof child !== "string")

/** Terms one after another; numbers that meet are kept apart. */
const joined = (terms: ReadonlyArray<string>): string => {
  let text = ""
  for (const term of terms) {
    if (/\d$/.test(text) && /^\d/.test(term)) text += " "
    text += operator.test(term.trim()) ? (text === "" ? term.trim() : ` ${term.trim()} `) : term
  }
  return text.replaceAll(/ {2,}/g, " ").trim()
}

const power = (base: string, exponent: string): string =>
  exponent === "" ? base : /^[′″‴'*†°]+$/u.test(exponent)
    ? base + exponent
    : `${inBrackets(base)}${textOfRuns(["x", { kind: "super", text: exponent, isNote: false }]).slice(1)}`

const index = (base: string, below: string): string => below === "" ? base : `${base}_${inBrackets(below)}`

const limits = (base: string, below: string, above: string): string =>
  `${index(base, below)}${above === "" ? "" : /^\p{L}|^\d/u.test(above) ? `^${inBrackets(above)}` : above}`

/** The text of an element whose meaning depends on the place of its parts; undefined for one that is only a row. */
const composed = (name: string, parts: ReadonlyArray<string>): string | undefined => {
  const [first = "", second = "", third = ""] = parts
  switch (name) {
    case "mfrac":
      return `${inBrackets(first)}/${inBrackets(second)}`
    case "msup":
      return power(first, second)
    case "msub":
      return index(first, second)
    case "msubsup":
      return power(index(first, second), third)
    case "munder":
      return limits(first, second, "")
    case "mover":
      // An accent: a bar, a hat, an arrow.
      return /^\p{L}|^\d|[∞]/u.test(second) ? limits(first, "", second) : first
    case "munderover":
      return limits(first, second, third)
    case "mroot":
      return `${power("", second).replace(/^\(\)/, "")}√${inBrackets(first)}`
    case "msqrt":
      return `√${inBrackets(joined(parts))}`
    default:
      return undefined
  }
}

const attribute = ({ attributes }: HtmlElement, name: string, standard: string): string => attributes[name] ?? standard

const textOf = (node: HtmlNode): string => {
  if (typeof node === "string") return node.replaceAll(invisible, "").replaceAll(/\s+/g, " ").trim()
  const { name } = node
  if (silent.has(name)) return ""
  if (name === "mspace") return " "
  if (name === "mtext" || name === "ms") return ` ${rawTextOf(node).replaceAll(/\s+/g, " ").trim()} `
  if (name === "semantics") return textOf(elementsOf(node)[0] ?? "")
  if (name === "mtr" || name === "mlabeledtr") return elementsOf(node).map(textOf).join(", ")
  if (name === "mtable") return elementsOf(node).map(textOf).join("; ")
  // Each part once: formulas are nested, and twice would be twice at every depth.
  const texts = node.children.map((child) => ({ text: textOf(child), isElement: typeof child !== "string" }))
  const parts = texts.filter(({ isElement }) => isElement).map(({ text }) => text)
  const found = composed(name, parts)
  if (found !== undefined) return found
  if (name === "mfenced") {
    const separator = attribute(node, "separators", ",").trim().charAt(0)
    return attribute(node, "open", "(") + parts.join(separator === "" ? "" : `${separator} `) +
      attribute(node, "close", ")")
  }
  return joined(texts.map(({ text }) => text).filter((text) => text !== ""))
}

/**
 * A formula in MathML as one line: `1/2`, `x²`, `√(a + b)`, `³√8`, `x_1`. What stands in brackets here stood together in
 * the formula.
 */
export const mathText = (math: HtmlElement): string => textOf(math).replaceAll(/\s+/g, " ").trim()
