import { FramingRuleData } from "@auspex/domain/framing"
import { WorkspaceAuditEntry } from "@auspex/domain/workspaces"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { researchCodes } from "../wire/researchCodes.ts"
import { apiWithErrors } from "../wire/CoreError.ts"
import { documentation } from "../wire/documentation.ts"
import { ListQuery } from "../wire/ListQuery.ts"
import { listOf } from "../wire/listOf.ts"
import { operation } from "../wire/OperationPolicy.ts"
import { FindingsApi, ProjectsApi } from "../research/projects/ProjectsApi.ts"
import { RunsApi } from "../research/panelRuns/RunsApi.ts"
import { ResponsesApi } from "../surveys/surveyLinks/ResponsesApi.ts"
import { ResearchSystemApi } from "../platform/system/SystemApi.ts"
import { ofWorkspace } from "../research/workspaces/workspaceOperation.ts"

const ResearchFailure = Schema.Struct({
  code: Schema.Literal(...researchCodes),
  message: Schema.String,
  /** The offending field; null if there is none. */
  field: Schema.NullOr(Schema.String)
}).annotations({ identifier: "Failure" })

/** The body of every error response of the research API; `failures` holds all failures when there are several. */
export const ResearchError = Schema.Struct({
  error: ResearchFailure,
  failures: Schema.optionalWith(Schema.Array(ResearchFailure), { exact: true })
}).annotations({ identifier: "Error" })

/** The framing rules by which questions are judged when they are submitted. */
export const FramingApi = HttpApiGroup.make("framing").annotate(
  OpenApi.Description,
  "How questions must be framed: the rules of checkpoint CP1."
)
  .add(operation(
    HttpApiEndpoint.get("rules", "/api/framing-rules").annotateContext(
      documentation(
        "List the framing rules",
        "Every rule with what it measures, the kinds of question that it judges, and a bad and a good example. Errors refuse a question, warnings do not."
      )
    ).addSuccess(Schema.Struct({ rules_version: Schema.Int, rules: Schema.Array(FramingRuleData) })),
    ofWorkspace
  ))

/** The workspace of the key. */
export const WorkspaceApi = HttpApiGroup.make("workspace").annotate(
  OpenApi.Description,
  "The workspace that the key belongs to. Workspaces, members and keys are managed at the core API."
)
  .add(operation(
    HttpApiEndpoint.get("audit", "/api/audit").annotateContext(
      documentation("Audit log", "The acts in the workspace, the newest first; for keys of its admins.")
    ).setUrlParams(ListQuery).addSuccess(listOf("entries", WorkspaceAuditEntry)),
    { ...ofWorkspace, refuses: ["INSUFFICIENT_PERMISSIONS"] }
  ))

/** The contract of the research API, which has its own listener, error envelope and keys. */
export const ResearchApi = apiWithErrors("research", ResearchError)
  .add(ProjectsApi)
  .add(RunsApi)
  .add(ResponsesApi)
  .add(FindingsApi)
  .add(FramingApi)
  .add(WorkspaceApi)
  .add(ResearchSystemApi)
  .annotate(OpenApi.Title, "Auspex Research")
  .annotate(OpenApi.Version, "2.0.0")
