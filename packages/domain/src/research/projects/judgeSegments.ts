import { type Failure, failure } from "../../kernel/Failure.ts"
import { judgeText } from "../../kernel/TextRule.ts"
import { respondentsMax, segmentsMax, segmentSizeMax } from "../panels/PanelSize.ts"
import {
  type AudienceSegment,
  personaTextMax,
  personaTextMin,
  segmentNameMax,
  segmentWeightMax
} from "../panels/ProjectPanel.ts"
import { archetypeOf } from "../../community/personas/archetypes.ts"

/** A segment as its author wrote it. */
export interface SegmentDraft {
  readonly name: string
  readonly archetype?: string | null | undefined
  readonly persona?: string | null | undefined
  readonly weight: number
  readonly size: number
}

/** Judged segments: the fields to store, or all failures. */
export interface JudgedSegments {
  readonly segments: ReadonlyArray<AudienceSegment>
  readonly failures: ReadonlyArray<Failure>
}

const cleaned = (draft: SegmentDraft): AudienceSegment => ({
  name: draft.name.normalize("NFC").trim(),
  archetype: draft.archetype ?? null,
  persona: draft.persona === null || draft.persona === undefined ? null : draft.persona.normalize("NFC").trim(),
  weight: draft.weight,
  size: draft.size
})

const invalid = (field: string, rule: string, measured: number | string, limit?: number): Failure =>
  failure("INVALID_REQUEST", `${field} must ${rule}.`, { field, measured, ...(limit === undefined ? {} : { limit }) })

const judgePersona = ({ archetype, persona }: AudienceSegment, field: string): Failure | undefined =>
  (archetype === null) === (persona === null)
    ? failure("INVALID_REQUEST", `${field} must have either an archetype or a persona.`, { field: `${field}.persona` })
    : persona !== null
    ? judgeText(`${field}.persona`, persona, { min: personaTextMin, max: personaTextMax })
    : archetypeOf(archetype!) === undefined
    ? invalid(`${field}.archetype`, "be the id of an archetype", archetype!)
    : undefined

const judgeSegment = (
  segment: AudienceSegment,
  at: number,
  all: ReadonlyArray<AudienceSegment>
): ReadonlyArray<Failure | undefined> => {
  const field = `segments[${at}]`
  const { name, size, weight } = segment
  const isTaken = all.findIndex((other) => other.name.toLowerCase() === name.toLowerCase()) < at
  return [
    judgeText(`${field}.name`, name, { min: 1, max: segmentNameMax, isLine: true }),
    isTaken ? invalid(`${field}.name`, "differ from the names of the other segments", name) : undefined,
    judgePersona(segment, field),
    weight > 0 && weight <= segmentWeightMax
      ? undefined
      : invalid(`${field}.weight`, `be above 0 and at most ${segmentWeightMax}`, weight, segmentWeightMax),
    Number.isInteger(size) && size >= 1 && size <= segmentSizeMax
      ? undefined
      : invalid(`${field}.size`, `be a whole number from 1 to ${segmentSizeMax}`, size, segmentSizeMax)
  ]
}

/**
 * Judges the segments of an audience; the failures come all at once and name the field, such as `segments[1].weight`.
 *
 * @example judgeSegments([]).failures[0]?.field // "segments"
 */
export const judgeSegments = (drafts: ReadonlyArray<SegmentDraft>): JudgedSegments => {
  // Beyond the limit, segments are not judged one by one, because a request may have any number.
  if (drafts.length > segmentsMax || drafts.length === 0) {
    return {
      segments: [],
      failures: [invalid("segments", `have 1 to ${segmentsMax} entries`, drafts.length, segmentsMax)]
    }
  }
  const segments = drafts.map(cleaned)
  const sizes = segments.reduce((sum, { size }) => sum + size, 0)
  const failures = [
    ...segments.flatMap(judgeSegment),
    sizes > respondentsMax
      ? invalid("segments", `have at most ${respondentsMax} respondents together`, sizes, respondentsMax)
      : undefined
  ].filter((found) => found !== undefined)
  return { segments, failures }
}
