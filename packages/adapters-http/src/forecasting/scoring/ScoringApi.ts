import { optional } from "@auspex/domain/kernel"
import { AdminQuestion } from "@auspex/domain/questions"
import { PredictionReceipt, ResolutionJobSchema } from "@auspex/domain/scoring"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { operation } from "../../wire/OperationPolicy.ts"
import { documentation } from "../../wire/documentation.ts"

/**
 * A resolution: `outcome` for binary questions (null means void), `correct_options` for multi questions (an empty list
 * means void).
 */
export const ResolveBody = Schema.Struct({
  outcome: optional(Schema.NullOr(Schema.Boolean)),
  correct_options: optional(Schema.NullOr(Schema.Array(Schema.String))),
  resolution_note: optional(Schema.NullOr(Schema.String)),
  evidence_urls: optional(Schema.NullOr(Schema.Array(Schema.String)))
}).annotations({
  identifier: "ResolveRequest",
  examples: [{ outcome: true, resolution_note: "4.21 m", evidence_urls: ["https://gauges.example.org/harbour/2027"] }]
})

/** Resolutions, payouts and score receipts. */
export const ScoringApi = HttpApiGroup.make("scoring").annotate(
  OpenApi.Description,
  "Resolutions, payouts and score receipts."
)
  .add(operation(
    HttpApiEndpoint.get("receipt", "/api/questions/:id/receipt/:user_id").annotateContext(
      documentation(
        "Score receipt",
        "Every term, weight and figure that led to the payout and the scores of a resolved prediction, what five points of confidence more or less would have given, and the ledger entry that was made."
      )
    )
      .setPath(Schema.Struct({ id: Schema.String, user_id: Schema.String }))
      .addSuccess(Schema.Struct({ receipt: PredictionReceipt })),
    {
      access: "none",
      publicCache: ({ path }) => [`question:${path.id.toLowerCase()}`],
      refuses: ["QUESTION_NOT_FOUND", "RECEIPT_NOT_FOUND"]
    }
  ))
  .add(operation(
    HttpApiEndpoint.post("resolveQuestion", "/api/admin/questions/:id/resolve").annotateContext(
      documentation(
        "Resolve a question",
        "Sets the outcome (null is void) or the correct options (none is void), fires question.resolved and pays. Answers 200 when the payouts are made, 202 with the job when there are more than 1,000."
      )
    )
      .setPath(Schema.Struct({ id: Schema.String }))
      .setPayload(ResolveBody)
      .addSuccess(Schema.Struct({ question: AdminQuestion }), { status: 200 })
      .addSuccess(Schema.Struct({ question: AdminQuestion, job: ResolutionJobSchema }), { status: 202 }),
    { access: "admin", refuses: ["QUESTION_NOT_FOUND", "INVALID_TRANSITION", "INVALID_OPTION"] }
  ))
  .add(operation(
    HttpApiEndpoint.get("resolutionJob", "/api/admin/jobs/:id").annotateContext(
      documentation("Payout job", "The progress of the payouts of a resolution.")
    )
      .setPath(Schema.Struct({ id: Schema.String }))
      .addSuccess(Schema.Struct({ job: ResolutionJobSchema })),
    { access: "admin", refuses: ["JOB_NOT_FOUND"] }
  ))
