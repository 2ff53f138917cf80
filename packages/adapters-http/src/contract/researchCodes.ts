import { identityErrors } from "@auspex/domain/identity"
import { type ErrorCode, kernelErrors } from "@auspex/domain/kernel"
import { errorCodes } from "./ErrorCatalogue.ts"
import { httpErrors } from "./httpErrors.ts"

/** The codes of the slices that the research API is built on. */
const slices = Object.keys({ ...kernelErrors, ...identityErrors, ...httpErrors })

/** The codes that the research API answers with, in the order of the catalogue. */
export const researchCodes: ReadonlyArray<ErrorCode> = errorCodes.filter((code) => slices.includes(code))

/**
 * A code as the research API writes it: in lower case, and `validation_error`, the specification's example, for a request
 * that breaks a rule without a code of its own.
 *
 * @example researchCodeOf("RATE_LIMITED") // "rate_limited"
 */
export const researchCodeOf = (code: ErrorCode): string =>
  code === "INVALID_REQUEST" ? "validation_error" : code.toLowerCase()
