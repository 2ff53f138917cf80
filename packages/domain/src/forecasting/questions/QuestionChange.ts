import { type Failure, failure } from "../../kernel/Failure.ts"
import { draftFields, type QuestionDraft } from "./QuestionDraft.ts"
import type { QuestionStatus } from "./QuestionStatus.ts"

/**
 * The fields that can still be changed after publication: none that forecasters rely on. `closes_at` moves the end of
 * the window and affects no prediction that has been placed.
 */
export const changeableWhenPublished: ReadonlyArray<keyof QuestionDraft> = [
  "subcategory",
  "tag",
  "resolution_url",
  "evidence_urls",
  "context",
  "closes_at"
]

const same = (left: unknown, right: unknown): boolean => JSON.stringify(left) === JSON.stringify(right)

/** The fields in which two drafts differ. */
export const changedFields = (before: QuestionDraft, after: QuestionDraft): ReadonlyArray<keyof QuestionDraft> =>
  draftFields.filter((field) => !same(before[field], after[field]))

/**
 * The failures of a change of `fields` in this status; empty when it is allowed. Drafts and approved questions can be
 * changed freely, open and closed ones only in the fields of `changeableWhenPublished`, resolved ones not at all
 * (`INVALID_TRANSITION`).
 *
 * @example judgeChange("open", ["weight"])[0]?.code // "INVALID_TRANSITION"
 */
export const judgeChange = (
  status: QuestionStatus,
  fields: ReadonlyArray<keyof QuestionDraft>
): ReadonlyArray<Failure> => {
  if (status === "draft" || status === "approved") return []
  const changeable = status === "resolved" ? [] : changeableWhenPublished
  return fields.filter((field) => !changeable.includes(field)).map((field) =>
    failure("INVALID_TRANSITION", `${field} cannot be changed once a question is ${status}.`, {
      field,
      measured: status,
      limit: changeable.join(", ")
    })
  )
}
