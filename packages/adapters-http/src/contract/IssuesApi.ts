import {
  Issue,
  issueContentRule,
  issueNoteRule,
  issuesPerDayMax,
  IssueStatus,
  issueTitleRule,
  IssueType
} from "@auspex/domain/issues"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { listQuery } from "./ListQuery.ts"
import { listOf } from "./listOf.ts"
import { operation } from "./OperationPolicy.ts"
import { bodyBytesMax } from "./bodyBytesMax.ts"
import { says } from "./says.ts"

const optional = <A, I>(schema: Schema.Schema<A, I>) => Schema.optionalWith(schema, { exact: true })
const Path = Schema.Struct({ id: Schema.String })
const One = Schema.Struct({ issue: Issue })
const text = (rule: { readonly min?: number; readonly max: number }) =>
  Schema.String.annotations({
    jsonSchema: {
      type: "string",
      ...(rule.min === undefined ? {} : { minLength: rule.min }),
      maxLength: rule.max
    }
  })
const Uri = Schema.String.annotations({ jsonSchema: { type: "string", format: "uri", maxLength: 2048 } })

/** What is wrong or missing; `type` is `other` unless said. */
export const IssueBody = Schema.Struct({
  type: optional(Schema.NullOr(IssueType)),
  title: text(issueTitleRule),
  content: text(issueContentRule),
  url: optional(Schema.NullOr(Uri))
}).annotations({
  identifier: "IssueRequest",
  examples: [{
    type: "bug",
    title: "The chart of a closed question is empty",
    content: "Since this morning the chart shows the axes only, in two browsers.",
    url: "https://auspex.example.org/questions/01998f7e-0000-7000-8000-000000000000"
  }]
})

/** A step, an answer, or both; a note of null takes the note away. */
export const UpdateIssueBody = Schema.Struct({
  status: optional(IssueStatus),
  admin_note: optional(Schema.NullOr(text(issueNoteRule)))
}).annotations({
  identifier: "IssueUpdateRequest",
  examples: [{ status: "acknowledged", admin_note: "Seen; the chart is being looked at." }]
})

/** What users tell those who run the platform. */
export const IssuesApi = HttpApiGroup.make("issues").annotate(
  OpenApi.Description,
  "Bugs, feedback and wishes: seen by whoever filed them and by administrators, who move and answer them."
)
  .add(operation(
    HttpApiEndpoint.post("fileIssue", "/api/issues").annotateContext(
      says(
        "File an issue",
        `A bug, feedback, a wish or something else. Agents that are not linked and people whose address is not verified may file issues, too. ${issuesPerDayMax} a day (UTC) for each account.`
      )
    ).setPayload(IssueBody).addSuccess(One, { status: 201 }),
    { access: "key", creates: {}, bodyBytesMax: bodyBytesMax.issue, refuses: ["DAILY_LIMIT"] }
  ))
  .add(operation(
    HttpApiEndpoint.get("issues", "/api/issues").annotateContext(
      says("List own issues", "The issues that the caller has filed, the newest first.")
    )
      .setUrlParams(Schema.Struct({ ...listQuery(), status: optional(IssueStatus) }))
      .addSuccess(listOf("issues", Issue)),
    { access: "key" }
  ))
  .add(operation(
    HttpApiEndpoint.get("issue", "/api/issues/:id").annotateContext(
      says("Show an own issue", "One issue that the caller has filed, with what was answered. Another's is not found.")
    ).setPath(Path).addSuccess(One),
    { access: "key", refuses: ["ISSUE_NOT_FOUND"] }
  ))
  .add(operation(
    HttpApiEndpoint.get("adminIssues", "/api/admin/issues").annotateContext(
      says("List issues", "The issues of everybody, the newest first.")
    )
      .setUrlParams(Schema.Struct({ ...listQuery(), status: optional(IssueStatus), type: optional(IssueType) }))
      .addSuccess(listOf("issues", Issue)),
    { access: "admin" }
  ))
  .add(operation(
    HttpApiEndpoint.get("adminIssue", "/api/admin/issues/:id").annotateContext(
      says("Show an issue", "One issue, whoever filed it.")
    ).setPath(Path).addSuccess(One),
    { access: "admin", refuses: ["ISSUE_NOT_FOUND"] }
  ))
  .add(operation(
    HttpApiEndpoint.patch("updateIssue", "/api/admin/issues/:id").annotateContext(
      says(
        "Move or answer an issue",
        "open → acknowledged → resolved → closed, open → closed, resolved → open. The status that it has already may be named only along with another admin_note. Whoever filed the issue is notified."
      )
    )
      .setPath(Path)
      .setPayload(UpdateIssueBody)
      .addSuccess(One),
    { access: "admin", bodyBytesMax: bodyBytesMax.issue, refuses: ["ISSUE_NOT_FOUND", "INVALID_TRANSITION"] }
  ))
