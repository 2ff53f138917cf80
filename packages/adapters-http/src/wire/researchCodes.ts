import { framingRules } from "@auspex/domain/framing"
import { identityErrors } from "@auspex/domain/identity"
import { type ErrorCode, type Failure, kernelErrors } from "@auspex/domain/kernel"
import { forecastErrors } from "@auspex/domain/projectForecasts"
import { projectErrors } from "@auspex/domain/projects"
import { packetErrors } from "@auspex/domain/packetPublication"
import { panelRunErrors } from "@auspex/domain/panelRuns"
import { responseErrors } from "@auspex/domain/surveyLinks"
import { type ErrorEntry, errorCatalogue, errorCodes, type ErrorExplanation } from "./ErrorCatalogue.ts"
import { httpErrors } from "./httpErrors.ts"

/** The codes of the slices that the research API is built on, and further ones that it answers with. */
const slices = [
  ...Object.keys({
    ...kernelErrors,
    ...identityErrors,
    ...projectErrors,
    ...panelRunErrors,
    ...forecastErrors,
    ...packetErrors,
    ...responseErrors,
    ...httpErrors
  }),
  "INVALID_API_KEY",
  "QUESTION_NOT_FOUND",
  "MODEL_NOT_CONFIGURED",
  "DUPLICATE_QUESTION"
]

/** The codes of the catalogue that the research API answers with, in its order. */
export const researchCatalogue: ReadonlyArray<ErrorCode> = errorCodes.filter((code) => slices.includes(code))

/**
 * A code as the research API writes it: the id of the framing rule that was broken, else the code in lower case, and
 * `validation_error`, the specification's example, for a request that breaks a rule without a code of its own.
 *
 * @example researchCodeOf({ code: "RATE_LIMITED" }) // "rate_limited"
 * @example researchCodeOf({ code: "FRAMING_REFUSED", rule: "not_time_bound" }) // "not_time_bound"
 */
export const researchCodeOf = ({ code, rule }: Pick<Failure, "code" | "rule">): string =>
  rule ?? (code === "INVALID_REQUEST" ? "validation_error" : code.toLowerCase())

/** What to do about a key here, where no other credential counts. */
const ownEntries: Partial<Record<ErrorCode, Partial<ErrorEntry>>> = {
  MISSING_AUTH: {
    fix: "Send Authorization: Bearer with a workspace key (rk_…); no other credential is accepted here.",
    example: "GET /api/projects without a header"
  },
  INVALID_API_KEY: {
    fix: "Check the key and the prefix Bearer; an admin of the workspace can make another key.",
    example: "Authorization: Bearer rk_wrong"
  }
}

/** The framing rules that refuse a question, each of them a code. */
const ruleExplanations: ReadonlyArray<ErrorExplanation> = framingRules.filter(({ severity }) => severity === "error")
  .map(({ examples, id, measures }) => ({
    code: id,
    status: errorCatalogue.FRAMING_REFUSED.status,
    cause: `A question breaks this framing rule, which measures: ${measures}`,
    fix: "Read the message; GET /api/framing-rules shows the rule with a good example.",
    example: examples.bad.draft.text
  }))

/** What the research API writes for a code, explained: for a question that is refused, the rule that it breaks. */
export const researchExplanationsOf = (code: ErrorCode): ReadonlyArray<ErrorExplanation> =>
  code === "FRAMING_REFUSED"
    ? ruleExplanations
    : [{ ...errorCatalogue[code], ...ownEntries[code], code: researchCodeOf({ code }) }]

/** Every code that the research API writes, explained: those of requests, and those of the framing rules. */
export const researchExplanations: ReadonlyArray<ErrorExplanation> = [
  ...researchCatalogue.filter((code) => code !== "FRAMING_REFUSED").flatMap(researchExplanationsOf),
  ...ruleExplanations
]

/** Every code that the research API writes. */
export const researchCodes: ReadonlyArray<string> = researchExplanations.map(({ code }) => code)
