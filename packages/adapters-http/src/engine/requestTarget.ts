import type { Failures } from "@auspex/domain/kernel"
import { isHostileText } from "./JsonBody.ts"
import { noSuchPath } from "./noRoute.ts"
import { requestFailure } from "./Route.ts"

const urlLengthMax = 8_192
const queryLengthMax = 4_096
const absoluteForm = /^https?:\/\/[^/?#]*/i

/** The path and query that are asked for; a proxy may send the whole address (absolute-form). */
export const originFormOf = (target: string): string => {
  if (target.charCodeAt(0) === 47) return target
  const rest = target.replace(absoluteForm, "")
  return rest === "" || rest.startsWith("?") ? `/${rest}` : rest
}

/** Letters, digits, `-`, `.`, `_` and `~` mean the same encoded or not, so only one of the two spellings is served. */
const encodedUnreserved = /%(?:2[de]|3\d|4[1-9a-f]|5[0-9af]|6[1-9a-f]|7[0-9ae])/i

/**
 * Whether a path is spelt in the one way that is served. `/metrics;x`, `//metrics`, `/metrics/`, `/metrics#x` and
 * `/%6detrics` are other paths than `/metrics`, so that no filter before this server is passed by another spelling.
 */
export const isServedSpelling = (path: string): boolean =>
  !path.includes(";") && !path.includes("//") && !path.includes("#")
  && (path === "/" || !path.endsWith("/")) && !(path.includes("%") && encodedUnreserved.test(path))

/** Malformed percent-encoding, or U+0000. */
const isHostilePath = (path: string): boolean => {
  try {
    return isHostileText(decodeURIComponent(path))
  } catch {
    return true
  }
}

/** What is wrong with an address, whatever it asks for. */
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
