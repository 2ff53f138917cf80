/** How many cookies one fetch keeps, and how long each may be, in characters. */
const cookiesMax = 30
const cookieLengthMax = 4_096
/** The limit of the header that sends them. */
const headerLengthMax = 8_192

interface Cookie {
  readonly name: string
  readonly value: string
  readonly host: string
  /** Whether it is for the names below the host, too. */
  readonly withSubdomains: boolean
  readonly path: string
  readonly isSecure: boolean
}

const isWithin = (host: string, domain: string): boolean => host === domain || host.endsWith(`.${domain}`)

const coversPath = (cookie: string, path: string): boolean =>
  path === cookie || path.startsWith(cookie.endsWith("/") ? cookie : `${cookie}/`)

const parse = (header: string, url: URL): Cookie | undefined => {
  if (header.length > cookieLengthMax) return undefined
  const [pair = "", ...attributes] = header.split(";")
  const [, name, value] = /^\s*([^=\s]{1,200})\s*=\s*([\u0021-\u003a\u003c-\u007e]*)\s*$/.exec(pair) ?? []
  if (name === undefined || value === undefined) return undefined
  const stated = new Map(attributes.map((attribute) => {
    const [key = "", ...rest] = attribute.split("=")
    return [key.trim().toLowerCase(), rest.join("=").trim()] as const
  }))
  const domain = stated.get("domain")?.replace(/^\./, "").toLowerCase() ?? ""
  // A server may widen a cookie to a name above its own, which must not be a top-level domain.
  if (domain !== "" && (!isWithin(url.hostname, domain) || !domain.includes("."))) return undefined
  const path = stated.get("path") ?? ""
  return {
    name,
    value,
    host: domain === "" ? url.hostname : domain,
    withSubdomains: domain !== "",
    path: path.startsWith("/") ? path : url.pathname.slice(0, Math.max(1, url.pathname.lastIndexOf("/"))),
    isSecure: stated.has("secure")
  }
}

/**
 * The cookies of one fetch with its redirects, as RFC 6265 describes them, without their lifetimes: the object is dropped
 * with the fetch. Some sites set a cookie and redirect to the same address until they see it.
 */
export class FetchCookies {
  readonly #cookies = new Map<string, Cookie>()

  /** Keeps the cookies of a response. */
  keep(headers: ReadonlyArray<string>, url: URL): void {
    for (const header of headers) {
      const cookie = parse(header, url)
      if (cookie === undefined) continue
      const key = `${cookie.host}|${cookie.path}|${cookie.name}`
      if (this.#cookies.has(key) || this.#cookies.size < cookiesMax) this.#cookies.set(key, cookie)
    }
  }

  /** The header for a request; undefined when there is nothing to send. */
  headerFor(url: URL): string | undefined {
    const pairs = [...this.#cookies.values()]
      .filter(({ host, isSecure, path, withSubdomains }) =>
        (withSubdomains ? isWithin(url.hostname, host) : url.hostname === host) &&
        coversPath(path, url.pathname) && (!isSecure || url.protocol === "https:")
      )
      .map(({ name, value }) => `${name}=${value}`)
    let header = ""
    for (const pair of pairs)
      if (header.length + pair.length < headerLengthMax)
        header += header === ""
          ? pair
          : `; ${pair}`
    return header === "" ? undefined : header
  }
}
