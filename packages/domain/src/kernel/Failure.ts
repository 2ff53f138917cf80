import type { ErrorCode } from "./ErrorCode.ts"

/**
 * A failure of a request: the code; a message that names the measured property; and, where they help, the field, the measured value, the violated limit, and the id of the conflicting record.
 */
export interface Failure {
  readonly code: ErrorCode
  readonly message: string
  readonly field?: string
  readonly measured?: number | string
  readonly limit?: number | string
  readonly existing_id?: string
  /** The id of the framing rule that was broken. */
  readonly rule?: string
}

/** Everything that is wrong with a request: one failure or more; the first has precedence. */
export type Failures = readonly [Failure, ...ReadonlyArray<Failure>]

/**
 * Makes a `Failure`. Optional parts that are not set are absent, never null, as is a measured number that JSON cannot hold:
 * a request's `1e999` is Infinity.
 */
export const failure = (
  code: ErrorCode,
  message: string,
  { measured, ...details }: Omit<Failure, "code" | "message"> = {}
): Failure => ({
  code,
  message,
  ...details,
  ...(measured === undefined || (typeof measured === "number" && !Number.isFinite(measured)) ? {} : { measured })
})
