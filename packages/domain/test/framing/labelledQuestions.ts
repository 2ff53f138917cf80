import { readFileSync } from "node:fs"
import { type FramingPurpose, frameQuestion, type FramingVerdict } from "../../src/research/framing/index.ts"
import { questionFingerprint, type ResearchQuestionDraft } from "../../src/research/framing/index.ts"

/** A question with the rules that a person says it breaks; none for a well framed one. */
export interface LabelledQuestion {
  readonly id: string
  /**
   * The rules were developed on one half of the 200; the other was held out. The challenge was written last, to find what
   * the rules miss and what they take for a mistake.
   */
  readonly half: "development" | "held_out" | "challenge"
  readonly purpose: FramingPurpose
  readonly labels: ReadonlyArray<string>
  readonly draft: ResearchQuestionDraft
  readonly others?: ReadonlyArray<ResearchQuestionDraft>
  readonly note?: string
}

/** The day on which the questions were labelled. */
export const labelledOn = "2026-06-01"

const read = (file: string): ReadonlyArray<LabelledQuestion> =>
  readFileSync(new URL(file, import.meta.url), "utf8").trim().split("\n")
    .map((line) => JSON.parse(line) as LabelledQuestion)

export const labelledQuestions: ReadonlyArray<LabelledQuestion> = [
  ...read("labelledQuestions.ndjson"),
  ...read("challengeQuestions.ndjson")
]

export const judged = ({ draft, others = [], purpose }: LabelledQuestion): FramingVerdict =>
  frameQuestion(draft, { today: labelledOn, purpose, others: new Set(others.map(questionFingerprint)) })

/** The rules that a question breaks, by the registry. */
export const codesOf = ({ failures, warnings }: FramingVerdict): ReadonlyArray<string> =>
  [...failures, ...warnings].map(({ code }) => code)
