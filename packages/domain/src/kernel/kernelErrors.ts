/** Why any slice refuses, by code. */
export const kernelErrors = {
  INVALID_REQUEST: "A field is missing, of the wrong type or out of range.",
  INVALID_TRANSITION: "The current state does not allow this step.",
  RATE_LIMITED: "Too many requests in the window.",
  DAILY_LIMIT: "The daily quota is used up.",
  SERVICE_UNAVAILABLE: "A dependency is down or the service is overloaded.",
  HTTPS_REQUIRED: "The URL must be https.",
  SSRF_BLOCKED: "The URL points to an address that this service will not call."
} as const satisfies Record<string, string>
