import { choiceFailure } from "../../kernel/Choice.ts"
import { type Failure, failure } from "../../kernel/Failure.ts"
import { judgeHttpUri } from "../../kernel/HttpUri.ts"
import { judgeText, type TextRule } from "../../kernel/TextRule.ts"
import { isCalendarDate } from "../../kernel/isCalendarDate.ts"

interface Need {
  readonly required?: boolean
}

type Details = { readonly measured?: number | string; readonly limit?: number | string }

/** An ISO 8601 date-time with an offset from UTC. */
const instantPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)$/

/** An ISO 8601 date-time with an optional offset, UTC by default. */
const dateTimePattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?$/

/** Rejects years outside 1970-9998: they are typing errors, and some databases cannot store them. */
const isPlausible = (instant: Date): boolean => instant.getUTCFullYear() >= 1970 && instant.getUTCFullYear() <= 9998

/** Parses a date-time with an offset; returns undefined when it is not one. */
const instantOf = (value: unknown): Date | undefined => {
  if (value instanceof Date) return value
  if (typeof value !== "string") return undefined
  const text = value.trim()
  return instantPattern.test(text) && isCalendarDate(text.slice(0, 10)) ? new Date(text) : undefined
}

/** The UTC date of a date or a date-time, or undefined. */
const utcDayOf = (value: unknown): string | undefined => {
  const text = typeof value === "string" ? value.trim() : undefined
  if (text !== undefined && isCalendarDate(text)) return text
  const instant = text !== undefined && dateTimePattern.test(text) && !instantPattern.test(text)
    ? instantOf(`${text}Z`)
    : instantOf(value)
  return instant === undefined || !isPlausible(instant) ? undefined : instant.toISOString().slice(0, 10)
}

/**
 * Reads and validates the fields of an untyped record and collects the failures. Each method returns the value, or null
 * when the field is absent, null, empty, or invalid (then the reason is in `failures`).
 *
 * Written by hand because a failure states what was measured and the limit, which the issues of Schema have no place for,
 * and because an invalid field must not keep the rules between the other fields from being checked.
 */
export const draftFieldReader = (input: Readonly<Record<string, unknown>>) => {
  const failures: Array<Failure> = []
  const add = (found: Failure | undefined): void => {
    if (found !== undefined) failures.push(found)
  }
  const wrong = (field: string, message: string, details: Details = {}): void =>
    add(failure("INVALID_REQUEST", message, { field, ...details }))
  /** Records a failure and returns null. */
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
    /** One of `words`. */
    oneOf: <const Word extends string>(field: string, words: ReadonlyArray<Word>, need: Need = {}): Word | null => {
      const value = valueOf(field, need)
      if (value === undefined) return null
      const word = words.find((candidate) => candidate === value)
      if (word !== undefined) return word
      add(choiceFailure(field, value, words))
      return null
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
    /** A date `YYYY-MM-DD`, or a date-time, whose UTC date is taken. */
    date: (field: string, need: Need = {}): string | null => {
      const value = valueOf(field, need)
      if (value === undefined) return null
      const day = utcDayOf(value)
      return day !== undefined && isPlausible(new Date(day))
        ? day
        : none(field, `${field} must be a calendar date, YYYY-MM-DD, or a date-time, which means its day in UTC.`)
    },
    /** A date-time with an offset, or a `Date`. */
    instant: (field: string): Date | null => {
      const value = valueOf(field, {})
      if (value === undefined) return null
      const instant = instantOf(value)
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
