import type { ResearchQuestionDraft } from "./ResearchQuestionDraft.ts"

/** The day on which the examples of the rules are judged. */
export const framingExamplesToday = "2026-06-01"

/** A binary forecast with everything but what `fields` changes. */
export const binaryDraft = (text: string, fields: Partial<ResearchQuestionDraft> = {}): ResearchQuestionDraft => ({
  text,
  kind: "binary",
  resolution_signal: "press_release",
  resolution_date: "2027-06-30",
  ...fields
})

/** A forecast with options, with everything but what `fields` changes. */
export const multiDraft = (
  text: string,
  options: ReadonlyArray<string>,
  fields: Partial<ResearchQuestionDraft> = {}
): ResearchQuestionDraft => ({ ...binaryDraft(text, fields), kind: "multi", kind_options: { options } })
