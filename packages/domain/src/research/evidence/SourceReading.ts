import type { RejectionReason } from "./RejectionReason.ts"
import type { SourcePassage } from "./SourcePassage.ts"

/** The maximum length of a source's text in UTF-16 code units: some 400 printed pages. A longer one is rejected, not cut. */
export const sourceTextMax = 1_000_000

/** What a source turned out to contain. */
export interface SourceReading {
  readonly status: "ready"
  /** One line of at most 300 code points; null when the page states none. */
  readonly title: string | null
  /** The cleaned text (`cleanText`): paragraphs, headings and list items are lines. */
  readonly text: string
  /** The passages of `text`, in order. */
  readonly passages: ReadonlyArray<SourcePassage>
  /** The media type that was read, in lower case, without parameters. */
  readonly content_type: string
  /** The address of the page after redirects. */
  readonly final_uri: string
  /** A sentence on text that the page may show outside `text`; absent when there is none. */
  readonly left_out?: string
}

/** Why a source could not be read. */
export interface SourceRejection {
  readonly status: "rejected"
  readonly reason: RejectionReason
  /** The particulars, as a sentence for the owner of the source. It never contains an address of the internal network. */
  readonly detail: string
  /** Whether the same address may well be readable later: lost connections, maintenance, 408, 425, 429 and 5xx. */
  readonly is_temporary: boolean
}

/** A rejection that repeating does not cure. */
export const rejection = (reason: RejectionReason, detail: string): SourceRejection => ({
  status: "rejected",
  reason,
  detail,
  is_temporary: false
})
