/** A contiguous part of a text. Offsets count UTF-16 code units, as `slice` does. */
export interface SourcePassage {
  readonly start: number
  /** Exclusive. */
  readonly end: number
  /** `text.slice(start, end)`. */
  readonly text: string
}
