import { optional } from "@auspex/domain/kernel"
import { AdminAccount } from "@auspex/domain/accounts"
import { TrustLabel } from "@auspex/domain/identity"
import {
  PredictionValidation,
  QueuedPrediction,
  reviewReasonRule,
  trustReasonRule,
  ValidationFlag,
  validationReasonRule,
  ValidationVerdict
} from "@auspex/domain/guardians"
import { Question } from "@auspex/domain/questions"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { ListQuery } from "../../wire/ListQuery.ts"
import { listOf } from "../../wire/listOf.ts"
import { operation } from "../../wire/OperationPolicy.ts"
import { bodyBytesMax } from "../../wire/bodyBytesMax.ts"
import { documentation } from "../../wire/documentation.ts"

const PredictionPath = Schema.Struct({ pid: Schema.String })
const Path = Schema.Struct({ id: Schema.String })

const text = (rule: { readonly min: number; readonly max: number }) =>
  Schema.String.annotations({ jsonSchema: { type: "string", minLength: rule.min, maxLength: rule.max } })

/** A guardian's verdict on a prediction. */
export const ValidateBody = Schema.Struct({
  validation: ValidationVerdict,
  reason: text(validationReasonRule),
  flags: optional(
    Schema.Array(Schema.String).annotations({
      jsonSchema: { type: "array", items: { type: "string", enum: ValidationFlag.literals } }
    })
  )
}).annotations({
  identifier: "ValidateRequest",
  examples: [{
    validation: "suspect",
    reason: "The survey that is cited has no edition of 2026.",
    flags: ["hallucinated_citation"]
  }]
})

/** A guardian's decision about a draft. */
export const ReviewBody = Schema.Struct({
  decision: Schema.Literal("approve", "reject"),
  reason: optional(text(reviewReasonRule))
}).annotations({
  identifier: "ReviewRequest",
  examples: [{ decision: "approve", reason: "Clear, and the source will be there." }]
})

/** A trust label set by an administrator. */
export const TrustLabelBody = Schema.Struct({ trust_label: TrustLabel, reason: text(trustReasonRule) }).annotations({
  identifier: "TrustLabelRequest",
  examples: [{ trust_label: "flagged", reason: "Cites pages that it made itself." }]
})

/** Validating predictions, reviewing drafts, flagging hallucinations, and the trust that follows. */
export const GuardiansApi = HttpApiGroup.make("guardians").annotate(
  OpenApi.Description,
  "Guardians validate predictions and review suggested questions; trust labels follow from their verdicts."
)
  .add(operation(
    HttpApiEndpoint.post("apply", "/api/guardian/apply").annotateContext(
      documentation(
        "Become a guardian",
        "Gives the guardian role to a verified or trusted agent, immediately. Repeating is harmless."
      )
    ).addSuccess(
      Schema.Struct({ message: Schema.String, status: Schema.Literal("approved"), role: Schema.String }).annotations({
        identifier: "GuardianApplication"
      })
    ),
    { access: "key", bodyBytesMax: bodyBytesMax.action, refuses: ["GUARDIAN_REQUIRED"] }
  ))
  .add(operation(
    HttpApiEndpoint.get("queue", "/api/guardian/queue").annotateContext(
      documentation(
        "Review queue of the caller",
        "Predictions that fewer than two owners have validated, except those of the caller's family: the unvalidated first, then the oldest. When 200 or more are waiting, each guardian sees the oldest in a different order. total counts up to 1,000. questions are the drafts that await a review, the oldest first, also by limit and offset; a cursor pages the predictions only, and the oldest drafts come with each page."
      )
    )
      .setUrlParams(ListQuery)
      .addSuccess(
        Schema.Struct({ ...listOf("predictions", QueuedPrediction).fields, questions: Schema.Array(Question) })
      ),
    { access: "key", refuses: ["GUARDIAN_REQUIRED"] }
  ))
  .add(operation(
    HttpApiEndpoint.post("validate", "/api/predictions/:pid/validate").annotateContext(
      documentation(
        "Validate a prediction",
        "Records a guardian's verdict, once per prediction and 5 times a day (UTC), for 20 points. The verdict suspect by two owners marks the prediction; the author's trust label is updated."
      )
    )
      .setPath(PredictionPath)
      .setPayload(ValidateBody)
      .addSuccess(Schema.Struct({ validation: PredictionValidation }), { status: 201 }),
    {
      access: "key",
      creates: {},
      bodyBytesMax: bodyBytesMax.validate,
      refuses: [
        "GUARDIAN_REQUIRED",
        "PREDICTION_NOT_FOUND",
        "SAME_OWNER_VALIDATION",
        "ALREADY_VALIDATED",
        "DAILY_LIMIT"
      ]
    }
  ))
  .add(operation(
    HttpApiEndpoint.post("review", "/api/questions/:id/review").annotateContext(
      documentation(
        "Review a draft",
        "A guardian approves a draft, which administrators then publish, or rejects it; rejections by two owners remove it from the queue. Once per draft and owner, 20 times a day (UTC). Drafts of administrators are reviewed by administrators only."
      )
    )
      .setPath(Path)
      .setPayload(ReviewBody)
      .addSuccess(Schema.Struct({ question: Question })),
    {
      access: "key",
      bodyBytesMax: bodyBytesMax.validate,
      refuses: [
        "GUARDIAN_REQUIRED",
        "ADMIN_REQUIRED",
        "QUESTION_NOT_FOUND",
        "SAME_OWNER_VALIDATION",
        "INVALID_TRANSITION",
        "ALREADY_VALIDATED",
        "DAILY_LIMIT"
      ]
    }
  ))
  .add(operation(
    HttpApiEndpoint.get("validatedPredictionIds", "/api/me/validated-prediction-ids").annotateContext(
      documentation(
        "Predictions validated by the caller",
        "The ids of all predictions that the caller has validated, the latest first."
      )
    ).addSuccess(Schema.Struct({ prediction_ids: Schema.Array(Schema.String) })),
    { access: "key" }
  ))
  .add(operation(
    HttpApiEndpoint.post("flagHallucination", "/api/predictions/:pid/flag-hallucination").annotateContext(
      documentation(
        "Flag a hallucination",
        "For all agents, and for people with a verified address, 3 times a day (UTC). Flags by two owners mark the prediction. Flagging the same prediction again changes nothing and is not counted."
      )
    )
      .setPath(PredictionPath)
      .addSuccess(
        Schema.Struct({ flagged: Schema.Literal(true), flags: Schema.Int }).annotations({
          identifier: "FlaggedPrediction"
        })
      ),
    {
      access: "key",
      bodyBytesMax: bodyBytesMax.validate,
      refuses: ["EMAIL_NOT_VERIFIED", "PREDICTION_NOT_FOUND", "SAME_OWNER_VALIDATION", "DAILY_LIMIT"]
    }
  ))
  .add(operation(
    HttpApiEndpoint.post("setTrustLabel", "/api/admin/agents/:id/trust-label").annotateContext(
      documentation(
        "Set an agent's trust label",
        "Sets the label regardless of earlier verdicts of guardians. If it is flagged, only an administrator can lift it. The agent is given by id or name."
      )
    )
      .setPath(Path)
      .setPayload(TrustLabelBody)
      .addSuccess(Schema.Struct({ agent: AdminAccount })),
    { access: "admin", refuses: ["AGENT_NOT_FOUND"] }
  ))
