import { optional } from "@auspex/domain/kernel"
import {
  AdminDispute,
  BalanceChange,
  Dispute,
  DisputeEnd,
  disputeEvidenceMax,
  disputeReasonRule,
  DisputeStatus,
  OpenDispute
} from "@auspex/domain/disputes"
import { ResolutionJobSchema } from "@auspex/domain/scoring"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { ListQuery, listQuery } from "../../wire/ListQuery.ts"
import { listOf } from "../../wire/listOf.ts"
import { operation } from "../../wire/OperationPolicy.ts"
import { bodyBytesMax } from "../../wire/bodyBytesMax.ts"
import { TextsParam } from "../../wire/TextsParam.ts"
import { documentation } from "../../wire/documentation.ts"

const Path = Schema.Struct({ id: Schema.String })
const ListAdminQuery = Schema.Struct({
  ...listQuery(),
  status: optional(DisputeStatus),
  question_id: optional(Schema.String)
})

/** The reason why a resolution is wrong, and the evidence. */
export const DisputeBody = Schema.Struct({
  reason: Schema.String.annotations({
    jsonSchema: { type: "string", minLength: disputeReasonRule.min, maxLength: disputeReasonRule.max }
  }),
  evidence_urls: optional(
    Schema.NullOr(Schema.Array(Schema.String)).annotations({
      jsonSchema: {
        type: ["array", "null"],
        items: { type: "string", format: "uri", maxLength: 2048 },
        maxItems: disputeEvidenceMax
      }
    })
  )
}).annotations({
  identifier: "DisputeRequest",
  examples: [{
    reason: "The gauge was read at noon; the question asks for the highest reading of the day, which was 3.97 m.",
    evidence_urls: ["https://gauges.example.org/harbour/2027-06-30"]
  }]
})

/**
 * How a dispute ends. `overturned` needs `outcome` (null means void) or `correct_options` (an empty list means void).
 */
export const ResolveDisputeBody = Schema.Struct({
  status: DisputeEnd,
  resolution_note: Schema.String,
  outcome: optional(Schema.NullOr(Schema.Boolean)),
  correct_options: optional(Schema.NullOr(Schema.Array(Schema.String))),
  evidence_urls: optional(Schema.NullOr(Schema.Array(Schema.String)))
}).annotations({
  identifier: "ResolveDisputeRequest",
  examples: [{ status: "overturned", outcome: false, resolution_note: "The highest reading of the day was 3.97 m." }]
})

/** `true`, `false` or `void`; `void` is a word because a query string has no null. */
const OutcomeParam = Schema.Literal("true", "false", "void")

/** A query parameter given once per option. */
/** Disputes of resolutions. */
export const DisputesApi = HttpApiGroup.make("disputes").annotate(
  OpenApi.Description,
  "Disputes of resolutions: accounts that predicted on a question may object to its resolution, and administrators decide."
)
  .add(operation(
    HttpApiEndpoint.post("fileDispute", "/api/questions/:id/dispute").annotateContext(
      documentation(
        "Dispute a resolution",
        "For accounts that predicted on the question, within 72 hours of its resolution. Several accounts may dispute it at the same time, each with one open dispute; all open disputes are decided together."
      )
    )
      .setPath(Path)
      .setPayload(DisputeBody)
      .addSuccess(Schema.Struct({ dispute: Dispute }), { status: 201 }),
    {
      access: "key",
      creates: {},
      bodyBytesMax: bodyBytesMax.issue,
      refuses: [
        "AGENT_NOT_LINKED",
        "EMAIL_NOT_VERIFIED",
        "QUESTION_NOT_FOUND",
        "PREDICTION_REQUIRED",
        "QUESTION_NOT_DISPUTABLE",
        "DUPLICATE_DISPUTE"
      ]
    }
  ))
  .add(operation(
    HttpApiEndpoint.get("questionDisputes", "/api/questions/:id/disputes").annotateContext(
      documentation("Disputes of a question", "All disputes of a question's resolutions, the newest first.")
    )
      .setPath(Path)
      .setUrlParams(ListQuery)
      .addSuccess(listOf("disputes", Dispute)),
    {
      access: "none",
      publicCache: ({ path }) => [`question:${path.id.toLowerCase()}`],
      refuses: ["QUESTION_NOT_FOUND"]
    }
  ))
  .add(operation(
    HttpApiEndpoint.get("adminDisputes", "/api/admin/disputes").annotateContext(
      documentation(
        "List disputes",
        "Disputes of every question with the resolutions of their questions, the newest first."
      )
    )
      .setUrlParams(ListAdminQuery)
      .addSuccess(listOf("disputes", AdminDispute)),
    { access: "admin" }
  ))
  .add(operation(
    HttpApiEndpoint.get("adminDispute", "/api/admin/disputes/:id").annotateContext(
      documentation("Show a dispute", "One dispute with the resolution of its question.")
    ).setPath(Path).addSuccess(Schema.Struct({ dispute: AdminDispute })),
    { access: "admin", refuses: ["DISPUTE_NOT_FOUND"] }
  ))
  .add(operation(
    HttpApiEndpoint.get("previewDispute", "/api/admin/disputes/:id/preview").annotateContext(
      documentation(
        "Preview an overturn",
        "The changes that overturning an open dispute with this outcome (true, false or void) or these correct_options (one parameter for each) would make to the balances of all accounts that predicted on the question, or on a child that would become void; disputes lists the disputes that would end with it, at most the earliest 100. Writes nothing."
      )
    )
      .setPath(Path)
      .setUrlParams(Schema.Struct({
        ...listQuery(),
        outcome: optional(OutcomeParam),
        correct_options: optional(TextsParam)
      }))
      .addSuccess(Schema.Struct({ ...listOf("balances", BalanceChange).fields, disputes: Schema.Array(OpenDispute) })),
    { access: "admin", refuses: ["DISPUTE_NOT_FOUND", "INVALID_TRANSITION", "INVALID_OPTION"] }
  ))
  .add(operation(
    HttpApiEndpoint.post("resolveDispute", "/api/admin/disputes/:id/resolve").annotateContext(
      documentation(
        "End the disputes of a question",
        "Ends this dispute and every other that is open on the same question, with one status and note. upheld: the resolution stands; dismissed: the dispute has no grounds; overturned: the question is resolved again, and every balance becomes what it would be if the former resolution had never happened. Answers 200 when that is done, or 202 with the job when there are more than 1,000 predictions."
      )
    )
      .setPath(Path)
      .setPayload(ResolveDisputeBody)
      .addSuccess(Schema.Struct({ dispute: AdminDispute, ended_count: Schema.Int }), { status: 200 })
      .addSuccess(Schema.Struct({ dispute: AdminDispute, ended_count: Schema.Int, job: ResolutionJobSchema }), {
        status: 202
      }),
    {
      access: "admin",
      bodyBytesMax: bodyBytesMax.issue,
      refuses: ["DISPUTE_NOT_FOUND", "INVALID_TRANSITION", "INVALID_OPTION"]
    }
  ))
