import { AudiencePanel, respondentsMax, segmentsMax } from "@auspex/domain/panels"
import {
  linkNameMax,
  linksPerProjectMax,
  ResponseResults,
  responsesPerLinkMax,
  SurveyLink,
  SurveyResponse
} from "@auspex/domain/surveyLinks"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { bodyBytesMax } from "../../wire/bodyBytesMax.ts"
import { documentation } from "../../wire/documentation.ts"
import { Instant } from "../../wire/InstantParam.ts"
import { IdParam, listQuery } from "../../wire/ListQuery.ts"
import { listOf } from "../../wire/listOf.ts"
import { operation } from "../../wire/OperationPolicy.ts"
import { ProjectPath, SegmentRequest } from "../../research/projects/ProjectsApi.ts"
import { ofWorkspace, reads, writes } from "../../research/workspaces/workspaceOperation.ts"

const LinkPath = Schema.Struct({ id: Schema.String, link_id: Schema.String })

const nullable = <A, I>(schema: Schema.Schema<A, I>) => Schema.optional(Schema.NullOr(schema))

/** The limits of lists of a project's links and responses. */
const pages = listQuery(50, 200)

const LinkRequest = Schema.Struct({
  name: Schema.String.annotations({ jsonSchema: { type: "string", minLength: 1, maxLength: linkNameMax } }),
  closes_at: nullable(Instant),
  responses_max: nullable(
    Schema.Number.annotations({ jsonSchema: { type: "integer", minimum: 1, maximum: responsesPerLinkMax } })
  )
}).annotations({ identifier: "SurveyLinkRequest", examples: [{ name: "Staff of the branch in Jena" }] })

const CreatedLink = Schema.Struct({ link: SurveyLink, token: Schema.String, url: Schema.String }).annotations({
  identifier: "CreatedSurveyLink"
})

/** A request to assign a panel. */
export const PanelRequest = Schema.Struct({
  segments: Schema.Array(SegmentRequest).annotations({
    description: `1 to ${segmentsMax} segments, of at most ${respondentsMax} respondents together.`
  })
}).annotations({
  identifier: "SurveyPanelRequest",
  examples: [{
    segments: [
      { name: "Savers", persona: "Retired, keeps accounts on paper and visits the branch.", weight: 2, size: 10 }
    ]
  }]
})

const readsSurvey = { ...ofWorkspace, refuses: [...reads.refuses, "NOT_A_SURVEY"] } as const
const writesSurvey = [...writes, "NOT_A_SURVEY"] as const

/** Surveys that people answer through links, and panels of personas beside them. */
export const ResponsesApi = HttpApiGroup.make("responses").annotate(
  OpenApi.Description,
  "Links through which people answer a survey without an account, their responses, and panels of personas."
)
  .add(operation(
    HttpApiEndpoint.post("createLink", "/api/projects/:id/links").annotateContext(
      documentation(
        "Make a link to a survey",
        `People answer at its address, without an account. Token and address are shown once. With responses_max 1 it is an invitation that works once. A survey has at most ${linksPerProjectMax} links.`
      )
    ).setPath(ProjectPath).setPayload(LinkRequest).addSuccess(CreatedLink, { status: 201 }),
    { ...ofWorkspace, creates: { secret: true }, refuses: [...writesSurvey, "SURVEY_LINK_LIMIT"] }
  ))
  .add(operation(
    HttpApiEndpoint.get("links", "/api/projects/:id/links").annotateContext(
      documentation("List the links of a survey", "The newest first, including ended links.")
    ).setPath(ProjectPath).setUrlParams(Schema.Struct(pages)).addSuccess(listOf("links", SurveyLink)),
    readsSurvey
  ))
  .add(operation(
    HttpApiEndpoint.post("closeLink", "/api/projects/:id/links/:link_id/close").annotateContext(
      documentation("Close a link", "The link takes no more responses. Earlier responses stay.")
    ).setPath(LinkPath).addSuccess(SurveyLink),
    { ...ofWorkspace, refuses: [...writesSurvey, "SURVEY_LINK_NOT_FOUND"] }
  ))
  .add(operation(
    HttpApiEndpoint.get("responses", "/api/projects/:id/responses").annotateContext(
      documentation("List the responses to a survey", "The responses of people, one by one, the newest first.")
    ).setPath(ProjectPath).setUrlParams(Schema.Struct({
      ...pages,
      link_id: Schema.optionalWith(IdParam, { exact: true })
    })).addSuccess(listOf("responses", SurveyResponse)),
    readsSurvey
  ))
  .add(operation(
    HttpApiEndpoint.get("results", "/api/projects/:id/results").annotateContext(
      documentation(
        "Get the results of a survey",
        "Counts and shares of every answer with 95 % intervals, in all and by link. Answers of an assigned panel are shown beside them and never counted with them."
      )
    ).setPath(ProjectPath).addSuccess(ResponseResults),
    readsSurvey
  ))
  .add(operation(
    HttpApiEndpoint.post("assignPanel", "/api/projects/:id/panel").annotateContext(
      documentation(
        "Assign a panel to a survey",
        "Runs of the survey ask these personas in place of specialists. Until a run has begun, another panel may be assigned in its place."
      )
    ).setPath(ProjectPath).setPayload(PanelRequest).addSuccess(AudiencePanel, { status: 201 }),
    { ...ofWorkspace, creates: {}, refuses: [...writesSurvey, "PANEL_IN_USE"], bodyBytesMax: bodyBytesMax.survey }
  ))
