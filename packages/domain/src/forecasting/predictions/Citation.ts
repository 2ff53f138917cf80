import { isPublicHost, namesPage } from "./CitationPage.ts"
import { kindAt, MARK, normalKinds, WIDE } from "../../text/CharacterKind.ts"
import { dataFile } from "../../kernel/dataFile.ts"
import { WordList } from "../../kernel/wordLists.ts"
import { notesLetters } from "./spaceAfterAddresses.ts"
import parameterNames from "./trackingParameters.json" with { type: "json" }

/** The maximum length of an address, as sent and in canonical form; a longer one is not a citation. */
export const citationLengthMax = 2_048

/**
 * Query parameters that track the visitor and do not select the page, in lower case. All names that begin with `utm_`,
 * `mtm_` or `pk_` count too. `ref` does not: on code hosts it selects the content.
 */
const trackingParameters: ReadonlySet<string> = new Set(
  dataFile("trackingParameters.json", WordList, parameterNames)
)

const isTracking = (name: string): boolean => {
  const lower = name.toLowerCase()
  return lower.startsWith("utm_") || lower.startsWith("mtm_") || lower.startsWith("pk_") ||
    trackingParameters.has(lower)
}

// 0: ends an address in a text; 1: part of an address; 2: part of an address and unchanged in a canonical path.
const addressUnits = new Uint8Array(128).fill(1, 33, 127)
for (const unit of "<>\"{}|\\^`") addressUnits[unit.charCodeAt(0)] = 0
for (const unit of "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_~!$&'()*+,;=:@/") {
  addressUnits[unit.charCodeAt(0)] = 2
}

/** Between the parts of a name in Katakana, as in `/wiki/ジョン・レノン`. */
const katakanaDot = 0x30fb

// Internationalised addresses are accepted; punctuation, quotes, raised signs, invisible characters and spaces of any
// script end them.
const addressLetter = new RegExp(
  String.raw`^(?!\p{Default_Ignorable_Code_Point}|${notesLetters})[\p{L}\p{M}\p{Nd}\p{Nl}]$`,
  "u"
)
const [part, end] = [1, 2] as const
/** Whether a code unit above ASCII is part of an address; 0 when not classified yet. */
const wideUnits = new Uint8Array(65_536)

const isLetterAt = (text: string, index: number): boolean => {
  const unit = text.charCodeAt(index)
  return (wideUnits[unit] ||= addressLetter.test(text[index]!) ? part : end) === part
}

const isAddressUnit = (text: string, index: number): boolean => {
  const unit = text.charCodeAt(index)
  if (unit < 128) return addressUnits[unit] !== 0
  return isLetterAt(text, index)
    || (unit === katakanaDot && isWideAt(text, index - 1) && isWideAt(text, index + 1))
}

/** Whether there is a letter of a script that is written without spaces. */
const isWideAt = (text: string, index: number): boolean =>
  index >= 0 && kindAt(text, index, normalKinds) === WIDE && isLetterAt(text, index)

/**
 * The index after `http://` or `https://` (in any case) when `text` has it at `index`, else 0.
 *
 * @example schemeEnd("see https://a.org/b", 4) // 12
 */
export const schemeEnd = (text: string, index: number): number => {
  if (
    (text.charCodeAt(index) | 32) !== 104 || (text.charCodeAt(index + 1) | 32) !== 116
    || (text.charCodeAt(index + 2) | 32) !== 116 || (text.charCodeAt(index + 3) | 32) !== 112
  ) return 0
  const colon = (text.charCodeAt(index + 4) | 32) === 115 ? index + 5 : index + 4
  return text.charCodeAt(colon) === 58 && text.charCodeAt(colon + 1) === 47 && text.charCodeAt(colon + 2) === 47
    ? colon + 3
    : 0
}

/** `. , ; : ! ? ' *`, and brackets that nothing closes, at the end of an address are punctuation of the sentence. */
const isTrailing = (unit: number): boolean =>
  unit === 46 || unit === 44 || unit === 59 || unit === 58 || unit === 33 || unit === 63 || unit === 39 || unit === 42
  || unit === 40 || unit === 91

