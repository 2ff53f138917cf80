/** What was read of a document. */
export interface ExtractedText {
  /** Empty when there is none. */
  readonly title: string
  readonly text: string
  readonly hasPasswordField: boolean
  /** The text with what buttons and forms say, by which it is judged; the text itself if absent. */
  readonly judgedText?: string
  /** A sentence on text that the document may show outside `text`. */
  readonly leftOut?: string
}
