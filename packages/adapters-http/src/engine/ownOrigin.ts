import type { IncomingHttpHeaders } from "node:http"

/** How a client reached this server or a proxy in front of it. */
export type Scheme = "http" | "https"

/** The facts that decide whether a request comes from a page of this server. */
export interface OriginFacts {
  readonly headers: IncomingHttpHeaders
  /**
   * The scheme that a trusted proxy reports; undefined without a proxy, where the server itself is reached over http.
   */
  readonly scheme: Scheme | undefined
  readonly publicUrl: string
}

const parsed = (url: string): URL | undefined => URL.canParse(url) ? new URL(url) : undefined

/**
 * Whether a request's `Origin` is this server's: the public address, or the address that the request itself names, each
 * with its scheme. A page that came over http may have been changed on the way, so it is no page of an https address. A
 * request without an `Origin` was not made by a page of another site.
 */
export const isOwnOrigin = ({ headers: { host, origin }, publicUrl, scheme = "http" }: OriginFacts): boolean => {
  if (origin === undefined) return true
  const from = parsed(origin)
  const home = parsed(publicUrl)
  if (from === undefined || from.origin === "null") return false
  if (from.origin === home?.origin) return true
  const named = parsed(`${scheme}://${host}`)
  // The public host has one scheme, whatever the last proxy speaks.
  return named !== undefined && from.origin === named.origin && named.host !== home?.host
}
