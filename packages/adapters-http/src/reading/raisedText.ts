/** Text above or below the line: an exponent, the mark of a note, an ordinal, an index. */
export interface RaisedText {
  readonly kind: "super" | "sub"
  readonly text: string
  /** Whether the document marks it as the reference of a note, for example by a link. */
  readonly isNote: boolean
}

/** A place where a space is written if a letter or digit would otherwise meet another: elements of different classes. */
export interface TextGap {
  readonly kind: "gap"
}

/** A part of a text. */
export type TextRun = string | RaisedText | TextGap

/** How much of the text before and after a raised one is looked at, in UTF-16 code units. */
const contextLength = 60

const superscripts: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from("0123456789+-−–=()ni", (character, at) => [character, Array.from("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁻⁼⁽⁾ⁿⁱ")[at]!])
)
/** The letters that end an ordinal number in languages of Europe. */
const ordinal = /^(?:st|nd|rd|th|ers?|re|ère|e|d|nd[es]?|i?[eè]mes?|[oa]s?|[ºª])$/i
/** The ends of common abbreviations after a short beginning: `Mme`, `no`, `Dr`. */
const abbreviationEnd = /^(?:mes?|lles?|r|rs|gr|o|os|a|as|le|ls|te|ve|cie|rd|ra|bis|ter)$/
/** Units of length, whose powers are areas and volumes, and units with powers in formulas. */
const unit =
  /(?:^|[^\p{L}])(?:[kcdmnµμhp]?m|in|ft|yd|mi|nmi|s|sec|min|h|kg|g|cm|inch|inches|feet|foot|yards?|miles?|(?:kilo|centi|milli|deci)?met(?:er|re)s?|(?:Kilo|Zenti|Milli|Dezi)?[Mm]etern?|(?:kilo|centi)?mètres?|(?:kilo|centi)?metros?|метр(?:ов|а)?|к?м|см|мм)$/u
/** Names of variables and functions that stand before an exponent. */
const variable = /(?:^|[^\p{L}])(?:\p{L}|mc|sin|cos|tan|log|ln|exp)$/u
const element =
  /^(?:H|He|Li|Be|B|C|N|O|F|Na|Mg|Al|Si|P|S|Cl|Ar|K|Ca|Fe|Co|Ni|Cu|Zn|Kr|Sr|Y|Zr|Tc|Mo|Ru|I|Xe|Cs|Ba|La|Ce|Nd|Sm|Gd|Lu|Hf|Ir|Pt|Au|Hg|Tl|Pb|Bi|Po|Rn|Ra|Th|Pa|U|Np|Pu|Am|Cm|Cf)(?!\p{L})/u
const number = /(?:^|[^\p{L}\d.,])(\d+(?:[.,]\d+)*)$/u
/** What stands after a number that is counted in it, and hardly after a power. */
const counted =
  /^\s*(?:%|per ?cent|percentage|points?|(?:m|b|tr)illions?|thousands?|euros?|dollars?|pounds?|Prozent|Millionen|Milliarden|Euro|pour cent|por ciento|per cento)/i
const calculationBefore = /[=×·⋅*^≈≤≥]\s*\d+(?:[.,]\d+)*$/u
const calculationAfter = /^\s*[=×·⋅*^≈≤≥]/u

/** An exponent: in raised characters where they exist, else after `^`. */
const power = (text: string): string => {
  const raised = Array.from(text.replaceAll(/\s/g, ""), (character) => superscripts[character])
  if (raised.every((character) => character !== undefined)) return raised.join("")
  return /^[−-]?[\p{L}\p{N}.,]+$/u.test(text) ? `^${text}` : `^(${text})`
}

/** The mark of a note, apart from the word before. */
const note = (text: string, before: string): string => {
  const mark = /^[[(].*[\])]$/u.test(text) ? text : `[${text}]`
  return before === "" || /[\s([]$/u.test(before) ? mark : ` ${mark}`
}

interface Surroundings {
  /** The text before, with the white space at its end. */
  readonly before: string
  readonly after: string
}

/** Whether digits above the line are an exponent of what stands before. */
const isExponent = (text: string, { after, before }: Surroundings): boolean => {
  const base = before.trimEnd()
  const hasSpace = base !== before
  if (/^[+−–-]?\d+[+−–-]$|^[+−–-]+$/u.test(text)) return /[\p{L}\d)\]]$/u.test(base)
  if (/^[−–-]\s?\d/u.test(text)) return base !== ""
  if (hasSpace) return /[×x·⋅*]\s*10$/u.test(base)
  const of = number.exec(base)?.[1]
  if (of === "10" || (of === "2" && text.length > 1)) return calculationBefore.test(base) || !counted.test(after)
  if (of !== undefined) return calculationBefore.test(base) || calculationAfter.test(after)
  if (/^[23]$/.test(text) && unit.test(base)) return true
  if (/[)\]]$/.test(base)) return /\([^()]*[+−–*/=×-][^()]*\)$/u.test(base) && !/\p{L}{3,}[^()]*\)$/u.test(base)
  return variable.test(base)
}

