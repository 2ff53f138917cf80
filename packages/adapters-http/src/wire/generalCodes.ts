import type { AnyOperationPolicy } from "./OperationPolicy.ts"

/** The codes that any operation may answer with; operations do not list them in `refuses`. */
const generalCodes = [
  "INVALID_REQUEST",
  "MISSING_AUTH",
  "INVALID_API_KEY",
  "INVALID_TOKEN",
  "ACCOUNT_SUSPENDED",
  "ADMIN_REQUIRED",
  "HUMAN_REQUIRED",
  "METHOD_NOT_ALLOWED",
  "PAYLOAD_TOO_LARGE",
  "UNSUPPORTED_MEDIA_TYPE",
  "RATE_LIMITED",
  "SERVICE_UNAVAILABLE",
  "INTERNAL_ERROR",
  "NOT_FOUND",
  "IDEMPOTENCY_MISMATCH",
  "IDEMPOTENCY_IN_PROGRESS"
] as const
type GeneralCode = (typeof generalCodes)[number]

/** Whether any operation may answer with this code. */
export const isGeneralCode = (code: string): boolean => generalCodes.some((general) => general === code)

/** The codes that any operation of this method, access and input may answer with, in addition to its own. */
export const generalCodesOf = (
  method: string,
  policy: AnyOperationPolicy,
  hasInput: boolean
): ReadonlyArray<GeneralCode> => [
  // Even a GET without parameters refuses `as_of` instead of ignoring it.
  ...(hasInput || method === "get" ? ["INVALID_REQUEST"] as const : []),
  ...(policy.access === "none" || policy.access === "optional"
    ? []
    : ["MISSING_AUTH", "INVALID_API_KEY"] as const),
  ...(policy.access === "key" || policy.access === "human" || policy.access === "manager"
    ? ["INVALID_TOKEN", "ACCOUNT_SUSPENDED"] as const
    : []),
  ...(policy.access === "human" || policy.access === "manager" ? ["HUMAN_REQUIRED"] as const : []),
  ...(policy.access === "admin" ? ["INVALID_TOKEN", "ADMIN_REQUIRED"] as const : []),
  ...(policy.creates === undefined ? [] : ["IDEMPOTENCY_MISMATCH", "IDEMPOTENCY_IN_PROGRESS"] as const),
  ...(method === "get" ? [] : ["PAYLOAD_TOO_LARGE"] as const),
  ...(method === "get" || !hasInput ? [] : ["UNSUPPORTED_MEDIA_TYPE"] as const),
  "RATE_LIMITED",
  "INTERNAL_ERROR",
  "SERVICE_UNAVAILABLE"
]
