import chardet from "chardet"

/** How much of a document is searched for text beyond ASCII, and how much of that is looked at, in bytes. */
const searchedBytes = 131_072
const sampleBytes = 6_144
/**
 * From this confidence of the library on (of 100), a charset of another script than Latin is believed, if it is also this many
 * times that of the next charset, or confident in any case.
 */
const confidenceMin = 30
const leadMin = 2
const confidenceEnough = 50
/** Candidates of the Latin script compete within this distance to the first. */
const rivalsWithin = 15
/** Fewer bytes beyond ASCII are signs between words of the Latin script, and prove nothing. */
const foreignBytesMin = 12
/** A text with a smaller share of bytes beyond ASCII is of the Latin script. */
const foreignShareMin = 0.25

/** The charsets that include what the library names: pages are written in these. */
const superset: Readonly<Record<string, string>> = {
  "ISO-8859-1": "windows-1252",
  "ISO-8859-8": "windows-1255",
  "ISO-8859-8-I": "windows-1255",
  "ISO-8859-9": "windows-1254"
}
const latin = new Set(["windows-1250", "windows-1252", "windows-1254", "windows-1257", "windows-1258", "ISO-8859-2"])

/** The texts between tags that hold more than ASCII, as bytes: tags and most scripts say nothing of the charset. */
const proseOf = (bytes: Uint8Array): Uint8Array => {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, searchedBytes)).toString("latin1")
  const telling = text.split(/[<>]/).filter((part) => /[\u0080-\u00ff]/.test(part)).join(" ")
  return Buffer.from(telling.slice(0, sampleBytes), "latin1")
}

/** How often a character that is no letter stands between letters: a sign that the charset is wrong. */
const oddities = (bytes: Uint8Array, label: string): number => {
  const text = new TextDecoder(label).decode(bytes)
  // oxlint-disable-next-line no-control-regex -- all of ASCII
  return text.match(/(?<=\p{L})[^\p{L}\p{M}\p{N}\s\u0000-\u007f’‘´·–—]+(?=\p{L})/gu)?.length ?? 0
}

/** UTF-16 without a mark: of Latin text, every other byte is zero. */
const asUtf16 = (bytes: Uint8Array): string | undefined => {
  const zeros = [0, 0]
  const length = Math.min(bytes.length, searchedBytes)
  for (let at = 0; at < length; at++) if (bytes[at] === 0) zeros[at % 2]!++
  const [even = 0, odd = 0] = zeros
  if (odd > 0.35 * length && even < 0.02 * length) return "utf-16le"
  return even > 0.35 * length && odd < 0.02 * length ? "utf-16be" : undefined
}

const thaiSigns = /[\u0e40-\u0e44]|\p{Mn}/gu
/** Vowels without the consonant that they precede, and signs without the one above or below which they stand. */
const thaiFaults = /[\u0e40-\u0e44](?![\u0e01-\u0e2e])|(?<![\u0e01-\u0e2e\p{Mn}])\p{Mn}/gu

/**
 * Thai, which the library does not know. Other scripts break its rules of spelling all the time; those that write two bytes
 * for a character may not, but then every word has an even number of bytes.
 */
const isThai = (bytes: Uint8Array): boolean => {
  const text = new TextDecoder("windows-874").decode(bytes)
  const words = text.match(/[\u0e01-\u0e5b]+(?=[^\u0e01-\u0e5b])/g) ?? []
  if (words.every((word) => word.length % 2 === 0)) return false
  const signs = text.match(thaiSigns)?.length ?? 0
  const letters = text.match(/[\u0e01-\u0e5b]/g)?.length ?? 0
  return signs >= 0.15 * letters && (text.match(thaiFaults)?.length ?? 0) <= 0.03 * signs
}

const greek = (bytes: Uint8Array): string =>
  bytes.some((byte) => (byte >= 0x80 && byte < 0xa0) || byte === 0xa2) ? "windows-1253" : "iso-8859-7"

/**
 * The charset of a document that states none, is not UTF-8 and holds more than ASCII; undefined when it cannot be told.
 * `isForeign` says whether its script is another than the Latin one.
 */
export const detectCharset = (
  bytes: Uint8Array
): { readonly label: string; readonly isForeign: boolean } | undefined => {
  const wide = asUtf16(bytes)
  if (wide !== undefined) return { label: wide, isForeign: false }
  const prose = proseOf(bytes)
  const beyondAscii = prose.reduce((sum, byte) => sum + (byte >= 0x80 ? 1 : 0), 0)
  if (beyondAscii < foreignBytesMin) return { label: "windows-1252", isForeign: false }
  if (isThai(prose)) return { label: "windows-874", isForeign: true }
  const matches = chardet.analyse(prose).map(({ confidence, name }) => ({ confidence, name: superset[name] ?? name }))
  const [first, second] = matches
  if (first === undefined) return undefined
  const isClear = first.confidence >= confidenceEnough ||
    (first.confidence >= confidenceMin && first.confidence >= leadMin * (second?.confidence ?? 0))
  if (!latin.has(first.name) && isClear) {
    return { label: first.name === "ISO-8859-7" ? greek(prose) : first.name, isForeign: true }
  }
  const letters = prose.reduce((sum, byte) => sum + (byte > 0x40 ? 1 : 0), 0)
  if (beyondAscii > foreignShareMin * letters) return undefined
  const rivals = matches.filter(({ confidence, name }) =>
    latin.has(name) && confidence >= first.confidence - rivalsWithin
  )
  let best = { label: "windows-1252", odd: oddities(prose, "windows-1252") }
  for (const { name } of rivals) {
    const odd = oddities(prose, name)
    if (odd < best.odd || (odd === best.odd && name === rivals[0]?.name)) best = { label: name, odd }
  }
  return { label: best.label, isForeign: false }
}