/** What letters above the line become after `before`. */
const raisedLetters = (text: string, { before }: Surroundings): string => {
  if (/^(?:tm|sm)$/i.test(text)) return text.toLowerCase() === "tm" ? "™" : "℠"
  if (/\d$/.test(before)) {
    const isBase = /^(?:10|\d)$/.test(number.exec(before)?.[1] ?? "")
    return /^(?:[a-z]|[ivx]{2,4})$/.test(text) && !isBase ? note(text, before) : power(text)
  }
  const word = /\p{L}+$/u.exec(before)?.[0] ?? ""
  // Centuries in French and Italian: XXe.
  if (/^[IVXLC]+$/.test(word) && ordinal.test(text)) return text
  if (word.length === 1 && /^[nxyztkmijpq]$/.test(text)) return power(text)
  if (word.length <= 3 && word !== "" && abbreviationEnd.test(text)) return text
  if (word.length === 1) return power(text)
  return /^[a-z]$/i.test(text) ? note(text, before) : `${/\p{L}$/u.test(before) ? " " : ""}${text}`
}

const superText = (text: string, isNote: boolean, around: Surroundings): string => {
  const { after, before } = around
  if (/(?:^|[^\d.,])\d{1,4}$/.test(before) && ordinal.test(text)) {
    // A single letter after a number of several digits is rather the mark of a note.
    if (!/^[aoed]$/i.test(text) || /(?:^|[^\d.,])\d{1,2}$/.test(before)) {
      return /^[o0]$/.test(text) && /^\s?[CF](?!\p{L})/u.test(after) ? "°" : text
    }
  }
  if (/^[o0°º]$/.test(text) && /^\s?[CF](?!\p{L})/u.test(after) && /\d\s?$/.test(before)) return "°"
  if (isNote || /^[[(]/.test(text) || /^[*†‡§¶#‖]+$/u.test(text)) return note(text, before)
  // The sign of a currency beside its amount.
  if (/^\p{Sc}$/u.test(text)) return text
  // Punctuation between marks of notes.
  if (/^[\p{P}\s®©™]+$/u.test(text) && !/^[+−–-]+$/u.test(text)) return text
  // The usual ends of prices; other digits after an amount refer to a note.
  if (/^(?:00|95|99)$/.test(text) && /[$€£¥]\s?\d+$/u.test(before) && !/^\d/.test(after) && !counted.test(after)) {
    return `.${text}`
  }
  const isStart = before === "" || /\s$/u.test(before)
  if (isStart && /^\d{1,3}m?$/.test(text) && element.test(after)) {
    if (text.length > 1 || !/(?:^|\n)$/.test(before)) return power(text)
  }
  if (/^\p{L}+$/u.test(text)) return isStart ? text : raisedLetters(text, around)
  // Several marks: "2,3", "4–6", "a, b".
  if (/^(?:\d+|[a-z*†‡])(?:\s?[,;]\s?(?:\d+|[a-z*†‡]))+$|^\d+[–-]\d+$/u.test(text)) return note(text, before)
  if (/^[+−–-]?\d+(?:[.,]\d+)?[+−–-]?$|^[+−–-]+$/u.test(text)) {
    return isExponent(text, around) ? power(text) : note(text, before)
  }
  // Words that only stand a little higher.
  if (/\p{L}{3,}/u.test(text) && /\s/u.test(text)) return isStart ? text : ` ${text}`
  // A formula.
  return /[\p{L}\d)\]]$/u.test(before) && text.length <= 20 && !/\p{L}{3}/u.test(text)
    ? power(text)
    : note(text, before)
}

const subText = (text: string, isNote: boolean, { before }: Surroundings): string => {
  if (isNote) return note(text, before)
  const isIndexed = /[\p{L})\]]$/u.test(before)
  // Formulas of chemistry are written and searched as `H2O`.
  if (isIndexed && /^\d+(?:[.,]\d+)?$/.test(text)) return /\p{Ll}{4}$/u.test(before) ? `_${text}` : text
  if (/[\p{L}\d)\]]$/u.test(before)) return /^[\p{L}\p{N}.,+−-]+$/u.test(text) ? `_${text}` : `_(${text})`
  return text
}

