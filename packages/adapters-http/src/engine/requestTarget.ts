import type { Failures } from "@auspex/domain/kernel"
import { isHostileText } from "./JsonBody.ts"
import { noSuchPath } from "./noRoute.ts"
import { requestFailure } from "./Route.ts"

const urlLengthMax = 8_192
const queryLengthMax = 4_096
const absoluteForm = /^https?:\/\/[^/?#]*/i

/** The path and query of a request target; a proxy may send the full URL (absolute-form). */
export const originFormOf = (target: string): string => {
  if (target.charCodeAt(0) === 47) return target
  const rest = target.replace(absoluteForm, "")
  return rest === "" || rest.startsWith("?") ? `/${rest}` : rest
}

/**
 * Matches encoded letters, digits, `-`, `.`, `_` and `~`. They mean the same encoded and unencoded, so only the
 * unencoded form is served.
 */
const encodedUnreserved = /%(?:2[de]|3\d|4[1-9a-f]|5[0-9af]|6[1-9a-f]|7[0-9ae])/i

/**
 * Whether a path is in canonical form; other forms are not served. `/metrics;x`, `//metrics`, `/metrics/`, `/metrics#x`
 * and `/%6detrics` are not aliases of `/metrics`, so that they cannot bypass a proxy's path filter.
 */
export const isServedSpelling = (path: string): boolean =>
  !path.includes(";") && !path.includes("//") && !path.includes("#")
  && (path === "/" || !path.endsWith("/")) && !(path.includes("%") && encodedUnreserved.test(path))

/** Whether a path has malformed percent-encoding or contains U+0000. */
const isHostilePath = (path: string): boolean => {
  try {
    return isHostileText(decodeURIComponent(path))
  } catch {
    return true
  }
}

/** The failures of a URL that do not depend on its route. */
export const targetFlawOf = (url: string, path: string): Failures | undefined => {
  if (url.length > urlLengthMax || url.length - path.length - 1 > queryLengthMax) {
    const message = `The URL is longer than ${urlLengthMax} or its query longer than ${queryLengthMax} characters.`
    return requestFailure(message, "url")
  }
  if (path.includes("%") && isHostilePath(path)) {
    return requestFailure("The path is not valid percent-encoded UTF-8, or holds U+0000.", "path")
  }
  return isServedSpelling(path) ? undefined : noSuchPath
}
