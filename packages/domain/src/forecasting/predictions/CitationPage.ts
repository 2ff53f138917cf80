/** Parameters of path segments: `/report;v=2` becomes `/report`. */
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
 * The page that a canonical citation refers to, for comparing citations: without `www.`, doubled slashes, `;parameters`
 * and empty query values, with the path in lower case and the query sorted. Not for fetching: paths may be
 * case-sensitive. The database function `auspex_citation_page` is equivalent.
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

/** An ending of the word that an address is, as in `https://a.org/b's`. */
const wordEnding = /(?:'|%27|%ca%b[9bc]|%cb%ae)[a-z]{0,4}$/i
/** The first character above U+07FF, escaped: scripts without spaces and Hangul, but neither Latin, Cyrillic nor Arabic. */
const wideCharacter = /%e[\da-f](?:%[89ab][\da-f]){2}/i
const joining = ".,:;!?'*~_(-"

/**
 * The beginning of a page, up to the first word of a script without spaces; a path segment that begins with such a word
 * is a name and stays.
 */
const beforeWideWords = (page: string): string => {
  let end = page.search(wideCharacter)
  if (end < 0) return page
  while (joining.includes(page[end - 1]!)) end--
  return page[end - 1] === "/" ? page : page.slice(0, end)
}

/**
 * The pages that an address in a text may mean: its own, and the pages that remain without a word ending or the words
 * of a script without spaces after the address, as in `https://a.org/b's` and `https://a.org/b的报道`. Nobody can
 * tell these from `McDonald's` and `T恤` at the end of an address; but citing either page counts as a repetition where
 * another account has cited the other.
 *
 * @example pagesMeant("https://example.org/b's") // ["https://example.org/b's", "https://example.org/b"]
 */
export const pagesMeant = (canonical: string): ReadonlyArray<string> => {
  const page = citationPage(canonical)
  const host = page.indexOf("/", page.indexOf("://") + 3)
  const others = [page.replace(wordEnding, ""), beforeWideWords(page)]
  return [...new Set([page, ...others.filter((other) => host > 0 && other.length > host + 1)])]
}

// Top-level names that are not in public DNS: RFC 6761 and 6762, names reserved by ICANN, and names that routers
// assign.
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

/** Whether a host is a public name: it has a dot, is not an IP address, and does not end in a private domain. */
export const isPublicHost = (host: string): boolean => {
  const dot = host.lastIndexOf(".")
  const domain = host.slice(dot + 1)
  const first = domain.charCodeAt(0)
  return dot > 0 && domain.length > 1 && !(first >= 48 && first <= 57) && !host.startsWith("[")
    && !privateDomains.has(domain)
}

/** Whether a canonical path is more than the root of its host. */
export const namesPage = (path: string): boolean => path !== "" && pagePath(path) !== ""
