import { detectCharset } from "./detectCharset.ts"

/** How much of a document is searched for its own statement of its charset, in bytes. */
const sniffedBytes = 4_096
/** The share of characters that could not be decoded above which another charset is tried. */
const undecodedMax = 0.001

const statedInMarkup = /<(?:meta|\?xml)[^>]{0,200}?(?:charset|encoding)\s{0,5}=\s{0,5}["']?([\w:-]{1,40})/i

/** The byte order marks of the encodings that have one. */
const marks: ReadonlyArray<readonly [string, ReadonlyArray<number>]> = [
  ["utf-8", [0xef, 0xbb, 0xbf]],
  ["utf-16le", [0xff, 0xfe]],
  ["utf-16be", [0xfe, 0xff]]
]

/** The characters of windows-1252 from 0x80 to 0x9f; those of unused bytes stay control characters. */
const windows1252 = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ"

/** Decodes by a charset; undefined when it is unknown. */
const decoded = (bytes: Uint8Array, label: string): string | undefined => {
  try {
    const decoder = new TextDecoder(label)
    const text = decoder.decode(bytes)
    // Node 20 decodes windows-1252 as Latin 1, which has control characters there.
    return decoder.encoding === "windows-1252"
      ? text.replace(/[\u0080-\u009f]/g, (character) => windows1252.charAt(character.charCodeAt(0) - 0x80))
      : text
  } catch {
    // No such charset: the next source of information counts.
    return undefined
  }
}

const isAscii = (bytes: Uint8Array): boolean => bytes.every((byte) => byte < 0x80)

/** The text, if the bytes are UTF-8 and more than ASCII: other charsets do not look like this by chance. */
const asUtf8 = (bytes: Uint8Array): string | undefined => {
  if (isAscii(bytes)) return undefined
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes)
  } catch {
    // Not UTF-8.
    return undefined
  }
}

/** The share of characters that stand for bytes without a meaning. */
export const undecodedShare = (text: string): number =>
  text.length === 0 ? 0 : (text.split("\ufffd").length - 1) / text.length

/** A text, and whether its charset was stated or could be told. */
export interface DecodedText {
  readonly text: string
  readonly isCertain: boolean
}

/** Latin charsets decode anything; what their default in many servers says of other scripts is wrong. */
const claimsLatin = (label: string): boolean => /^(?:iso-?8859-1|latin-?1|windows-1252|us-ascii|cp1252)$/i.test(label)
// oxlint-disable-next-line no-control-regex -- the escape sequence by which ISO-2022-JP changes its characters
const japaneseMail = /\u001b\$[@B]/

/**
 * Decodes a document. Tries, in this order: its byte order mark; UTF-8, if the bytes are valid UTF-8 and not only ASCII,
 * even if another charset is declared; the charset of the header; the charset in the markup; the charset that is detected.
 * Skips a charset if it is unknown, leaves more than 0.1 % of the characters undecoded, or is declared as Latin while
 * the text is certainly of another script. If nothing is certain, uses what leaves the fewest undecoded.
 */
export const decodeDocument = (bytes: Uint8Array, stated: string | null): DecodedText => {
  const marked = marks.find(([, mark]) => mark.every((byte, index) => bytes[index] === byte))
  if (marked !== undefined) return { text: new TextDecoder(marked[0]).decode(bytes), isCertain: true }
  const utf8 = asUtf8(bytes)
  if (utf8 !== undefined) return { text: utf8, isCertain: true }
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, sniffedBytes)).toString("latin1")
  const labels = [stated, statedInMarkup.exec(head)?.[1]].filter((label) => label != null)
  if (japaneseMail.test(head)) labels.push("iso-2022-jp")
  const detected = isAscii(bytes) ? { label: "utf-8", isForeign: false } : detectCharset(bytes)
  let best: DecodedText & { readonly share: number } = { text: "", isCertain: false, share: Infinity }
  for (const label of [...labels, detected?.label, "windows-1252"]) {
    if (label === undefined || (detected?.isForeign === true && claimsLatin(label))) continue
    const text = decoded(bytes, label)
    if (text === undefined) continue
    const share = undecodedShare(text)
    if (share <= undecodedMax) return { text, isCertain: label === detected?.label || labels.includes(label) }
    if (share < best.share) best = { text, isCertain: true, share }
  }
  return best
}

/** The text of a document as well as it can be told. */
export const decodeText = (bytes: Uint8Array, stated: string | null): string => decodeDocument(bytes, stated).text
