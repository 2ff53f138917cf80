import { Campaign, CampaignPlan, PlannedChange } from "@auspex/domain/campaigns"
import { optional } from "@auspex/domain/kernel"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { bodyBytesMax } from "../../wire/bodyBytesMax.ts"
import { documentation } from "../../wire/documentation.ts"
import { operation } from "../../wire/OperationPolicy.ts"
import { TextsParam } from "../../wire/TextsParam.ts"

const refuses = [
  "QUESTION_NOT_FOUND",
  "SURVEY_NOT_FOUND",
  "ARTICLE_NOT_FOUND",
  "AGENT_NOT_FOUND",
  "DUPLICATE_QUESTION",
  "SURVEY_NEEDS_QUESTION",
  "INVALID_TRANSITION"
] as const

const campaign: Campaign = {
  questions: [{
    key: "rhine-low",
    status: "approved",
    question: "Will the Rhine at Kaub fall below 40 cm before the end of September 2027?",
    category: "industry",
    timeframe: "short",
    resolution_source: "The gauge at Kaub, as published by the waterways administration",
    resolution_date: "2027-09-30"
  }],
  surveys: [{ key: "rivers-2027", title: "Rivers in 2027", status: "open", questions: ["rhine-low"] }]
}

const PlanBody = Schema.Struct({ campaign: Campaign }).annotations({
  identifier: "CampaignPlanRequest",
  examples: [{ campaign }]
})

const ApplyBody = Schema.Struct({ campaign: Campaign, expected: optional(Schema.Array(PlannedChange)) }).annotations({
  identifier: "CampaignRequest",
  examples: [{ campaign }]
})

/** Campaigns: surveys, questions and the editorial calendar as files. */
export const CampaignsApi = HttpApiGroup.make("campaigns").annotateContext(OpenApi.annotations({
  description:
    "Campaigns: surveys, their questions and panels, and the editorial calendar as administrators keep them in files."
}))
  .add(operation(
    HttpApiEndpoint.post("planCampaign", "/api/admin/campaign/plan").annotateContext(
      documentation(
        "Plan a campaign",
        "The changes that applying the campaign would make, and every failure that prevents them; each failure names the place in the campaign. Nothing is stored. Entries and fields that the campaign does not name are left alone."
      )
    ).setPayload(PlanBody).addSuccess(Schema.Struct({ plan: CampaignPlan })),
    { access: "admin", refuses, bodyBytesMax: bodyBytesMax.campaign }
  ))
  .add(operation(
    HttpApiEndpoint.post("applyCampaign", "/api/admin/campaign/apply").annotateContext(
      documentation(
        "Apply a campaign",
        "Applies all changes in one transaction, or none. With expected, the changes of a plan, it is refused if it would now make other changes (409 CAMPAIGN_MOVED); the failures name the differences. Applied again, it changes nothing."
      )
    ).setPayload(ApplyBody).addSuccess(Schema.Struct({ plan: CampaignPlan })),
    { access: "admin", refuses: [...refuses, "CAMPAIGN_MOVED"], bodyBytesMax: bodyBytesMax.campaign }
  ))
  .add(operation(
    HttpApiEndpoint.get("pullCampaign", "/api/admin/campaign").annotateContext(
      documentation(
        "Pull the current state as a campaign",
        "The surveys with these keys or ids, by default all that are not archived, with the questions that were applied under a key and, by default, the scheduled articles. Applied again, it changes nothing."
      )
    )
      .setUrlParams(Schema.Struct({
        survey: optional(TextsParam)
      }))
      .addSuccess(Schema.Struct({ campaign: Campaign })),
    { access: "admin", refuses: ["SURVEY_NOT_FOUND"] }
  ))