/** `/ = ? # :` before an address: it is part of the one in which it stands, as in those of archives and redirections. */
const takesAddress = (unit: number): boolean => unit === 47 || unit === 61 || unit === 63 || unit === 35 || unit === 58

/** The end of an address before which another one begins at `i`: less what joins them, as `和`, ` and ` without spaces, `&`. */
const beforeNext = (text: string, from: number, i: number): number => {
  let end = i
  while (end > from && isWideAt(text, end - 1)) end--
  // A name in letters without spaces is part of the path.
  if (end > from && text.charCodeAt(end - 1) === 47) return i
  while (end > from && !/[\p{L}\p{M}\p{N}/)\]]/u.test(text[end - 1]!)) end--
  return end
}

/** The longest mark of a note, such as `[^12]`, or reference to a character, such as `&quot`, that is looked for. */
const suffixMax = 8
const noteMark = /(?<=[\p{L}\p{N}/])\[\^?\d{1,4}\]$/u
const characterReference = /&(?:[a-z]{2,6}|#x?[\da-f]{1,5})$/i

/** `_` or `~` before the scheme of an address, with which emphasis begins; else 0. */
const signBefore = (text: string, from: number): number => {
  const scheme = text.startsWith("://", from - 3) ? (/s/i.test(text[from - 4]!) ? 8 : 7) : 0
  const unit = text.charCodeAt(from - scheme - 1)
  return unit === 95 || unit === 126 ? unit : 0
}

/** The end of an address without trailing punctuation, marks of notes and of emphasis, and escaped characters. */
const trimmedEnd = (text: string, from: number, scanned: number): number => {
  const emphasis = signBefore(text, from)
  let end = scanned
  for (let start = end; end > from; start = end) {
    while (end > from && (isTrailing(text.charCodeAt(end - 1)) || text.charCodeAt(end - 1) === emphasis)) end--
    const tail = text.slice(Math.max(from, end - suffixMax), end)
    const suffix = noteMark.exec(tail) ?? (text[end] === ";" ? characterReference.exec(tail) : null)
    end -= suffix?.[0].length ?? 0
    if (end === start) break
  }
  return end
}

/**
 * The end of an address in running text. The address ends before white space, quotes, angle brackets and braces;
 * before a closing bracket without an opening bracket in the address (so `(see https://a.org/b_(c))` keeps its
 * brackets); before a square bracket in its path; before another address that is not a parameter or part of its path;
 * and before a comma, a semicolon or an exclamation mark if a letter of a script without spaces follows; trailing
 * punctuation, marks of notes, emphasis that began before the address, and character references of HTML are not part
 * of it. Punctuation, quotes, invisible characters and spaces of any script end it, and so does a combining mark on
 * an ASCII character: neither makes another page. Letters of any script are part of it. `from` is the index after the
 * scheme, in a text that is normalised after
 * `spaceAfterAddresses`.
 *
 * @example urlEnd("(https://a.org/b_(c)).", 9) // 20
 * @example urlEnd("https://a.org/维基,新闻", 8) // 16
 * @example urlEnd("https://a.org/b和https://a.org/c", 8) // 15
 */
export const urlEnd = (text: string, from: number): number => {
  let round = 0
  let square = 0
  let hasQuery = false
  let i = from
  for (; i < text.length && isAddressUnit(text, i); i++) {
    const unit = text.charCodeAt(i)
    if (unit === 40) round++
    else if (unit === 63 || unit === 35) hasQuery = true
    else if (unit === 91) {
      // Beside a query only the host may have them, at its beginning: an IPv6 address.
      if (!hasQuery && i > from) break
      square++
    } else if (unit === 41 && --round < 0) break
    else if (unit === 93 && --square < 0) break
    else if (unit === 44 || unit === 59 || unit === 33) {
      if (schemeEnd(text, i + 1) > 0 || isWideAt(text, i + 1)) break
    } else if ((unit | 32) === 104 && i > from && !takesAddress(text.charCodeAt(i - 1)) && schemeEnd(text, i) > 0) {
      i = beforeNext(text, from, i)
      break
    } else if (unit >= 128 && text.charCodeAt(i - 1) < 128 && kindAt(text, i, normalKinds) === MARK) break
  }
  return trimmedEnd(text, from, i)
}

const hexValue = (unit: number): number =>
  unit >= 48 && unit <= 57 ? unit - 48 : (unit | 32) >= 97 && (unit | 32) <= 102 ? (unit | 32) - 87 : -1

const isUnreserved = (unit: number): boolean =>
  (unit >= 48 && unit <= 57) || ((unit | 32) >= 97 && (unit | 32) <= 122) || unit === 45 || unit === 46
  || unit === 95 || unit === 126

const isPlain = (text: string): boolean => {
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit === 37 || unit >= 128) return false
  }
  return true
}

