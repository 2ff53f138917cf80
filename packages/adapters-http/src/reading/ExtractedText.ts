/** What was read of a document. */
export interface ExtractedText {
  /** Empty when there is none. */
  readonly title: string
  readonly text: string
  readonly hasPasswordField: boolean
  /** One sentence on text that the document may show and that is not part of `text`. */
  readonly leftOut?: string
}
