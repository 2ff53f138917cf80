/** A passage of a source, as panels see it. */
export interface EvidencePassage {
  readonly id: string
  readonly source_id: string
  /** The title of the source. */
  readonly title: string
  readonly uri: string
  /** Where the passage stands in the stored text, in UTF-16 code units; `end` is exclusive. */
  readonly start: number
  readonly end: number
  readonly text: string
  readonly retrieved_at: Date
}
