import type { Topic } from "@auspex/domain/kernel"
import type { HttpExchange } from "./HttpExchange.ts"
import { parseQuery } from "./parseQuery.ts"

/** Under what an answer is kept, and what makes it worthless. */
export interface CacheKey {
  /** The route, its decoded path and those parameters of the query that count, in one order. */
  readonly key: string
  /** As it was sent: the same key has many spellings. */
  readonly url: string
  readonly topics: () => ReadonlyArray<Topic>
}

/** The key of a request; none for one that does not decode: the usual way says what is wrong with it. */
export const cacheKeyOf = (
  { path: sentPath, queryText, route, url: sentUrl }: HttpExchange,
  scope: string,
  topicsOf: NonNullable<HttpExchange["route"]["policy"]["publicCache"]>
): CacheKey | undefined => {
  const path = route.decodePath === undefined ? { value: undefined } : route.decodePath(sentPath)
  const sent = parseQuery(queryText)
  // It will be refused: ignoring the parameter here would answer of now.
  if (route.hasNoPast && sent !== undefined && "as_of" in sent) return undefined
  const query = route.decodeQuery === undefined || sent === undefined ? { value: undefined } : route.decodeQuery(sent)
  if (sent === undefined || "failures" in path || "failures" in query) return undefined
  // The route and its decoded parameters: however they are encoded, one address has one key, and no other has it.
  const values = Object.values(sentPath)
  const address = `${scope} ${route.path}${values.length === 0 ? "" : ` ${JSON.stringify(values)}`}`
  const names = Object.keys(sent).filter((name) => route.queryNames.has(name)).sort()
  const key = names.length === 0
    ? address
    : `${address}?${names.map((name) => `${name}=${encodeURIComponent(String(sent[name]))}`).join("&")}`
  return { key, url: scope + sentUrl, topics: () => topicsOf({ path: path.value, query: query.value }) }
}
