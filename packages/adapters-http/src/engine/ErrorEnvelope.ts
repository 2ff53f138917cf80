import type { Failure, Failures } from "@auspex/domain/kernel"
import { researchCodeOf } from "../wire/researchCodes.ts"

/** Makes the JSON body of an API's error responses. */
export type ErrorEnvelope = (failures: Failures) => unknown

const hasDetails = (failure: Failure): boolean =>
  failure.field !== undefined || failure.measured !== undefined || failure.limit !== undefined ||
  failure.existing_id !== undefined

/** The core API: `{error, code, failures?}`; `failures` is present when there are several or the first has details. */
export const coreEnvelope: ErrorEnvelope = (failures) => {
  const [first] = failures
  return failures.length > 1 || hasDetails(first)
    ? { error: first.message, code: first.code, failures }
    : { error: first.message, code: first.code }
}

const researchFailure = ({ code, field, message, rule }: Failure) => ({
  code: researchCodeOf({ code, ...(rule === undefined ? {} : { rule }) }),
  message,
  field: field ?? null
})

/**
 * The research API: `{error: {code, message, field}}`; `field` is null when the failure has none. All failures are in
 * `failures` when there are several.
 */
export const researchEnvelope: ErrorEnvelope = (failures) => {
  const error = researchFailure(failures[0])
  return failures.length > 1 ? { error, failures: failures.map(researchFailure) } : { error }
}
