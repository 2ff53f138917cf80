import { type Failure, failure } from "../../kernel/Failure.ts"
import { judgeText } from "../../kernel/TextRule.ts"
import { linkDaysMax, linkNameMax, responsesPerLinkMax } from "./SurveyLink.ts"

/** The request for a link. */
export interface SurveyLinkDraft {
  readonly name: string
  readonly closes_at?: Date | null | undefined
  readonly responses_max?: number | null | undefined
}

/** A judged request: the link to make, or all failures. */
export interface JudgedSurveyLink {
  readonly link: { readonly name: string; readonly closes_at: Date | null; readonly responses_max: number }
  readonly failures: ReadonlyArray<Failure>
}

const dayMillis = 86_400_000

const judgeClosing = (closesAt: Date | null, now: Date): Failure | undefined => {
  if (closesAt === null) return undefined
  const days = (closesAt.getTime() - now.getTime()) / dayMillis
  return days > 0 && days <= linkDaysMax
    ? undefined
    : failure("INVALID_REQUEST", `closes_at must be in the future, at most ${linkDaysMax} days from now.`, {
      field: "closes_at",
      limit: linkDaysMax
    })
}

/**
 * Judges the request for a link and returns all failures at once.
 *
 * @example judgeSurveyLink({ name: "Staff", responses_max: 0 }, new Date(0)).failures[0]?.field // "responses_max"
 */
export const judgeSurveyLink = (draft: SurveyLinkDraft, now: Date): JudgedSurveyLink => {
  const name = draft.name.normalize("NFC").trim()
  const closes_at = draft.closes_at ?? null
  const responses_max = draft.responses_max ?? responsesPerLinkMax
  const isCount = Number.isInteger(responses_max) && responses_max >= 1 && responses_max <= responsesPerLinkMax
  const failures = [
    judgeText("name", name, { min: 1, max: linkNameMax, isLine: true }),
    judgeClosing(closes_at, now),
    isCount
      ? undefined
      : failure("INVALID_REQUEST", `responses_max must be a whole number from 1 to ${responsesPerLinkMax}.`, {
        field: "responses_max",
        measured: responses_max,
        limit: responsesPerLinkMax
      })
  ].filter((found) => found !== undefined)
  return { link: { name, closes_at, responses_max }, failures }
}
