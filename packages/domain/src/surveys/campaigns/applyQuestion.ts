import { Effect, Either } from "effect"
import type { AdminActor } from "../../platform/identity/Actor.ts"
import { foundOr, refuse } from "../../kernel/Refusal.ts"
import type { UseCaseEffect } from "../../kernel/UseCaseEffect.ts"
import { changedFields as changedDraftFields } from "../../forecasting/questions/QuestionChange.ts"
import {
  draftFields,
  draftOf,
  judgeDraft,
  type QuestionDraft,
  type QuestionInput
} from "../../forecasting/questions/QuestionDraft.ts"
import type { QuestionRow } from "../../forecasting/questions/QuestionRow.ts"
import type { CampaignQuestion } from "./Campaign.ts"
import type { CampaignServices } from "./CampaignServices.ts"
import { type AppliedStep, stepOf } from "./CampaignStep.ts"
import type { AppliedEntry } from "./CampaignStore.ts"
import type { Fields, FieldValue } from "./FieldChange.ts"

const inFile = (value: QuestionDraft[keyof QuestionDraft]): FieldValue =>
  value instanceof Date ? value.toISOString() : value

const fieldsInFile = draftFields.filter((field) => field !== "parent_question_id" && field !== "parent_trigger")

/** The fields of a question as they are written in a file. Campaigns have no parent questions. */
export const campaignQuestionFields = (draft: QuestionDraft): Fields =>
  Object.fromEntries(fieldsInFile.map((field) => [field, inFile(draft[field])]))

/** The moves that bring a question at least to a status. The clock publishes a question that opens later. */
export const questionMovesTo = (
  wanted: CampaignQuestion["status"],
  { opens_at, status }: Pick<QuestionRow, "opens_at" | "status">,
  now: Date
): ReadonlyArray<"approve" | "publish"> => {
  const opensLater = opens_at !== null && opens_at.getTime() > now.getTime()
  if (wanted === undefined || wanted === "draft" || (status !== "draft" && status !== "approved")) return []
  return [
    ...(status === "draft" ? ["approve" as const] : []),
    ...(wanted === "published" && !opensLater ? ["publish" as const] : [])
  ]
}

/** Creates or changes a question, and brings it to its status. */
export const applyQuestion = (
  { questions, questionStore }: CampaignServices,
  actor: AdminActor,
  { id: adopted, key, status, ...input }: CampaignQuestion,
  known: AppliedEntry | undefined
): UseCaseEffect<AppliedStep> =>
  Effect.gen(function*() {
    const stored = (id: string) =>
      foundOr(questionStore.detail(id), refuse("QUESTION_NOT_FOUND", `There is no question ${id}.`, { field: "id" }))
    const existing = known?.id ?? adopted
    const before = existing === undefined ? undefined : yield* stored(existing)
    if (before !== undefined && wouldChange(before.row, input, before.now)) {
      yield* questions.patch(actor, before.row.id, input)
    }
    const id = before?.row.id ?? (yield* questions.create(actor, input)).id
    const { now, row } = yield* stored(id)
    const moves = questionMovesTo(status, row, now)
    for (const move of moves) yield* questions[move](actor, id)
    return stepOf({
      kind: "question",
      key,
      id,
      title: row.question,
      before: before === undefined ? undefined : campaignQuestionFields(draftOf(before.row)),
      after: campaignQuestionFields(draftOf(row)),
      last: known?.applied,
      moves,
      fires: moves.includes("publish") ? ["question.created"] : []
    })
  })

/** Whether a patch would change anything; true for an invalid patch, which the edit then refuses. */
const wouldChange = (row: QuestionRow, input: QuestionInput, now: Date): boolean => {
  const before = draftOf(row)
  const after = judgeDraft({ ...before, ...input }, { now, before })
  return Either.isLeft(after) || changedDraftFields(before, after.right).length > 0
}
