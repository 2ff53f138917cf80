import { seededNumbers } from "../../kernel/seededNumbers.ts"
import { termOf } from "../retrieval/termOf.ts"
import type { AudienceSegment } from "./ProjectPanel.ts"

/** A member of an audience. */
export interface Respondent {
  /** `Reasoning.specialist`. */
  readonly id: string
  readonly segment: AudienceSegment
  /** Traits that distinguish the respondent from other respondents of its segment. */
  readonly variation: ReadonlyArray<string>
}

/** The traits in which respondents of a segment differ. They say nothing of identity, which the persona describes. */
const variations: ReadonlyArray<ReadonlyArray<string>> = [
  [
    "decides quickly, by a first impression",
    "compares carefully before deciding",
    "asks what others do before deciding",
    "puts decisions off for as long as possible"
  ],
  [
    "knows the subject from own experience",
    "has read about the subject",
    "has only heard of the subject",
    "has been disappointed by the subject before"
  ],
  [
    "likes to try what is new",
    "changes habits only for a clear advantage",
    "distrusts what is new"
  ],
  [
    "watches every expense",
    "pays more for what lasts",
    "cares about time more than about money"
  ]
]

/** The traits of respondent `n` (from 0) of a segment. They depend only on the segment's name and on `n`. */
const variationOf = (name: string, n: number): ReadonlyArray<string> => {
  const next = seededNumbers(termOf(`${name}/${n}`))
  return variations.map((texts) => texts[Math.min(texts.length - 1, Math.floor((next() + 1) / 2 * texts.length))]!)
}

/**
 * The respondents of an audience, segment by segment. Equal segments have equal respondents.
 *
 * @example respondentsOf([{ name: "Tenants", archetype: null, persona: "Rents a flat in a city.", weight: 1, size: 2 }]).map(({ id }) => id) // ["segment_1_respondent_1","segment_1_respondent_2"]
 */
export const respondentsOf = (segments: ReadonlyArray<AudienceSegment>): ReadonlyArray<Respondent> =>
  segments.flatMap((segment, at) =>
    Array.from({ length: segment.size }, (_, n) => ({
      id: `segment_${at + 1}_respondent_${n + 1}`,
      segment,
      variation: variationOf(segment.name, n)
    }))
  )
