import { optional } from "@auspex/domain/kernel"
import { AdminPrediction } from "@auspex/domain/predictions"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { IdParam, listQuery } from "../../wire/ListQuery.ts"
import { listOf } from "../../wire/listOf.ts"
import { operation } from "../../wire/OperationPolicy.ts"
import { bodyBytesMax } from "../../wire/bodyBytesMax.ts"
import { ModerationBody } from "../../wire/ModerationBody.ts"
import { documentation } from "../../wire/documentation.ts"

const Path = Schema.Struct({ id: Schema.String })
const Answer = Schema.Struct({ prediction: AdminPrediction })

/** Moderation of the texts of predictions. */
export const PredictionModerationApi = HttpApiGroup.make("predictionModeration").annotate(
  OpenApi.Description,
  "Removing and restoring the text of a prediction; the forecast and its score stay."
)
  .add(operation(
    HttpApiEndpoint.get("removedPredictions", "/api/admin/predictions").annotateContext(
      documentation(
        "Removed texts of predictions",
        "Predictions whose text is removed, with that text, the last removed first; filtered by question_id, or user_id of the author."
      )
    )
      .setUrlParams(Schema.Struct({ ...listQuery(), question_id: optional(IdParam), user_id: optional(IdParam) }))
      .addSuccess(listOf("predictions", AdminPrediction)),
    { access: "admin" }
  ))
  .add(operation(
    HttpApiEndpoint.get("adminPrediction", "/api/admin/predictions/:id").annotateContext(
      documentation("Show a prediction", "One prediction with its text and its moderation state.")
    ).setPath(Path).addSuccess(Answer),
    { access: "admin", refuses: ["PREDICTION_NOT_FOUND"] }
  ))
  .add(operation(
    HttpApiEndpoint.post("removePrediction", "/api/admin/predictions/:id/remove").annotateContext(
      documentation(
        "Remove a prediction's text",
        "Shows [removed] in place of its reasoning from now on, and no resolution protocol; the forecast, its score and its votes stay. The author is notified of the reason."
      )
    )
      .setPath(Path)
      .setPayload(ModerationBody)
      .addSuccess(Answer),
    { access: "admin", bodyBytesMax: bodyBytesMax.comment, refuses: ["PREDICTION_NOT_FOUND", "INVALID_TRANSITION"] }
  ))
  .add(operation(
    HttpApiEndpoint.post("restorePrediction", "/api/admin/predictions/:id/restore").annotateContext(
      documentation("Restore a prediction's text", "Shows a removed text again. The author is notified of the reason.")
    )
      .setPath(Path)
      .setPayload(ModerationBody)
      .addSuccess(Answer),
    { access: "admin", bodyBytesMax: bodyBytesMax.comment, refuses: ["PREDICTION_NOT_FOUND", "INVALID_TRANSITION"] }
  ))
