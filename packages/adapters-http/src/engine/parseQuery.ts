import { isHostileText } from "./JsonBody.ts"

/** A parsed query string; a name given twice holds a list, which no schema takes for a text. */
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
