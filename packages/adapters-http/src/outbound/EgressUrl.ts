import { type Failure, failure, uriLengthMax } from "@auspex/domain/kernel"
import { Either } from "effect"
import { isIP } from "node:net"
import { isLoopbackAddress, isPublicAddress } from "./EgressAddress.ts"

/** Ports above 1023 on which databases, caches and container engines listen. */
const blockedPorts: ReadonlySet<number> = new Set([
  2375,
  2376,
  3306,
  5432,
  5984,
  6379,
  6443,
  8500,
  9200,
  10250,
  11211,
  27017
])
const blockedSuffixes = ["local", "internal", "localhost", "localdomain", "home.arpa"]

/**
 * Which addresses may be called: `public` ones; `loopback` ones too, by http and on any port; `any`, for addresses that
 * the operator configured.
 */
export type EgressReach = "public" | "loopback" | "any"

/** A URL that passed the checks of its text. */
export interface EgressTarget {
  readonly url: URL
  /** The host name or IP address, in lower case, without brackets and without a trailing dot. */
  readonly host: string
  readonly port: number
  readonly isSecure: boolean
  /** Whether `host` is an IP address, which then has been checked. */
  readonly isAddress: boolean
  /** Which addresses its name may stand for. */
  readonly reach: EgressReach
}

const isBlockedName = (host: string): boolean =>
  !host.includes(".") || blockedSuffixes.some((suffix) => host === suffix || host.endsWith(`.${suffix}`))

const isOpenPort = (port: number): boolean => port === 443 || (port >= 1024 && !blockedPorts.has(port))

/** Whether calls to the address are allowed. */
export const isAllowedAddress = (address: string, reach: EgressReach): boolean =>
  reach === "any" || isPublicAddress(address) || (reach === "loopback" && isLoopbackAddress(address))

/**
 * Checks the text of a URL before any lookup: https, an allowed port, no credentials, a public name or a public IP
 * address, at most 2,048 characters. A reach beyond `public` also allows http, any port and names of the local network.
 */
export const judgeEgressUrl = (
  text: string,
  reach: EgressReach,
  field = "url"
): Either.Either<EgressTarget, Failure> => {
  const invalid = (message: string) => Either.left(failure("INVALID_REQUEST", message, { field }))
  const block = (message: string) => Either.left(failure("SSRF_BLOCKED", message, { field }))
  if (text.length > uriLengthMax) return invalid(`${field} has more than ${uriLengthMax} characters.`)
  // The URL parser silently removes white space and control characters, which makes the text ambiguous.
  if (/[\s\p{C}]/u.test(text) || !URL.canParse(text)) return invalid(`${field} is not an absolute address.`)
  const url = new URL(text)
  const isSecure = url.protocol === "https:"
  const allowPrivate = reach !== "public"
  if (!isSecure && !(allowPrivate && url.protocol === "http:")) {
    return Either.left(failure("HTTPS_REQUIRED", `${field} must begin with https://.`, { field }))
  }
  if (url.username !== "" || url.password !== "" || /^[a-z]+:\/*[^/?#\\]*@/i.test(text)) {
    return block(`${field} must hold no user and no password.`)
  }
  const host = url.hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "").toLowerCase()
  const port = url.port === "" ? (isSecure ? 443 : 80) : Number(url.port)
  const isAddress = isIP(host) !== 0
  if (!allowPrivate && !isOpenPort(port)) return block(`${field} names port ${port}, which this service will not call.`)
  const isOpen = isAddress ? isAllowedAddress(host, reach) : allowPrivate || !isBlockedName(host)
  if (host === "" || !isOpen) return block(`${field} points to an address that this service will not call.`)
  return Either.right({ url, host, port, isSecure, isAddress, reach })
}
