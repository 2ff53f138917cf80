import type { AdminActor } from "@auspex/domain/identity"
import { QuestionAdministration } from "@auspex/domain/questions"
import { Effect } from "effect"
import { listAnswer } from "../contract/listOf.ts"
import { QuestionsAdminApi } from "../contract/QuestionsAdminApi.ts"
import { handlersFor } from "../engine/handlersFor.ts"

type Move = "approve" | "publish" | "close" | "reopen" | "show"

const move =
  (name: Move) => ({ actor, path }: { readonly actor: AdminActor; readonly path: { readonly id: string } }) =>
    Effect.flatMap(
      QuestionAdministration,
      (administration) => Effect.map(administration[name](actor, path.id), (question) => ({ question }))
    )

/** What administrators do with questions. */
export const questionsAdminHandlers = handlersFor(QuestionsAdminApi, {
  adminListQuestions: ({ actor, query }) =>
    Effect.flatMap(
      QuestionAdministration,
      (administration) => Effect.map(administration.list(actor, query), (page) => listAnswer("questions", page))
    ),
  createQuestion: ({ actor, payload }) =>
    Effect.flatMap(
      QuestionAdministration,
      (administration) => Effect.map(administration.create(actor, payload), (question) => ({ question }))
    ),
  adminQuestion: move("show"),
  updateQuestion: ({ actor, path, payload }) =>
    Effect.flatMap(
      QuestionAdministration,
      (administration) => Effect.map(administration.patch(actor, path.id, payload), (question) => ({ question }))
    ),
  deleteQuestion: ({ actor, path }) =>
    Effect.flatMap(
      QuestionAdministration,
      (administration) => Effect.as(administration.remove(actor, path.id), { deleted: true as const })
    ),
  approveQuestion: move("approve"),
  publishQuestion: move("publish"),
  closeQuestion: move("close"),
  reopenQuestion: move("reopen")
})
