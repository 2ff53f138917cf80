import { isCalendarDate } from "../../kernel/isCalendarDate.ts"
import type { QuestionWord } from "./QuestionWords.ts"

/** A period of days, `YYYY-MM-DD`, both included. */
interface Period {
  readonly first: string
  readonly last: string
}

/** A date or a period that a text names: the words `from` to before `to`. */
export interface TimeMention {
  readonly from: number
  readonly to: number
  /** The days that are meant; absent where the text leaves the year open, as in "by December". */
  readonly period?: Period
  /** The last day that counts, where the mention is a deadline: the earliest and the latest reading. */
  readonly deadline?: Period
}

const monthNames = [
  "january",
  "february",
  "march",
  "april",
  "may",
  "june",
  "july",
  "august",
  "september",
  "october",
  "november",
  "december"
]

const months: ReadonlyMap<string, number> = new Map([
  ...monthNames.map((name, at): [string, number] => [name, at + 1]),
  ...monthNames.map((name, at): [string, number] => [name.slice(0, 3), at + 1]),
  ["sept", 9]
])

const ordinals: Readonly<Record<string, number>> = {
  first: 1,
  second: 2,
  third: 3,
  fourth: 4,
  "1st": 1,
  "2nd": 2,
  "3rd": 3,
  "4th": 4
}

const beforeMonth = new Set([
  "in",
  "by",
  "before",
  "until",
  "till",
  "since",
  "from",
  "after",
  "during",
  "of",
  "through"
])
const beforeQuantity = new Set(["than", "least", "above", "exceed", "exceeds", "under", "below", "about", "nearly"])

const pad = (number: number): string => String(number).padStart(2, "0")

const lastDay = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate()

const monthsOf = (year: number, from: number, to: number): Period => ({
  first: `${year}-${pad(from)}-01`,
  last: `${year}-${pad(to)}-${lastDay(year, to)}`
})

const dayBefore = (day: string): string => new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10)

