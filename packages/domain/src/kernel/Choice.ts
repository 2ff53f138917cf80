import type { ErrorCode } from "./ErrorCode.ts"
import { type Failure, failure } from "./Failure.ts"
import { nearest } from "./nearest.ts"

/** How many characters of an invalid value an error message quotes. */
const quotedMax = 60

/**
 * Quotes a value that is not one of `choices` and names the nearest choice; for the end of an error message. Only for
 * fields that hold no secrets.
 *
 * @example describeInvalidChoice("opne", ["open", "closed"]) // "\"opne\"; the nearest is open"
 */
export const describeInvalidChoice = (sent: string, choices: ReadonlyArray<string>): string => {
  const shown = sent.slice(0, quotedMax)
  const quoted = JSON.stringify(shown === sent ? sent : `${shown}…`)
  if (shown.trim() === "") return quoted
  const name = nearest(shown.trim().toLowerCase(), choices.map((choice) => choice.toLowerCase()))
  return `${quoted}; the nearest is ${choices.find((choice) => choice.toLowerCase() === name)}`
}

/**
 * The failure for a field whose value is not one of `choices`.
 *
 * @example choiceFailure("timeframe", "longterm", ["short", "mid", "long"]).message // "timeframe must be one of short, mid, long, not \"longterm\"; the nearest is long."
 */
export const choiceFailure = (
  field: string,
  sent: unknown,
  choices: ReadonlyArray<string>,
  code: ErrorCode = "INVALID_REQUEST"
): Failure => {
  const limit = choices.join(", ")
  return typeof sent === "string"
    ? failure(code, `${field} must be one of ${limit}, not ${describeInvalidChoice(sent, choices)}.`, {
      field,
      measured: sent.slice(0, quotedMax),
      limit
    })
    : failure(code, `${field} must be one of ${limit}.`, { field, limit })
}
