import {
  cleanText,
  cleanTitle,
  cutPassages,
  judgeReading,
  rejection,
  type SourceRejection,
  sourceTextMax
} from "@auspex/domain/evidence"
import { decodeDocument, undecodedShare } from "../outbound/decodeText.ts"
import type { ExtractedText } from "./ExtractedText.ts"
import { readHtml } from "./readHtml.ts"
import { readMarkdown } from "./readMarkdown.ts"
import { Unreadable } from "./Unreadable.ts"

/** A document as it was fetched. */
export interface FetchedDocument {
  readonly bytes: Uint8Array
  /** The media type in lower case, without parameters. */
  readonly contentType: string
  readonly charset: string | null
  /** The path of its address. */
  readonly path: string
}

/** A document that was read. Passages are given by their offsets in `text`. */
export interface ReadDocument {
  readonly status: "ready"
  readonly title: string | null
  readonly text: string
  readonly content_type: string
  readonly offsets: ReadonlyArray<readonly [start: number, end: number]>
  readonly left_out?: string
}

/** More characters than this share that could not be decoded, or are control characters, are not text. */
const meaninglessMax = 0.02

const pdfMark = "%PDF-"
/** A PDF may begin with other bytes; readers look for its mark here. */
const pdfMarkBytes = 1_024

const isPdf = ({ bytes }: FetchedDocument): boolean =>
  Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, pdfMarkBytes)).includes(pdfMark)

/** Types that servers send for files of any type. */
const isUnknown = (contentType: string): boolean => /octet-stream|download/.test(contentType)

const isMarkdown = ({ contentType, path }: FetchedDocument): boolean =>
  contentType.includes("markdown") || (contentType === "text/plain" && /\.(?:md|markdown)$/i.test(path))

const textOf = ({ bytes, charset }: FetchedDocument): string => {
  const { isCertain, text } = decodeDocument(bytes, charset)
  // oxlint-disable-next-line no-control-regex
  const controls = text.match(/[\u0000-\u0008\u000e-\u001a\u007f]/g)?.length ?? 0
  if (!isCertain || undecodedShare(text) + controls / Math.max(1, text.length) > meaninglessMax) {
    throw new Unreadable("unreadable", "It is not text in a charset that is stated or can be found out.")
  }
  return text
}

/** What a document is read as: the type that its content shows, or that its server states. */
const extract = async (document: FetchedDocument): Promise<ExtractedText & { readonly content_type: string }> => {
  const { bytes, contentType } = document
  if (isPdf(document) && !contentType.endsWith("plain")) {
    // Loaded when it is needed, because it is large.
    const { readPdf } = await import("./readPdf.ts")
    return { ...await readPdf(bytes), content_type: "application/pdf" }
  }
  if (/pdf/.test(contentType)) throw new Unreadable("unreadable", "It is not a PDF that can be read.")
  if (isUnknown(contentType)) {
    throw new Unreadable("unsupported_type", "The server does not say what it is, and it is not a PDF.")
  }
  const text = textOf(document)
  if (contentType.endsWith("html") || contentType.endsWith("xhtml+xml")) {
    return { ...readHtml(text), content_type: contentType }
  }
  if (isMarkdown(document)) return { ...readMarkdown(text), content_type: "text/markdown" }
  return { title: "", text, hasPasswordField: false, content_type: "text/plain" }
}

/**
 * Reads a fetched document: finds its text, cleans, judges and cuts it. The work takes the time and memory that the
 * document demands, so it belongs in a thread with limits.
 */
export const readDocument = async (document: FetchedDocument): Promise<ReadDocument | SourceRejection> => {
  try {
    const found = await extract(document)
    const text = cleanText(found.text)
    if (text.length > sourceTextMax) {
      return rejection("too_large", `The text is longer than ${sourceTextMax} characters.`)
    }
    const title = cleanTitle(found.title)
    const judged = judgeReading({ title, text: found.judgedText ?? text, hasPasswordField: found.hasPasswordField })
    if (judged !== undefined) return judged
    return {
      status: "ready",
      title,
      text,
      content_type: found.content_type,
      offsets: cutPassages(text).map(({ end, start }) => [start, end] as const),
      ...(found.leftOut === undefined ? {} : { left_out: found.leftOut })
    }
  } catch (cause) {
    if (cause instanceof Unreadable) return rejection(cause.reason, cause.message)
    // A document that no test foresaw, and the libraries did not either.
    return rejection("unreadable", "Its content is damaged, or of a kind that cannot be read.")
  }
}
