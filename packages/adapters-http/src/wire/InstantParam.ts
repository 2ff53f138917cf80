import { isCalendarDate } from "@auspex/domain/kernel"
import { Schema } from "effect"

const pattern = /^(\d{4}-\d\d-\d\d)(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d))?$/

const isInstant = (text: string): boolean => {
  const day = pattern.exec(text)?.[1]
  return day !== undefined && isCalendarDate(day) && !Number.isNaN(Date.parse(text))
}

/** The first and the last instant (UTC) that Postgres and ISO 8601 write alike. */
const [earliest, latest] = [Date.parse("0001-01-01T00:00:00Z"), Date.parse("9999-12-31T23:59:59.999Z")]

const isStored = (text: string): boolean => Date.parse(text) >= earliest && Date.parse(text) <= latest

const instantOf = (accepts: (text: string) => boolean, message: string, jsonSchema: object) =>
  Schema.transform(
    Schema.String.pipe(Schema.filter(accepts)),
    Schema.DateFromSelf,
    { strict: true, decode: (text) => new Date(text), encode: (instant) => instant.toISOString() }
  ).annotations({ message: () => message, jsonSchema })

const timeShape = { type: "string", format: "date-time" }
const timeOrDayShape = { anyOf: [timeShape, { type: "string", format: "date" }] }

/** An instant in a query string: an ISO 8601 time with its zone, or a day, which means its first instant (UTC). */
export const InstantParam = instantOf(
  isInstant,
  "must be an ISO 8601 time such as 2026-11-20T12:00:00Z, or a day such as 2026-11-20",
  timeOrDayShape
)

/** An instant in a body: an ISO 8601 time with its zone, of the years 1 to 9999 (UTC). */
export const Instant = instantOf(
  (text) => text.includes("T") && isInstant(text) && isStored(text),
  "must be an ISO 8601 time with its zone, such as 2026-11-20T12:00:00Z",
  timeShape
)

/** The `as_of` parameter of reads that can answer as of an earlier time; spread it into the query's struct. */
export const asOfQuery = {
  as_of: Schema.optionalWith(
    InstantParam.annotations({
      jsonSchema: {
        ...timeOrDayShape,
        description: "Answers as of this time: what was known then, and nothing later."
      }
    }),
    { exact: true }
  )
}
