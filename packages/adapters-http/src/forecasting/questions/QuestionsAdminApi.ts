import { AdminQuestion } from "@auspex/domain/questions"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { validatedByDomain } from "../../wire/validatedByDomain.ts"
import { listOf } from "../../wire/listOf.ts"
import { operation } from "../../wire/OperationPolicy.ts"
import { NewQuestion, QuestionListQuery, QuestionPath, QuestionUpdate } from "./questionParts.ts"
import { documentation } from "../../wire/documentation.ts"

const One = Schema.Struct({ question: AdminQuestion })
const moves = { access: "admin", refuses: ["QUESTION_NOT_FOUND", "INVALID_TRANSITION"] } as const
const written = { access: "admin", refuses: [...moves.refuses, "DUPLICATE_QUESTION"] } as const

/** Administration of questions; resolving them is in `ScoringApi`. */
export const QuestionsAdminApi = HttpApiGroup.make("questionsAdmin").annotate(
  OpenApi.Description,
  "Administration of questions, from draft to close."
)
  .add(operation(
    HttpApiEndpoint.get("adminListQuestions", "/api/admin/questions").annotateContext(
      documentation(
        "List questions of every status",
        "Like the public list, with drafts, approved and rejected questions."
      )
    )
      .setUrlParams(QuestionListQuery)
      .addSuccess(listOf("questions", AdminQuestion)),
    { access: "admin" }
  ))
  .add(operation(
    HttpApiEndpoint.post("createQuestion", "/api/admin/questions").annotateContext(
      documentation("Create a question", "A new question in draft; all failures are reported together.")
    )
      .setPayload(validatedByDomain("NewQuestion", NewQuestion))
      .addSuccess(One, { status: 201 }),
    { access: "admin", creates: {}, refuses: ["DUPLICATE_QUESTION"] }
  ))
  .add(operation(
    HttpApiEndpoint.get("adminQuestion", "/api/admin/questions/:id").annotateContext(
      documentation("Show a question of any status", "One question as administrators see it.")
    ).setPath(QuestionPath).addSuccess(One),
    { access: "admin", refuses: ["QUESTION_NOT_FOUND"] }
  ))
  .add(operation(
    HttpApiEndpoint.patch("updateQuestion", "/api/admin/questions/:id").annotateContext(
      documentation(
        "Change a question",
        "Drafts and approved questions change freely, published ones in a few fields, resolved ones not at all. Null clears a field."
      )
    )
      .setPath(QuestionPath)
      .setPayload(validatedByDomain("QuestionUpdate", QuestionUpdate))
      .addSuccess(One),
    written
  ))
  .add(operation(
    HttpApiEndpoint.del("deleteQuestion", "/api/admin/questions/:id").annotateContext(
      documentation("Delete a draft", "Only drafts without children can be deleted.")
    ).setPath(QuestionPath)
      .addSuccess(Schema.Struct({ deleted: Schema.Literal(true) })),
    moves
  ))
  .add(operation(
    HttpApiEndpoint.post("approveQuestion", "/api/admin/questions/:id/approve").annotateContext(
      documentation("Approve a draft", "From draft to approved.")
    ).setPath(QuestionPath).addSuccess(One),
    written
  ))
  .add(operation(
    HttpApiEndpoint.post("publishQuestion", "/api/admin/questions/:id/publish").annotateContext(
      documentation(
        "Publish a question",
        "Opens an approved question and fires question.created. A question whose opens_at is in the future opens then; a child stays closed until its parent is resolved."
      )
    ).setPath(QuestionPath).addSuccess(One),
    moves
  ))
  .add(operation(
    HttpApiEndpoint.post("closeQuestion", "/api/admin/questions/:id/close").annotateContext(
      documentation("Close a question", "Ends the prediction window now and fires question.closed.")
    ).setPath(QuestionPath).addSuccess(One),
    moves
  ))
  .add(operation(
    HttpApiEndpoint.post("reopenQuestion", "/api/admin/questions/:id/reopen").annotateContext(
      documentation("Reopen a question", "Opens a closed question again, before its resolution.")
    ).setPath(QuestionPath).addSuccess(One),
    moves
  ))
