import { type Failure, failure } from "../kernel/Failure.ts"
import { judgeHttpUri } from "../kernel/HttpUri.ts"
import { judgeText, type TextRule } from "../kernel/TextRule.ts"
import { isCalendarDate } from "./PredictionWindow.ts"

interface Need {
  readonly required?: boolean
}

type Details = { readonly measured?: number | string; readonly limit?: number | string }

/** An ISO 8601 date-time with its offset from UTC. */
const instantPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)$/

/** Times outside of these years are mistakes, and some databases cannot keep them. */
const isPlausible = (instant: Date): boolean => instant.getUTCFullYear() >= 1970 && instant.getUTCFullYear() <= 9998

/** Where texts are repeated in a message, no more than this much of them is. */
const quotedMax = 60

/**
 * Reads the fields of an untyped record one by one and keeps account of what is wrong with them. Each method answers the
 * value, or null when the field is absent, null, an empty text, or wrong (which is then in `failures`).
 */
export const draftFieldReader = (input: Readonly<Record<string, unknown>>) => {
  const failures: Array<Failure> = []
  const add = (found: Failure | undefined): void => {
    if (found !== undefined) failures.push(found)
  }
  const wrong = (field: string, message: string, details: Details = {}): void =>
    add(failure("INVALID_REQUEST", message, { field, ...details }))
  /** `wrong`, answering null. */
  const none = (field: string, message: string, details?: Details): null => {
    wrong(field, message, details)
    return null
  }
  const valueOf = (field: string, need: Need): unknown => {
    const value = Object.hasOwn(input, field) ? input[field] : undefined
    const absent = value === undefined || value === null || (typeof value === "string" && value.trim() === "")
    if (absent && need.required === true) wrong(field, `${field} is missing.`)
    return absent ? undefined : value
  }
  const text = (field: string, rule: TextRule, need: Need = {}): string | null => {
    const value = valueOf(field, need)
    if (value === undefined) return null
    if (typeof value !== "string") return none(field, `${field} must be a text.`)
    const found = judgeText(field, value.trim(), rule)
    add(found)
    return found === undefined ? value.trim() : null
  }
  const list = (field: string, max: number): ReadonlyArray<string> | null => {
    const value = valueOf(field, {})
    if (value === undefined) return null
    if (!Array.isArray(value) || !value.every((item) => typeof item === "string")) {
      return none(field, `${field} must be a list of texts.`)
    }
    return value.length > max
      ? none(field, `${field} takes at most ${max}; there are ${value.length}.`, { measured: value.length, limit: max })
      : value
  }
  return {
    failures: failures as ReadonlyArray<Failure>,
    add,
    wrong,
    text,
    /** One of a few words. */
    oneOf: <const Word extends string>(field: string, words: ReadonlyArray<Word>, need: Need = {}): Word | null => {
      const value = valueOf(field, need)
      if (value === undefined) return null
      const word = words.find((candidate) => candidate === value)
      if (word !== undefined) return word
      const measured = typeof value === "string" ? { measured: value.slice(0, quotedMax) } : {}
      return none(field, `${field} must be one of ${words.join(", ")}.`, { ...measured, limit: words.join(", ") })
    },
    /** An absolute http(s) URI. */
    uri: (field: string): string | null => {
      const value = text(field, { max: 100_000 })
      if (value === null) return null
      const found = judgeHttpUri(field, value)
      add(found)
      return found === undefined ? value : null
    },
    /** A list of absolute http(s) URIs. */
    uris: (field: string, max: number): ReadonlyArray<string> | null => {
      const values = list(field, max)
      values?.forEach((value, index) => add(judgeHttpUri(`${field}[${index}]`, value)))
      return values
    },
    texts: list,
    /** A day of the calendar, `YYYY-MM-DD`. */
    date: (field: string, need: Need = {}): string | null => {
      const value = valueOf(field, need)
      if (value === undefined) return null
      return typeof value === "string" && isCalendarDate(value.trim()) && isPlausible(new Date(value.trim()))
        ? value.trim()
        : none(field, `${field} must be a day of the calendar, YYYY-MM-DD.`)
    },
    /** A date-time with its offset, or a `Date`. */
    instant: (field: string): Date | null => {
      const value = valueOf(field, {})
      if (value === undefined) return null
      const instant = value instanceof Date
        ? value
        : typeof value === "string" && instantPattern.test(value.trim()) && isCalendarDate(value.trim().slice(0, 10))
        ? new Date(value.trim())
        : undefined
      return instant === undefined || !isPlausible(instant)
        ? none(field, `${field} must be an ISO 8601 date-time with its offset, such as 2027-01-31T12:00:00Z.`)
        : instant
    },
    flag: (field: string): boolean | null => {
      const value = valueOf(field, {})
      if (value === undefined) return null
      return typeof value === "boolean" ? value : none(field, `${field} must be true or false.`)
    },
    number: (field: string): number | null => {
      const value = valueOf(field, {})
      if (value === undefined) return null
      return typeof value === "number" && Number.isFinite(value) ? value : none(field, `${field} must be a number.`)
    }
  }
}
