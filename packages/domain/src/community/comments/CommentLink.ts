import { schemeEnd, urlEnd } from "../../forecasting/predictions/Citation.ts"

/** A link in running text, with or without `https://`. */
export interface CommentLink {
  /** The index of its first character, and the index after its last. */
  readonly start: number
  readonly end: number
  /** The host in lower case, without `www.`, user, password and port. */
  readonly host: string
  /** Path, query and fragment as written; may be empty. */
  readonly path: string
}

// Linear: the pattern is anchored, and no part can match the character that follows it or is longer than 24, so it
// cannot backtrack far.
const bareAddress = /^(?:www\.[\p{L}\p{N}-]|[a-z0-9.-]{1,253}\.[a-z]{2,24}\/[^\s/])/iu
const opening = "([{<\"'“‘«*_~,;"

/** The link whose address starts at `from`; undefined when there is no host. */
const linkAt = (text: string, start: number, from: number): CommentLink | undefined => {
  const address = text.slice(from, urlEnd(text, from))
  // A host has no comma; what follows one is another link, or the sentence.
  const cut = address.search(/[/?#,;]/)
  const authority = cut < 0 ? address : address.slice(0, cut)
  const path = cut < 0 || address[cut] === "," || address[cut] === ";" ? "" : address.slice(cut)
  const place = authority.slice(authority.lastIndexOf("@") + 1).toLowerCase()
  const colon = place.indexOf(":")
  const host = (colon < 0 ? place : place.slice(0, colon)).replace(/^www\./, "")
  return host === "" ? undefined : { start, end: from + authority.length + path.length, host, path }
}

/**
 * Finds the links of a text, in order: addresses with `http://` or `https://`, addresses that begin with `www.`, and
 * addresses that look like `host.tld/path`. A host alone (`example.org`, `node.js`) counts as a word.
 *
 * @example linksIn("See https://a.org/b and bit.ly/x.").map(({ host, path }) => host + path) // ["a.org/b", "bit.ly/x"]
 */
export const linksIn = (text: string): ReadonlyArray<CommentLink> => {
  const links: Array<CommentLink> = []
  let isStart = true
  for (let i = 0; i < text.length; i++) {
    const afterScheme = schemeEnd(text, i)
    const isBare = afterScheme === 0 && isStart && bareAddress.test(text.slice(i, i + 300))
    const link = afterScheme > 0 ? linkAt(text, i, afterScheme) : isBare ? linkAt(text, i, i) : undefined
    if (link !== undefined) {
      links.push(link)
      i = link.end - 1
      isStart = false
    } else isStart = text[i]!.trim() === "" || opening.includes(text[i]!)
  }
  return links
}
