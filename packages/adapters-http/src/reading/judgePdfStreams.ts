import { inflateSync } from "node:zlib"
import { Unreadable } from "./Unreadable.ts"

/** The size limits of one stream and of all streams of a document after decompression, in bytes. */
const streamBytesMax = 32 * 1_048_576
const documentBytesMax = 256 * 1_048_576
/** How far before a stream its dictionary is searched for its filter. */
const dictionaryBytesMax = 1_024

const tooLarge = (): Unreadable => new Unreadable("too_large", "Its parts exceed the size limit when decompressed.")

/** The size of the stream that begins at `at` after decompression; 0 when it cannot be decompressed like this. */
const inflatedSize = (bytes: Uint8Array, at: number): number => {
  // The first two bytes of a zlib stream are a header with a checksum (RFC 1950), which most other data fails.
  const header = ((bytes[at] ?? 0) << 8) + (bytes[at + 1] ?? 0)
  if ((header >> 8 & 15) !== 8 || header % 31 !== 0) return 0
  try {
    return inflateSync(bytes.subarray(at), { maxOutputLength: streamBytesMax }).length
  } catch (cause) {
    if ((cause as { code?: unknown }).code === "ERR_BUFFER_TOO_LARGE") throw tooLarge()
    // Broken, encrypted or encoded twice: only the limits of the thread apply to it.
    return 0
  }
}

/**
 * Refuses a PDF whose streams would be too large after decompression, before its reader decompresses them. Measures the
 * streams that are compressed in the usual way (`FlateDecode`).
 */
export const judgePdfStreams = (bytes: Uint8Array): void => {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let total = 0
  for (let at = buffer.indexOf("stream"); at >= 0; at = buffer.indexOf("stream", at + 6)) {
    const dictionary = buffer.toString("latin1", Math.max(0, at - dictionaryBytesMax), at)
    if (dictionary.endsWith("end")) continue
    if (!/\/Fl(?:ateDecode)?\b/.test(dictionary.slice(dictionary.lastIndexOf("endobj") + 1))) continue
    let begin = at + 6
    if (buffer[begin] === 13) begin++
    if (buffer[begin] === 10) begin++
    total += inflatedSize(buffer, begin)
    if (total > documentBytesMax) throw tooLarge()
  }
}
