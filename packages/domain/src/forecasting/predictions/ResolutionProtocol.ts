import { Schema } from "effect"
import { counted } from "../../kernel/Counted.ts"
import { type Failure, failure } from "../../kernel/Failure.ts"
import { codePoints } from "../../kernel/TextRule.ts"

/** The fields of a resolution protocol, in the order in which they are reported. */
const resolutionProtocolFields = [
  "criterion",
  "source_of_truth",
  "deadline",
  "resolver",
  "edge_cases"
] as const

/** The minimum length of each field, in characters of the trimmed text. */
const resolutionProtocolFieldMin = 5
/** The maximum length of each field, in characters. */
const resolutionProtocolFieldMax = 1_000

const field = Schema.String.annotations({ title: "5 to 1,000 characters" })

/** How the author of a prediction proposes to settle it. All five fields are required. */
export const ResolutionProtocol = Schema.Struct({
  /** What must be true for the prediction to be correct. */
  criterion: field,
  /** Where the outcome can be looked up. */
  source_of_truth: field,
  /** The time by which the outcome is known. */
  deadline: field,
  /** Who decides. */
  resolver: field,
  /** What applies in doubtful cases. */
  edge_cases: field
}).annotations({ identifier: "ResolutionProtocol" })

export type ResolutionProtocol = typeof ResolutionProtocol.Type

/**
 * The failures of the `resolution_protocol` of a placement. Absent or null is valid; anything but an object is
 * `INVALID_REQUEST`. Each of the five fields that is missing or has fewer than 5 characters is one
 * `RESOLUTION_PROTOCOL_INCOMPLETE`; one that is not a string or has more than 1,000 characters is `INVALID_REQUEST`.
 *
 * @example judgeProtocol({ criterion: "Above 5 %" }).length // 4
 */
export const judgeProtocol = (protocol: unknown): ReadonlyArray<Failure> => {
  if (protocol === undefined || protocol === null) return []
  if (typeof protocol !== "object" || Array.isArray(protocol)) {
    const message = `resolution_protocol must be an object with the string fields ${
      resolutionProtocolFields.join(", ")
    }.`
    return [failure("INVALID_REQUEST", message, { field: "resolution_protocol" })]
  }
  return resolutionProtocolFields.flatMap((name) => judgeField(name, (protocol as Record<string, unknown>)[name]))
}

const judgeField = (name: string, value: unknown): ReadonlyArray<Failure> => {
  const path = `resolution_protocol.${name}`
  if (value === undefined || value === null) {
    return [
      failure("RESOLUTION_PROTOCOL_INCOMPLETE", `${path} is missing.`, {
        field: path,
        measured: 0,
        limit: resolutionProtocolFieldMin
      })
    ]
  }
  if (typeof value !== "string") return [failure("INVALID_REQUEST", `${path} must be a string.`, { field: path })]
  const measured = value.length > 4 * resolutionProtocolFieldMax ? value.length : codePoints(value.trim())
  if (measured < resolutionProtocolFieldMin) {
    return [
      failure(
        "RESOLUTION_PROTOCOL_INCOMPLETE",
        `${path} has ${counted(measured, "character")}; ${resolutionProtocolFieldMin} are needed.`,
        { field: path, measured, limit: resolutionProtocolFieldMin }
      )
    ]
  }
  if (measured > resolutionProtocolFieldMax) {
    return [
      failure(
        "INVALID_REQUEST",
        `${path} has ${counted(measured, "character")}; ${resolutionProtocolFieldMax} are allowed.`,
        { field: path, measured, limit: resolutionProtocolFieldMax }
      )
    ]
  }
  return []
}

/** A valid protocol with its five fields trimmed and all others dropped; null when there is none. */
export const protocolOf = (judged: unknown): ResolutionProtocol | null => {
  if (judged === undefined || judged === null) return null
  const given = judged as ResolutionProtocol
  return {
    criterion: given.criterion.trim(),
    source_of_truth: given.source_of_truth.trim(),
    deadline: given.deadline.trim(),
    resolver: given.resolver.trim(),
    edge_cases: given.edge_cases.trim()
  }
}
