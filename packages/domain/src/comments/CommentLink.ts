import { schemeEnd, urlEnd } from "../predictions/Citation.ts"

/** A link in a running text, with or without `https://` before it. */
export interface CommentLink {
  /** Where it begins and where it ends (the first index after it) in the text. */
  readonly start: number
  readonly end: number
  /** The host in lower case, without `www.` and without user, secret and port. */
  readonly host: string
  /** What follows the host, as written: path, query and fragment; empty when there is nothing. */
  readonly path: string
}

// Anchored, and each part is followed by a character that it cannot hold or is at most 24 long: no long way back.
const bareAddress = /^(?:www\.[\p{L}\p{N}-]|[a-z0-9.-]{1,253}\.[a-z]{2,24}\/[^\s/])/iu
const opening = "([{<\"'“‘«*_~,;"

/** The link whose address starts at `from`, or undefined when no host follows. */
const linkAt = (text: string, start: number, from: number): CommentLink | undefined => {
  const address = text.slice(from, urlEnd(text, from))
  // A host holds no comma: what comes after one is another link, or the sentence.
  const cut = address.search(/[/?#,;]/)
  const authority = cut < 0 ? address : address.slice(0, cut)
  const path = cut < 0 || address[cut] === "," || address[cut] === ";" ? "" : address.slice(cut)
  const place = authority.slice(authority.lastIndexOf("@") + 1).toLowerCase()
  const colon = place.indexOf(":")
  const host = (colon < 0 ? place : place.slice(0, colon)).replace(/^www\./, "")
  return host === "" ? undefined : { start, end: from + authority.length + path.length, host, path }
}

/**
 * The links of a text, in order: addresses with `http://` or `https://`, those that begin with `www.`, and those that
 * look like `host.tld/path`. A host on its own (`example.org`, `node.js`) is a word.
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