/**
 * Normalises percent-encoding: unreserved characters are decoded, other escapes get upper-case digits, a `%` without
 * two digits is escaped, and non-ASCII characters are escaped as UTF-8 (RFC 3986, section 6.2.2).
 */
const normaliseEscapes = (text: string): string => {
  if (isPlain(text)) return text
  let out = ""
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit >= 128) {
      const codePoint = text.codePointAt(i)!
      const isLone = codePoint >= 0xd800 && codePoint <= 0xdfff
      out += isLone ? "%EF%BF%BD" : encodeURIComponent(String.fromCodePoint(codePoint))
      if (codePoint > 0xffff) i++
    } else if (unit === 37) {
      const high = hexValue(text.charCodeAt(i + 1))
      const low = hexValue(text.charCodeAt(i + 2))
      if (high < 0 || low < 0) out += "%25"
      else {
        const octet = high * 16 + low
        out += isUnreserved(octet) ? String.fromCharCode(octet) : "%" + text.slice(i + 1, i + 3).toUpperCase()
        i += 2
      }
    } else out += text[i]
  }
  return out
}

const removeDotSegments = (path: string): string => {
  if (!path.includes("/.")) return path
  const kept: Array<string> = []
  for (const segment of path.slice(1).split("/")) {
    if (segment === "..") kept.pop()
    else if (segment !== ".") kept.push(segment)
  }
  return "/" + kept.join("/")
}

const canonicalPath = (path: string): string => {
  const plain = removeDotSegments(normaliseEscapes(path))
  let end = plain.length
  while (end > 0 && plain.charCodeAt(end - 1) === 47) end--
  return plain.slice(0, end)
}

const canonicalQuery = (query: string): string => {
  if (query === "") return ""
  const kept = normaliseEscapes(query).split("&").filter((part) => {
    const equals = part.indexOf("=")
    return part !== "" && !isTracking(equals < 0 ? part : part.slice(0, equals))
  })
  return kept.length === 0 ? "" : "?" + kept.join("&")
}

const isHostName = (host: string): boolean => {
  if (host === "" || host.length > 253) return false
  let labelLength = 0
  for (let i = 0; i < host.length; i++) {
    const unit = host.charCodeAt(i)
    if (unit === 46) {
      if (labelLength === 0) return false
      labelLength = 0
    } else if (unit < 128) {
      if (!isUnreserved(unit) || unit === 126) return false
      labelLength++
    } else {
      if (!isAddressUnit(host, i)) return false
      labelLength++
    }
  }
  return labelLength > 0
}

const isIpv6 = (host: string): boolean => {
  for (let i = 1; i < host.length - 1; i++) {
    const unit = host.charCodeAt(i)
    if (hexValue(unit) < 0 && unit !== 58 && unit !== 46) return false
  }
  return host.endsWith("]") && host.indexOf(":") > 0
}

/** The host in lower case without a trailing dot; undefined when it is not a valid host. */
const canonicalHost = (raw: string): string | undefined => {
  const lower = isPlain(raw) ? raw.toLowerCase() : raw.normalize("NFKC").toLowerCase().normalize("NFKC")
  if (lower.startsWith("[")) return isIpv6(lower) ? lower : undefined
  const host = lower.endsWith(".") ? lower.slice(0, -1) : lower
  return isHostName(host) ? host : undefined
}

