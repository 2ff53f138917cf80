import { type Failure, failure } from "../kernel/Failure.ts"
import { draftFields, type QuestionDraft } from "./QuestionDraft.ts"
import type { QuestionStatus } from "./QuestionStatus.ts"

/**
 * What may still be changed once a question has been published: nothing that those who predicted relied on. `closes_at`
 * moves the end of the window and with it nobody's bet.
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
 * Why these fields of a question cannot be changed in this status; empty when they can. Drafts and approved questions
 * change freely, open and closed ones in `changeableWhenPublished`, resolved ones not at all (`INVALID_TRANSITION`).
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
