/** What was read of a document. */
export interface ExtractedText {
  /** Empty when there is none. */
  readonly title: string
  readonly text: string
  readonly hasPasswordField: boolean
}
