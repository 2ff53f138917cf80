import { isHostileText } from "./JsonBody.ts"

/**
 * Parses a query string; undefined if it is malformed. A repeated name gets a list of values, which every schema of a
 * single value refuses.
 */
export const parseQuery = (text: string): Record<string, string | Array<string>> | undefined => {
  const query: Record<string, string | Array<string>> = {}
  if (text === "") return query
  if (text.includes("%")) {
    try {
      if (isHostileText(decodeURIComponent(text))) return undefined
    } catch {
      return undefined
    }
  }
  for (const [name, value] of new URLSearchParams(text)) {
    if (name === "__proto__") continue
    const former = query[name]
    query[name] = former === undefined ? value : Array.isArray(former) ? [...former, value] : [former, value]
  }
  return query
}
