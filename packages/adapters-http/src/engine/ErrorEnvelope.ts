import type { Failure, Failures } from "@auspex/domain/kernel"

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

/** The research API: `{error: {code, message, field}}`; `field` is null when the failure has none. */
export const researchEnvelope: ErrorEnvelope = ([first]) => ({
  error: { code: first.code, message: first.message, field: first.field ?? null }
})
