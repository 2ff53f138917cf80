import { Array as Arr, Either } from "effect"
import { choiceFailure } from "../../kernel/Choice.ts"
import { type Failure, failure, type Failures } from "../../kernel/Failure.ts"
import { judgeHttpUri } from "../../kernel/HttpUri.ts"
import { judgeText, type TextRule } from "../../kernel/TextRule.ts"
import { isCalendarDate } from "../../kernel/isCalendarDate.ts"

interface Need {
  readonly required?: boolean
}

type Details = { readonly measured?: number | string; readonly limit?: number | string }

/** An ISO 8601 date-time with an offset from UTC. */
const instantPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)$/

/** An ISO 8601 date-time without an offset. */
const dateTimePattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?$/

/** Rejects years outside 1970-9998: they are typing errors, and some databases cannot store them. */
const plausible = (instant: Date): Date | undefined =>
  instant.getUTCFullYear() >= 1970 && instant.getUTCFullYear() <= 9998 ? instant : undefined

/** The instant of a `Date`, or of a date-time with an offset. */
const instantOf = (value: unknown): Date | undefined => {
  if (value instanceof Date) return plausible(value)
  if (typeof value !== "string") return undefined
  const text = value.trim()
  return instantPattern.test(text) && isCalendarDate(text.slice(0, 10)) ? plausible(new Date(text)) : undefined
}

/** The same, also of a date or a date-time in UTC. */
const utcInstantOf = (value: unknown): Date | undefined => {
  const text = typeof value === "string" ? value.trim() : ""
  if (isCalendarDate(text)) return instantOf(`${text}T00:00Z`)
  return instantOf(dateTimePattern.test(text) ? `${text}Z` : value)
}

/** Parses the value of a field; left says what is wrong with it. */
type Parser<A> = (value: unknown, field: string) => Either.Either<A, Failure | Failures>

const invalid = (field: string, message: string, details: Details = {}): Failure =>
  failure("INVALID_REQUEST", message, { field, ...details })

/** The value on the right, or the failure that was found on the left. */
const rightUnless = <A>(found: Failure | undefined, value: A): Either.Either<A, Failure> =>
  found === undefined ? Either.right(value) : Either.left(found)

/** Refuses a value that could not be parsed; `kind` is the sort of value that the field needs. */
const mustBe = <A>(value: A | undefined, field: string, kind: string): Either.Either<A, Failure> =>
  value === undefined ? Either.left(invalid(field, `${field} must be ${kind}.`)) : Either.right(value)

const parseText = (rule: TextRule): Parser<string> => (value, field) =>
  Either.flatMap(
    mustBe(typeof value === "string" ? value.trim() : undefined, field, "a text"),
    (text) => rightUnless(judgeText(field, text, rule), text)
  )

const parseChoice = <const Word extends string>(words: ReadonlyArray<Word>): Parser<Word> => (value, field) =>
  Either.fromNullable(words.find((word) => word === value), () => choiceFailure(field, value, words))

const parseUri: Parser<string> = (value, field) =>
  Either.flatMap(parseText({ max: 100_000 })(value, field), (uri) => rightUnless(judgeHttpUri(field, uri), uri))

const parseTexts = (max: number): Parser<ReadonlyArray<string>> => (value, field) => {
  if (!Array.isArray(value) || !value.every((item) => typeof item === "string")) {
    return Either.left(invalid(field, `${field} must be a list of strings.`))
  }
  const measured = value.length
  return measured > max
    ? Either.left(invalid(field, `${field} takes at most ${max}; there are ${measured}.`, { measured, limit: max }))
    : Either.right(value)
}

const parseUris = (max: number): Parser<ReadonlyArray<string>> => (value, field) =>
  Either.flatMap(parseTexts(max)(value, field), (uris) => {
    const failures = uris.flatMap((uri, index) => judgeHttpUri(`${field}[${index}]`, uri) ?? [])
    return Arr.isNonEmptyReadonlyArray(failures) ? Either.left(failures) : Either.right(uris)
  })

const parseDate: Parser<string> = (value, field) =>
  mustBe(
    utcInstantOf(value)?.toISOString().slice(0, 10),
    field,
    "a calendar date, YYYY-MM-DD, or a date-time, which means its day in UTC"
  )

const parseInstant: Parser<Date> = (value, field) =>
  mustBe(instantOf(value), field, "an ISO 8601 date-time with its offset, such as 2027-01-31T12:00:00Z")

const parseFlag: Parser<boolean> = (value, field) =>
  mustBe(typeof value === "boolean" ? value : undefined, field, "true or false")

const parseNumber: Parser<number> = (value, field) =>
  mustBe(typeof value === "number" && Number.isFinite(value) ? value : undefined, field, "a number")

/**
 * Reads and validates the fields of an untyped record and collects the failures. Each method returns the value, or null
 * when the field is absent, null, empty, or invalid (then the reason is in `failures`).
 *
 * Written by hand because a failure states what was measured and the limit, which the issues of Schema have no place for,
 * and because an invalid field must not keep the rules between the other fields from being checked.
 */
export const draftFieldReader = (input: Readonly<Record<string, unknown>>) => {
  const failures: Array<Failure> = []
  const add = (found: Failure | Failures | undefined): void => {
    if (found !== undefined) failures.push(...Arr.ensure(found))
  }
  const wrong = (field: string, message: string, details?: Details): void => add(invalid(field, message, details))
  /** The value of a judgement; null after its failures were collected. */
  const take = <A>(judged: Either.Either<A, Failure | Failures>): A | null => {
    if (Either.isLeft(judged)) add(judged.left)
    return Either.getOrNull(judged)
  }
  const read = <A>(field: string, parse: Parser<A>, need: Need = {}): A | null => {
    const value = Object.hasOwn(input, field) ? input[field] : undefined
    if (value === undefined || value === null || (typeof value === "string" && value.trim() === "")) {
      if (need.required === true) wrong(field, `${field} is missing.`)
      return null
    }
    return take(parse(value, field))
  }
  return {
    failures: failures as ReadonlyArray<Failure>,
    add,
    wrong,
    take,
    text: (field: string, rule: TextRule, need?: Need) => read(field, parseText(rule), need),
    /** One of `words`. */
    oneOf: <const Word extends string>(field: string, words: ReadonlyArray<Word>, need?: Need) =>
      read(field, parseChoice(words), need),
    /** An absolute http(s) URI. */
    uri: (field: string) => read(field, parseUri),
    /** A list of absolute http(s) URIs. */
    uris: (field: string, max: number) => read(field, parseUris(max)),
    texts: (field: string, max: number) => read(field, parseTexts(max)),
    /** A date `YYYY-MM-DD`, or a date-time, whose UTC date is taken. */
    date: (field: string, need?: Need) => read(field, parseDate, need),
    /** A date-time with an offset, or a `Date`. */
    instant: (field: string) => read(field, parseInstant),
    flag: (field: string) => read(field, parseFlag),
    number: (field: string) => read(field, parseNumber)
  }
}
