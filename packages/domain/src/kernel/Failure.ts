import type { ErrorCode } from "./ErrorCode.ts"

/**
 * One thing that is wrong with a request, as data: the code, a sentence that names what was measured, and where it
 * helps the field, the measured value, the limit it broke, and the id of what already exists and is in the way.
 */
export interface Failure {
  readonly code: ErrorCode
  readonly message: string
  readonly field?: string
  readonly measured?: number | string
  readonly limit?: number | string
  readonly existing_id?: string
}

/** All that is wrong with a request: at least one thing, and the first has precedence. */
export type Failures = readonly [Failure, ...ReadonlyArray<Failure>]

/** Makes a `Failure`; the optional parts are left out when unset, never null. */
export const failure = (
  code: ErrorCode,
  message: string,
  details: Omit<Failure, "code" | "message"> = {}
): Failure => ({ code, message, ...details })