const yearOf = (text: string | undefined): number | undefined => {
  const digits = text?.replace(/'?s$/, "")
  return digits !== undefined && /^(19|20)\d\d$/.test(digits) ? Number(digits) : undefined
}

/** The day of a month: `3`, `3rd`, or the last of a range such as `15-16`. */
const dayOf = (text: string | undefined): number | undefined => {
  const day = /^(?:\d{1,2}-)?(\d{1,2})(?:st|nd|rd|th)?$/.exec(text ?? "")?.[1]
  return day !== undefined && Number(day) >= 1 && Number(day) <= 31 ? Number(day) : undefined
}

interface Found {
  readonly length: number
  readonly period?: Period
}

const dated = (length: number, year: number | undefined, from: number, to: number, day?: number): Found => {
  if (year === undefined) return { length }
  if (day === undefined) return { length, period: monthsOf(year, from, to) }
  const date = `${year}-${pad(from)}-${pad(day)}`
  return { length, period: isCalendarDate(date) ? { first: date, last: date } : monthsOf(year, from, to) }
}

/** Dates in figures: `2027-03-31`, `31/3/2027` (day and month may be swapped, so the year counts), `2026-27`. */
const figuresAt = (text: string): Found | undefined => {
  if (isCalendarDate(text)) return { length: 1, period: { first: text, last: text } }
  const swapped = /^\d{1,2}[./]\d{1,2}[./]((?:19|20)\d\d)$/.exec(text)?.[1]
  if (swapped !== undefined) return { length: 1, period: monthsOf(Number(swapped), 1, 12) }
  const [, year, rest] = /^((?:19|20)\d\d)[-/](\d\d)$/.exec(text) ?? []
  if (year === undefined) return undefined
  const second = Number(rest)
  if ((Number(year) + 1) % 100 === second) {
    return { length: 1, period: { first: `${year}-01-01`, last: `${Number(year) + 1}-12-31` } }
  }
  return second >= 1 && second <= 12 ? { length: 1, period: monthsOf(Number(year), second, second) } : undefined
}

/** `31 December 2026`, `December 31, 2026`, `December 2026`, `31 December`, `by December`. */
const monthAt = (words: ReadonlyArray<QuestionWord>, at: number): Found | undefined => {
  const text = (offset: number): string | undefined => words[at + offset]?.text.replace(/'s$/, "")
  const day = dayOf(text(0))
  const dayFirst = day === undefined ? undefined : months.get(text(1) ?? "")
  if (dayFirst !== undefined && words[at + 1]!.isCapital) {
    const year = yearOf(text(2))
    return dated(year === undefined ? 2 : 3, year, dayFirst, dayFirst, day)
  }
  const month = months.get(text(0) ?? "")
  if (month === undefined || !words[at]!.isCapital) return undefined
  const year = yearOf(text(1))
  if (year !== undefined) return dated(2, year, month, month)
  const second = dayOf(text(1))
  if (second !== undefined) {
    const after = yearOf(text(2))
    return dated(after === undefined ? 2 : 3, after, month, month, second)
  }
  return beforeMonth.has(words[at - 1]?.text ?? "") ? { length: 1 } : undefined
}

/** `Q3 2026`, `H1 2027`, `third quarter of 2026`, `first half of 2027`; the year may be missing. */
const quarterAt = (words: ReadonlyArray<QuestionWord>, at: number): Found | undefined => {
  const text = (offset: number): string => words[at + offset]?.text ?? ""
  const [, letter, figure] = /^([qh])([1-4])(?:'s)?$/.exec(text(0)) ?? []
  const ordinal = Object.hasOwn(ordinals, text(0)) ? ordinals[text(0)] : undefined
  const unit = letter ?? (text(1) === "quarter" ? "q" : text(1) === "half" ? "h" : undefined)
  const number = figure === undefined ? ordinal : Number(figure)
  if (unit === undefined || number === undefined || (unit === "h" && number > 2)) return undefined
  const length = letter === undefined ? 2 : 1
  const of = text(length) === "of" ? 1 : 0
  const year = yearOf(text(length + of))
  const size = unit === "q" ? 3 : 6
  return dated(year === undefined ? length : length + of + 1, year, (number - 1) * size + 1, number * size)
}

const yearAt = (words: ReadonlyArray<QuestionWord>, at: number): Found | undefined => {
  const { text } = words[at]!
  const fiscal = /^fy(20)?(\d\d)$/.exec(text)?.[2]
  if (fiscal !== undefined) return dated(1, 2_000 + Number(fiscal), 1, 12)
  const year = yearOf(text)
  return year === undefined || beforeQuantity.has(words[at - 1]?.text ?? "") ? undefined : dated(1, year, 1, 12)
}

/** `end of`, `start of` and the like before a mention, with or without articles. */
const boundOf = (words: ReadonlyArray<QuestionWord>, from: number): "end" | "start" | undefined => {
  const at = words[from - 1]?.text === "the" ? from - 2 : from - 1
  const word = words[at]?.text === "of" ? words[at - 1]?.text : words[at]?.text
  if (word === "end" || word === "year-end" || word === "close") return "end"
  return word === "beginning" || word === "start" ? "start" : undefined
}

const stepWords = new Set(["the", "of", "end", "year-end", "close", "beginning", "start"])
const byWords = new Set(["by", "until", "till", "through", "than"])

/** What the preposition before a mention makes of its period. */
const deadlineOf = (words: ReadonlyArray<QuestionWord>, from: number, period: Period): Period | undefined => {
  let at = from - 1
  // At most "the close of the": the walk back is short.
  for (let steps = 0; steps < 4 && stepWords.has(words[at]?.text ?? ""); steps++) at--
  const preposition = words[at]?.text ?? ""
  if (preposition === "before" && words[at - 1]?.text !== "or") {
    const day = dayBefore(period.first)
    return { first: day, last: day }
  }
  if (preposition !== "before" && !byWords.has(preposition)) return undefined
  if (preposition === "than" && words[at - 1]?.text !== "later") return undefined
  // "By 2030" can mean before it begins.
  return period.first === period.last ? period : { first: dayBefore(period.first), last: period.last }
}

/**
 * The dates and periods that a text names in English, or by figures, in linear time. Relative ones ("next year") are not
 * among them.
 */
export const timeMentions = (words: ReadonlyArray<QuestionWord>): ReadonlyArray<TimeMention> => {
  const mentions: Array<TimeMention> = []
  for (let at = 0; at < words.length;) {
    const found = figuresAt(words[at]!.text) ?? monthAt(words, at) ?? quarterAt(words, at) ?? yearAt(words, at)
    if (found === undefined) {
      at++
      continue
    }
    mentions.push({ from: at, to: at + found.length, ...spanOf(words, at, found.period) })
    at += found.length
  }
  return mentions
}

const spanOf = (
  words: ReadonlyArray<QuestionWord>,
  from: number,
  named: Period | undefined
): Pick<TimeMention, "period" | "deadline"> => {
  if (named === undefined) return {}
  const bound = boundOf(words, from)
  const day = bound === "end" ? named.last : named.first
  const period = bound === undefined ? named : { first: day, last: day }
  const deadline = deadlineOf(words, from, period)
  return deadline === undefined ? { period } : { period, deadline }
}
