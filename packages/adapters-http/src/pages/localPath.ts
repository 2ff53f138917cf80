const base = "http://auspex.invalid"

/** The page that follows a log-in without another target. */
export const homePage = "/account"

/**
 * The path and query to go on to, if `next` names a page of this server, else `homePage`. Refuses texts that a browser
 * reads as the address of another server (`//host`, `/\host`, with white space or control characters in between).
 */
export const localPath = (next: unknown): string => {
  if (typeof next !== "string" || !/^\/(?![/\\])[!-~]*$/.test(next) || next.includes("\\")) return homePage
  if (!URL.canParse(next, base)) return homePage
  const { href, origin, pathname, search } = new URL(next, base)
  return origin === base && href.startsWith(`${base}/`) && !pathname.startsWith("//")
    ? `${pathname}${search}`
    : homePage
}