/** The port as a number; 0 when it is empty, undefined when it is invalid. */
const portOf = (digits: string): number | undefined => {
  if (digits.length > 8) return undefined
  let port = 0
  for (let i = 0; i < digits.length; i++) {
    const unit = digits.charCodeAt(i)
    if (unit < 48 || unit > 57) return undefined
    port = port * 10 + unit - 48
  }
  return port > 65_535 ? undefined : port
}

/** The host and port of an authority `user:secret@host:port`, without the user; undefined when it is invalid. */
const canonicalAuthority = (authority: string, defaultPort: number): { host: string; port: number } | undefined => {
  const place = authority.slice(authority.lastIndexOf("@") + 1)
  const bracket = place.startsWith("[") ? place.indexOf("]") : 0
  const colon = bracket < 0 ? -1 : place.indexOf(":", bracket)
  const host = canonicalHost(colon < 0 ? place : place.slice(0, colon))
  const port = colon < 0 ? 0 : portOf(place.slice(colon + 1))
  if (host === undefined || port === undefined) return undefined
  return { host, port: port === defaultPort ? 0 : port }
}

/** An address in canonical form, and whether it has a public host and a path other than `/`. */
interface CanonicalUrl {
  readonly url: string
  readonly namesPage: boolean
}

const indexOrEnd = (index: number, end: number): number => (index < 0 ? end : index)

/**
 * Normalises an absolute http or https address: scheme and host in lower case, no user, default port, tracking
 * parameters, trailing slash or fragment, dot segments resolved, percent-encoding normalised. http and https are
 * treated as the same page, so the result has `https` unless there is another port. Undefined when the address is
 * invalid, or when it or its canonical form is longer than 2,048 characters. Idempotent.
 */
export const canonicalUrl = (address: string): CanonicalUrl | undefined => {
  const start = schemeEnd(address, 0)
  // A sign that ends an address must not become a part of it by normalisation.
  if (start === 0 || address.length > citationLengthMax || !areAddressUnits(address, start)) return undefined
  const raw = isPlain(address) ? address : address.normalize("NFKC")
  if (!areAddressUnits(raw, start)) return undefined
  let authorityEnd = 0
  for (let i = start; i < raw.length; i++) {
    const unit = raw.charCodeAt(i)
    if (authorityEnd === 0 && (unit === 47 || unit === 63 || unit === 35)) authorityEnd = i
  }
  if (authorityEnd === 0) authorityEnd = raw.length
  const isHttps = start === 8
  const authority = canonicalAuthority(raw.slice(start, authorityEnd), isHttps ? 443 : 80)
  if (authority === undefined) return undefined
  const end = indexOrEnd(raw.indexOf("#", authorityEnd), raw.length)
  const mark = raw.indexOf("?", authorityEnd)
  const pathEnd = mark < 0 || mark > end ? end : mark
  const path = canonicalPath(raw.slice(authorityEnd, pathEnd))
  const query = pathEnd < end ? canonicalQuery(raw.slice(pathEnd + 1, end)) : ""
  const origin = authority.port === 0
    ? "https://" + authority.host
    : (isHttps ? "https://" : "http://") + authority.host + ":" + authority.port
  const url = origin + path + query
  // Percent-encoding lengthens an address: a non-ASCII character takes up to twelve characters.
  if (url.length > citationLengthMax) return undefined
  return { url, namesPage: isPublicHost(authority.host) && namesPage(path) }
}

const areAddressUnits = (text: string, from: number): boolean => {
  for (let i = from; i < text.length; i++) {
    if (!isAddressUnit(text, i) && (text.charCodeAt(i) & 0xf800) !== 0xd800) return false
  }
  return true
}

/**
 * The canonical form (see `canonicalUrl`) of a citation, or undefined when `raw` is not an absolute http or https
 * address of a page: the host must be a public name with a dot, and the path other than `/`.
 *
 * @example canonicalCitation("HTTP://Example.org:80/a/?utm_source=x#top") // "https://example.org/a"
 */
export const canonicalCitation = (raw: string): string | undefined => {
  const canonical = canonicalUrl(raw)
  return canonical?.namesPage ? canonical.url : undefined
}
