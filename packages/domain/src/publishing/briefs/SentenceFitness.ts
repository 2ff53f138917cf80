import { codePoints } from "../../kernel/TextRule.ts"
import type { ReasoningHeading } from "../../forecasting/predictions/ReasoningSection.ts"
import type { Sentence } from "./Sentence.ts"

/** The maximum length of a quoted sentence in code points; a longer one is quoted as an excerpt. */
export const quotedSentenceMax = 320

/**
 * The weight of each section for quotations that support the prediction. Counter-evidence argues against it, and the
 * bottom line mostly repeats figures that are shown beside the quotation.
 */
const sectionWeights: Readonly<Record<ReasoningHeading | "none", number>> = {
  EVIDENCE: 1,
  ANALYSIS: 0.9,
  "COUNTER-EVIDENCE": 0,
  "BOTTOM LINE": 0.6,
  none: 0.7
}

/** Words that refer back to a sentence that the quotation omits. */
const backwardReferenceStart =
  /^["'“‘([*_]*(?:this|that|these|those|it|its|they|their|he|his|she|her|such|but|however|therefore|thus|hence|also|moreover|furthermore|similarly|likewise|so|and|or|consequently|meanwhile|instead|otherwise|both|neither|yet|still|see|here)\b/i

/** Sentences about the author are less informative. */
const firstPersonStart = /^["'“‘([*_]*(?:i|my|we|our|i've|i'm|i’ve|i’m)\b/i

/** The minimum length, in code points, of a sentence that is informative on its own. */
const quotedSentenceMin = 25

// The maximum length, in code units, of a full stop with its closing quotes and brackets.
const formEndMax = 8

/** Rates the form of a sentence, one factor per trait: figures raise it, the other traits lower it. */
const formOf = (text: string): number => {
  const ending = text.slice(-formEndMax)
  const isComplete = /[.!…。！।۔။።։][\p{P}\p{S}]*$/u.test(ending)
  const isQuestion = /[?？؟][\p{P}\p{S}]*$/u.test(ending)
  const length = codePoints(text)
  return (isQuestion ? 0.5 : isComplete ? 1 : 0.7)
    * (/\p{Nd}/u.test(text) ? 1 : 0.7)
    * (backwardReferenceStart.test(text) ? 0.6 : 1)
    * (firstPersonStart.test(text) ? 0.8 : 1)
    * (/https?:\/\//i.test(text) ? 0.3 : 1)
    * (length < quotedSentenceMin ? 0.3 : length > quotedSentenceMax ? 0.4 : 1)
}

/**
 * How suitable a sentence is for a quotation, 0 to 1, by its section, its position and its form. The first sentence of a
 * section is usually more informative than the following ones.
 */
export const fitnessOf = ({ heading, place, text }: Sentence): number =>
  sectionWeights[heading ?? "none"] / (1 + 0.05 * Math.min(place, 8)) * formOf(text)
