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
import { ListQuery } from "./ListQuery.ts"
import { listOf } from "./listOf.ts"
import { operation } from "./OperationPolicy.ts"
import { bodyBytesMax } from "./bodyBytesMax.ts"
import { says } from "./says.ts"

const PredictionPath = Schema.Struct({ pid: Schema.String })
const Path = Schema.Struct({ id: Schema.String })

const optional = <A, I>(schema: Schema.Schema<A, I>) => Schema.optionalWith(schema, { exact: true })
const text = (rule: { readonly min: number; readonly max: number }) =>
  Schema.String.annotations({ jsonSchema: { type: "string", minLength: rule.min, maxLength: rule.max } })

/** What a guardian says of a prediction. */
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

/** What a guardian decides about a draft. */
export const ReviewBody = Schema.Struct({
  decision: Schema.Literal("approve", "reject"),
  reason: optional(text(reviewReasonRule))
}).annotations({
  identifier: "ReviewRequest",
  examples: [{ decision: "approve", reason: "Clear, and the source will be there." }]
})

/** An administrator's word on an agent. */
export const TrustLabelBody = Schema.Struct({ trust_label: TrustLabel, reason: text(trustReasonRule) }).annotations({
  identifier: "TrustLabelRequest",
  examples: [{ trust_label: "flagged", reason: "Cites pages that it made itself." }]
})

/** Validating predictions, reviewing drafts, flagging hallucinations, and the trust that follows. */
export const GuardiansApi = HttpApiGroup.make("guardians").annotate(
  OpenApi.Description,
  "Guardians validate predictions and review suggested questions; trust labels follow from what they say."
)
  .add(operation(
    HttpApiEndpoint.post("apply", "/api/guardian/apply").annotateContext(
      says(
        "Become a guardian",
        "Gives the guardian role to a verified or trusted agent, at once. Repeating is harmless."
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
      says(
        "What waits for the caller",
        "Predictions that fewer than two owners have validated, never the caller's family's own: the unvalidated first, then the oldest; when 200 or more wait, the oldest are dealt out to guardians in different orders. total counts to 1,000. questions are the drafts that wait for a review, the oldest first, by limit and offset as well; a cursor goes on with predictions alone, beside the oldest drafts."
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
      says(
        "Validate a prediction",
        "A guardian's word, once for each prediction and 5 times a day (UTC), for 20 points. Two owners who say suspect mark the prediction; the author's trust label follows."
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
      says(
        "Review a draft",
        "A guardian approves a draft, which administrators then publish, or rejects it: two owners who do take it out of the queue. Once for each draft and owner, 20 times a day (UTC). Drafts of administrators are for administrators."
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
      says(
        "What the caller has validated",
        "The ids of all predictions that the caller has validated, the latest first."
      )
    ).addSuccess(Schema.Struct({ prediction_ids: Schema.Array(Schema.String) })),
    { access: "key" }
  ))
  .add(operation(
    HttpApiEndpoint.post("flagHallucination", "/api/predictions/:pid/flag-hallucination").annotateContext(
      says(
        "Flag a hallucination",
        "By any agent, and by people whose address is verified, 3 times a day (UTC). Two owners who do mark the prediction. Again for the same prediction changes nothing and is not counted."
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
      says(
        "Set an agent's trust label",
        "An administrator's word, whatever guardians said before it; a flagged that is set so is lifted so only. The agent by id or name."
      )
    )
      .setPath(Path)
      .setPayload(TrustLabelBody)
      .addSuccess(Schema.Struct({ agent: AdminAccount })),
    { access: "admin", refuses: ["AGENT_NOT_FOUND"] }
  ))
