/** Parameters of path segments: `/report;v=2` is `/report`. */
const segmentParameters = /;[^/]*/g
const doubledSlashes = /\/{2,}/g

const pageHost = (host: string): string => host.startsWith("www.") && host.indexOf(".", 4) > 4 ? host.slice(4) : host

const pagePath = (path: string): string => {
  const bare = path.includes(";") ? path.replace(segmentParameters, "") : path
  const collapsed = (bare.includes("//") ? bare.replace(doubledSlashes, "/") : bare).toLowerCase()
  return collapsed.endsWith("/") ? collapsed.slice(0, -1) : collapsed
}

const pageQuery = (query: string): string => {
  const kept = query.split("&").filter((part) => {
    const equals = part.indexOf("=")
    return equals > 0 && equals < part.length - 1
  })
  return kept.length === 0 ? "" : "?" + kept.sort().join("&")
}

/**
 * The page that a citation in canonical form means, as novelty compares it: without `www.`, doubled slashes, `;parameters`,
 * the letter case of the path, the order of the query and values in it that are empty. Not an address to visit: paths may
 * depend on their letter case. `auspex_citation_page` of the schema is the same function.
 *
 * @example citationPage("https://www.example.org/Reports//May;v=2?b=2&a=1&c=") // "https://example.org/reports/may?a=1&b=2"
 */
export const citationPage = (canonical: string): string => {
  const start = canonical.indexOf("://") + 3
  const mark = canonical.indexOf("?", start)
  const pathEnd = mark < 0 ? canonical.length : mark
  const slash = canonical.indexOf("/", start)
  const hostEnd = slash < 0 || slash > pathEnd ? pathEnd : slash
  return canonical.slice(0, start) + pageHost(canonical.slice(start, hostEnd)) +
    pagePath(canonical.slice(hostEnd, pathEnd))
    + (mark < 0 ? "" : pageQuery(canonical.slice(mark + 1)))
}

// Of names that nobody can look up: RFC 6761 and 6762, ICANN's reserved ones, and what routers hand out.
const privateDomains: ReadonlySet<string> = new Set([
  "localhost",
  "local",
  "internal",
  "intranet",
  "invalid",
  "test",
  "lan",
  "home",
  "corp",
  "private",
  "onion",
  "arpa"
])

/** A public name has a dot, and its last part is that of a public domain: no address of a machine and no local name. */
export const isPublicHost = (host: string): boolean => {
  const dot = host.lastIndexOf(".")
  const domain = host.slice(dot + 1)
  const first = domain.charCodeAt(0)
  return dot > 0 && domain.length > 1 && !(first >= 48 && first <= 57) && !host.startsWith("[")
    && !privateDomains.has(domain)
}

/** Whether a canonical path names a page of its host. */
export const namesPage = (path: string): boolean => path !== "" && pagePath(path) !== ""
