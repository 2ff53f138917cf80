import type { Topic } from "@auspex/domain/kernel"
import type { HttpExchange } from "./HttpExchange.ts"
import { parseQuery } from "./parseQuery.ts"

/** The key of a cached answer, and the topics whose changes invalidate it. */
export interface CacheKey {
  /** The route, its decoded path and the known query parameters, sorted. */
  readonly key: string
  /** The URL as sent: several URLs can have the same key. */
  readonly url: string
  readonly topics: () => ReadonlyArray<Topic>
}

/** The cache key of a request; undefined if it does not decode, so that the uncached path reports the failures. */
export const cacheKeyOf = (
  { path: sentPath, queryText, route, url: sentUrl }: HttpExchange,
  scope: string,
  topicsOf: NonNullable<HttpExchange["route"]["policy"]["publicCache"]>
): CacheKey | undefined => {
  const path = route.decodePath === undefined ? { value: undefined } : route.decodePath(sentPath)
  const sent = parseQuery(queryText)
  // The uncached path refuses `as_of`; a cached answer would ignore it and show current data.
  if (route.refusesAsOf && sent !== undefined && "as_of" in sent) return undefined
  const query = route.decodeQuery === undefined || sent === undefined ? { value: undefined } : route.decodeQuery(sent)
  if (sent === undefined || "failures" in path || "failures" in query) return undefined
  // JSON of the decoded parameters: all encodings of a path share a key, and different paths never do.
  const values = Object.values(sentPath)
  const address = `${scope} ${route.path}${values.length === 0 ? "" : ` ${JSON.stringify(values)}`}`
  const names = Object.keys(sent).filter((name) => route.queryNames.has(name)).sort()
  const key = names.length === 0
    ? address
    : `${address}?${names.map((name) => `${name}=${encodeURIComponent(String(sent[name]))}`).join("&")}`
  return { key, url: scope + sentUrl, topics: () => topicsOf({ path: path.value, query: query.value }) }
}
