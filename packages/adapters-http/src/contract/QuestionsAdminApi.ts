import { AdminQuestion } from "@auspex/domain/questions"
import { HttpApiEndpoint, HttpApiGroup } from "@effect/platform"
import { Schema } from "effect"
import { judgedByDomain } from "./judgedByDomain.ts"
import { listOf } from "./listOf.ts"
import { operation } from "./Manners.ts"
import { NewQuestion, QuestionListQuery, QuestionPath, QuestionUpdate } from "./questionParts.ts"

const One = Schema.Struct({ question: AdminQuestion })
const moves = { access: "admin", refuses: ["QUESTION_NOT_FOUND", "INVALID_TRANSITION"] } as const

/** What administrators do with questions; resolving them belongs to scoring. */
export const QuestionsAdminApi = HttpApiGroup.make("questionsAdmin")
  .add(operation(
    HttpApiEndpoint.get("adminListQuestions", "/api/admin/questions")
      .setUrlParams(QuestionListQuery)
      .addSuccess(listOf("questions", AdminQuestion)),
    { access: "admin" }
  ))
  .add(operation(
    HttpApiEndpoint.post("createQuestion", "/api/admin/questions")
      .setPayload(judgedByDomain("NewQuestion", NewQuestion))
      .addSuccess(One, { status: 201 }),
    { access: "admin", creates: {} }
  ))
  .add(operation(
    HttpApiEndpoint.get("adminQuestion", "/api/admin/questions/:id").setPath(QuestionPath).addSuccess(One),
    { access: "admin", refuses: ["QUESTION_NOT_FOUND"] }
  ))
  .add(operation(
    HttpApiEndpoint.patch("updateQuestion", "/api/admin/questions/:id")
      .setPath(QuestionPath)
      .setPayload(judgedByDomain("QuestionUpdate", QuestionUpdate))
      .addSuccess(One),
    moves
  ))
  .add(operation(
    HttpApiEndpoint.del("deleteQuestion", "/api/admin/questions/:id").setPath(QuestionPath)
      .addSuccess(Schema.Struct({ deleted: Schema.Literal(true) })),
    moves
  ))
  .add(operation(
    HttpApiEndpoint.post("approveQuestion", "/api/admin/questions/:id/approve").setPath(QuestionPath).addSuccess(One),
    moves
  ))
  .add(operation(
    HttpApiEndpoint.post("publishQuestion", "/api/admin/questions/:id/publish").setPath(QuestionPath).addSuccess(One),
    moves
  ))
  .add(operation(
    HttpApiEndpoint.post("closeQuestion", "/api/admin/questions/:id/close").setPath(QuestionPath).addSuccess(One),
    moves
  ))
  .add(operation(
    HttpApiEndpoint.post("reopenQuestion", "/api/admin/questions/:id/reopen").setPath(QuestionPath).addSuccess(One),
    moves
  ))