const digits = /^\s*\d+\s*$/

const isRaised = (run: TextRun | undefined, kind: RaisedText["kind"]): run is RaisedText =>
  typeof run === "object" && run.kind === kind

/** The fraction that begins at a run and takes three: digits above, a slash, digits below. */
const fractionAt = (runs: ReadonlyArray<TextRun>, at: number): string | undefined => {
  const [over, slash, under] = [runs[at], runs[at + 1], runs[at + 2]]
  return isRaised(over, "super") && digits.test(over.text) && typeof slash === "string" &&
      /^\s*[/⁄∕]\s*$/u.test(slash) && isRaised(under, "sub") && digits.test(under.text)
    ? `${over.text.trim()}/${under.text.trim()}`
    : undefined
}

const textAfter = (runs: ReadonlyArray<TextRun>, at: number): string => {
  let text = ""
  for (let next = at; next < runs.length && next < at + 4 && text.length < contextLength; next++) {
    const run = runs[next]!
    if (typeof run !== "string") break
    text += run.slice(0, contextLength)
  }
  return text
}

/** Writes runs one after another, and keeps the end of what it has written. */
class RunWriter {
  readonly #parts: Array<string> = []
  #end = ""

  get end(): string {
    return this.#end
  }

  write(text: string): void {
    this.#parts.push(text)
    this.#end = (this.#end + text.slice(-contextLength)).slice(-contextLength)
  }

  /** Removes the white space at the end. */
  trimEnd(): void {
    for (let last = this.#parts.pop(); last !== undefined; last = this.#parts.pop()) {
      if (last.trimEnd() === "") continue
      this.#parts.push(last.trimEnd())
      break
    }
    this.#end = this.#end.trimEnd()
  }

  /** A space between two characters of words or numbers. */
  separate(next: string): void {
    if (/[\p{L}\p{N}]$/u.test(this.#end) && /^[\p{L}\p{N}]/u.test(next)) this.write(" ")
  }

  result(): string {
    return this.#parts.join("")
  }
}

/** The text of the line in which the end of what was written stands. */
const lineEnd = (end: string): string => end.slice(end.lastIndexOf("\n") + 1)

const isWord = (character: string): boolean => /[\p{L}\p{N}]/u.test(character)

/**
 * The text of runs with raised text made plain, so that no number arises that the document does not state: exponents and
 * charges in raised characters (`10⁶`, `m²`) or after `^`, marks of notes in brackets (`2.1 [3]`), ordinals and indices as
 * they are (`21st`, `H2O`), fractions with a slash (`3 1/2`).
 */
export const textOfRuns = (runs: ReadonlyArray<TextRun>): string => {
  const out = new RunWriter()
  for (let at = 0; at < runs.length; at++) {
    const run = runs[at]!
    if (typeof run === "string") {
      out.write(run)
      continue
    }
    if (run.kind === "gap") {
      out.separate(textAfter(runs, at + 1).slice(0, 2))
      continue
    }
    const fraction = fractionAt(runs, at)
    if (fraction !== undefined) {
      out.separate(fraction)
      out.write(fraction)
      at += 2
      continue
    }
    const text = run.text.replaceAll(/\s+/gu, " ").trim()
    if (text === "") continue
    const after = textAfter(runs, at + 1)
    // The numerator of a fraction whose denominator is not lowered: the character is used in fractions only.
    if (run.kind === "super" && /^\d+$/.test(text) && /^⁄\d/u.test(after)) {
      out.separate(text)
      out.write(text)
      continue
    }
    const around = { before: lineEnd(out.end), after }
    const written = run.kind === "super" ? superText(text, run.isNote, around) : subText(text, run.isNote, around)
    if (/^[⁰-⁹¹²³⁻]/u.test(written) && /[×x·⋅*]\s*10\s+$/u.test(around.before)) out.trimEnd()
    out.write(written)
    const [last = "", first = ""] = [written.at(-1), after[0]]
    const isApart = last === "]" || last === ")" ? isWord(first) : /[\p{N}⁰-⁹]/u.test(last) && /\d/.test(first)
    if (isApart) out.write(" ")
  }
  return out.result()
}
