import type { IncomingMessage } from "node:http"
import { randomUUID } from "node:crypto"
import { contentPolicy } from "./contentPolicy.ts"
import { jsonType } from "./HttpAnswer.ts"

/** The headers of every answer. */
export const commonHeaders: ReadonlyArray<string> = [
  "X-Content-Type-Options",
  "nosniff",
  "Referrer-Policy",
  "no-referrer",
  "Strict-Transport-Security",
  "max-age=63072000; includeSubDomains"
]

/** The Content-Security-Policy of data, which loads nothing when a browser shows it. */
export const noContentPolicy = "default-src 'none'; frame-ancestors 'none'"

const jsonHeaders: ReadonlyArray<string> = [
  ...commonHeaders,
  "Content-Type",
  jsonType,
  "Content-Security-Policy",
  noContentPolicy,
  "X-Frame-Options",
  "DENY"
]

/** Lets scripts on other sites read public GETs, without credentials. */
export const corsHeaders: ReadonlyArray<string> = [
  "Access-Control-Allow-Origin",
  "*",
  "Access-Control-Expose-Headers",
  "ETag, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id",
  "Cross-Origin-Resource-Policy",
  "cross-origin"
]

const sameOrigin: ReadonlyArray<string> = ["Cross-Origin-Resource-Policy", "same-origin"]
const noStore: ReadonlyArray<string> = ["Cache-Control", "no-store"]

/**
 * Clients may store the answer but must revalidate it on each use: changes are visible immediately, others are a 304.
 */
const revalidate: ReadonlyArray<string> = [
  "Cache-Control",
  "public, no-cache",
  "Vary",
  "Authorization, X-API-Key, X-Admin-Key"
]

/**
 * JSON headers by audience: `shared` for a cacheable public GET, `open` for other public GETs, `own` for all the rest.
 */
export const jsonHeadersOf = {
  shared: [...jsonHeaders, ...corsHeaders, ...revalidate] as ReadonlyArray<string>,
  open: [...jsonHeaders, ...corsHeaders, ...noStore] as ReadonlyArray<string>,
  own: [...jsonHeaders, ...sameOrigin, ...noStore] as ReadonlyArray<string>
}

const documentPolicy = contentPolicy({
  "style-src": "'self'",
  "img-src": "'self' data:",
  "form-action": "'self'"
})

/** Matches a Content-Security-Policy that lets every site frame the answer. */
const framedByAll = /\bframe-ancestors \*(?:;|$)/

/** The headers of an answer that is not JSON; the handler's own headers take precedence. */
export const rawHeadersOf = (
  audience: keyof typeof jsonHeadersOf,
  contentType: string,
  own: ReadonlyArray<string>
): ReadonlyArray<string> => {
  const set = new Set(own.filter((_, at) => at % 2 === 0).map((name) => name.toLowerCase()))
  const defaults = [
    ...commonHeaders,
    "Content-Type",
    contentType,
    "Content-Security-Policy",
    documentPolicy,
    // X-Frame-Options has no value for "every site", so it is omitted where the policy allows every site.
    ...(own.some((value) => framedByAll.test(value)) ? [] : ["X-Frame-Options", "DENY"]),
    ...(audience === "own" ? sameOrigin : corsHeaders),
    ...(audience === "shared" ? revalidate : noStore)
  ]
  const kept: Array<string> = []
  for (let at = 0; at + 1 < defaults.length; at += 2) {
    const name = defaults[at] as string
    if (!set.has(name.toLowerCase())) kept.push(name, defaults[at + 1] as string)
  }
  return kept
}

const safeRequestId = /^[A-Za-z0-9._:-]{1,64}$/

/** The caller's request id if it is well-formed, else a new one. */
export const requestIdOf = (request: IncomingMessage): string => {
  const given = request.headers["x-request-id"]
  return typeof given === "string" && safeRequestId.test(given) ? given : randomUUID()
}

/** Whether `If-None-Match` contains this entity tag; uses the weak comparison, as required for GET. */
export const matchesEtag = (header: string | undefined, etag: string): boolean => {
  if (header === undefined) return false
  if (header.trim() === "*") return true
  const bare = etag.replace(/^W\//, "")
  return header.split(",").some((candidate) => candidate.trim().replace(/^W\//, "") === bare)
}
