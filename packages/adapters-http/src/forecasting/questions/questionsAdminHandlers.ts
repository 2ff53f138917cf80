import type { AdminActor } from "@auspex/domain/identity"
import { QuestionAdministration } from "@auspex/domain/questions"
import { Effect } from "effect"
import { QuestionsAdminApi } from "./QuestionsAdminApi.ts"
import { handlersFor } from "../../engine/handlersFor.ts"
import { answerList, answerOne } from "../../engine/namedAnswer.ts"

type Move = "approve" | "publish" | "close" | "reopen" | "show"

const move =
  (name: Move) => ({ actor, path }: { readonly actor: AdminActor; readonly path: { readonly id: string } }) =>
    answerOne(QuestionAdministration, "question", (administration) => administration[name](actor, path.id))

/** Administration of questions. */
export const questionsAdminHandlers = handlersFor(QuestionsAdminApi, {
  adminListQuestions: ({ actor, query }) =>
    answerList(QuestionAdministration, "questions", (administration) => administration.list(actor, query)),
  createQuestion: ({ actor, payload }) =>
    answerOne(QuestionAdministration, "question", (administration) => administration.create(actor, payload)),
  adminQuestion: move("show"),
  updateQuestion: ({ actor, path, payload }) =>
    answerOne(QuestionAdministration, "question", (administration) => administration.patch(actor, path.id, payload)),
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
