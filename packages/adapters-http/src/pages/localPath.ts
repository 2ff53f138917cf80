const base = "http://auspex.invalid"

/** The page to which nothing better leads. */
export const homePage = "/research"

/**
 * The path and query to go on to, if `next` names a page of this server, else `homePage`. What a browser reads as the
 * address of another server (`//host`, `/\host`, with white space or control characters in between) is none.
 */
export const localPath = (next: string | null | undefined): string => {
  if (next === null || next === undefined || !/^\/(?![/\\])[!-~]*$/.test(next) || next.includes("\\")) return homePage
  if (!URL.canParse(next, base)) return homePage
  const { href, origin, pathname, search } = new URL(next, base)
  return origin === base && href.startsWith(`${base}/`) && !pathname.startsWith("//")
    ? `${pathname}${search}`
    : homePage
}
