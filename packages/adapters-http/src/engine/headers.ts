import type { IncomingMessage } from "node:http"
import { randomUUID } from "node:crypto"
import { jsonType } from "./HttpAnswer.ts"

/** On every answer. */
export const commonHeaders: ReadonlyArray<string> = [
  "X-Content-Type-Options",
  "nosniff",
  "Referrer-Policy",
  "no-referrer",
  "Strict-Transport-Security",
  "max-age=63072000; includeSubDomains"
]

const jsonHeaders: ReadonlyArray<string> = [
  ...commonHeaders,
  "Content-Type",
  jsonType,
  "Content-Security-Policy",
  "default-src 'none'; frame-ancestors 'none'",
  "X-Frame-Options",
  "DENY"
]

/** What a script on another site may do with a public GET: read it, without credentials. */
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

/** May be kept, but must be asked for again each time: changes show at once, and an unchanged answer is a 304. */
const revalidate: ReadonlyArray<string> = [
  "Cache-Control",
  "public, no-cache",
  "Vary",
  "Authorization, X-API-Key, X-Admin-Key"
]

/** JSON by who may see it: a public GET that may be kept, a public GET that may not, and everything else. */
export const jsonHeadersOf = {
  shared: [...jsonHeaders, ...corsHeaders, ...revalidate] as ReadonlyArray<string>,
  open: [...jsonHeaders, ...corsHeaders, ...noStore] as ReadonlyArray<string>,
  own: [...jsonHeaders, ...sameOrigin, ...noStore] as ReadonlyArray<string>
}

const documentPolicy =
  "default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

/** In a handler's own policy: everybody may frame the answer. */
const framedByAll = /\bframe-ancestors \*(?:;|$)/

/** Headers of an answer that is not JSON; those that the handler set itself win. */
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
    // The older header knows no "everybody": it is there unless the policy says so.
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

/** The caller's request id when it is one, else a fresh one. */
export const requestIdOf = (request: IncomingMessage): string => {
  const given = request.headers["x-request-id"]
  return typeof given === "string" && safeRequestId.test(given) ? given : randomUUID()
}

/** Whether `If-None-Match` names this entity tag (compared weakly, as for a GET it must be). */
export const matchesEtag = (header: string | undefined, etag: string): boolean => {
  if (header === undefined) return false
  if (header.trim() === "*") return true
  const bare = etag.replace(/^W\//, "")
  return header.split(",").some((candidate) => candidate.trim().replace(/^W\//, "") === bare)
}
