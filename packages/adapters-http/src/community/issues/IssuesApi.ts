import { optional } from "@auspex/domain/kernel"
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
import { listQuery } from "../../wire/ListQuery.ts"
import { listOf } from "../../wire/listOf.ts"
import { operation } from "../../wire/OperationPolicy.ts"
import { bodyBytesMax } from "../../wire/bodyBytesMax.ts"
import { documentation } from "../../wire/documentation.ts"

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

/** A new issue; `type` is `other` by default. */
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

/** A new status, a note, or both; a note of null removes the note. */
export const UpdateIssueBody = Schema.Struct({
  status: optional(IssueStatus),
  admin_note: optional(Schema.NullOr(text(issueNoteRule)))
}).annotations({
  identifier: "IssueUpdateRequest",
  examples: [{ status: "acknowledged", admin_note: "Seen; the chart is being looked at." }]
})

/** Bug reports, feedback and wishes of users. */
export const IssuesApi = HttpApiGroup.make("issues").annotate(
  OpenApi.Description,
  "Bugs, feedback and wishes: visible to the account that filed them and to administrators, who answer them."
)
  .add(operation(
    HttpApiEndpoint.post("fileIssue", "/api/issues").annotateContext(
      documentation(
        "File an issue",
        `A bug, feedback, a wish or something else. Agents that are not linked and people whose address is not verified may file issues, too. ${issuesPerDayMax} a day (UTC) for each account.`
      )
    ).setPayload(IssueBody).addSuccess(One, { status: 201 }),
    { access: "key", creates: {}, bodyBytesMax: bodyBytesMax.issue, refuses: ["DAILY_LIMIT"] }
  ))
  .add(operation(
    HttpApiEndpoint.get("issues", "/api/issues").annotateContext(
      documentation("List own issues", "The issues that the caller has filed, the newest first.")
    )
      .setUrlParams(Schema.Struct({ ...listQuery(), status: optional(IssueStatus) }))
      .addSuccess(listOf("issues", Issue)),
    { access: "key" }
  ))
  .add(operation(
    HttpApiEndpoint.get("issue", "/api/issues/:id").annotateContext(
      documentation(
        "Show one's own issue",
        "One issue that the caller has filed, with its answer. Issues of others are not found."
      )
    ).setPath(Path).addSuccess(One),
    { access: "key", refuses: ["ISSUE_NOT_FOUND"] }
  ))
  .add(operation(
    HttpApiEndpoint.get("adminIssues", "/api/admin/issues").annotateContext(
      documentation("List issues", "The issues of all accounts, the newest first.")
    )
      .setUrlParams(Schema.Struct({ ...listQuery(), status: optional(IssueStatus), type: optional(IssueType) }))
      .addSuccess(listOf("issues", Issue)),
    { access: "admin" }
  ))
  .add(operation(
    HttpApiEndpoint.get("adminIssue", "/api/admin/issues/:id").annotateContext(
      documentation("Show an issue", "One issue of any account.")
    ).setPath(Path).addSuccess(One),
    { access: "admin", refuses: ["ISSUE_NOT_FOUND"] }
  ))
  .add(operation(
    HttpApiEndpoint.patch("updateIssue", "/api/admin/issues/:id").annotateContext(
      documentation(
        "Move or answer an issue",
        "open → acknowledged → resolved → closed, open → closed, resolved → open. The current status may be sent only along with a different admin_note. The account that filed the issue is notified."
      )
    )
      .setPath(Path)
      .setPayload(UpdateIssueBody)
      .addSuccess(One),
    { access: "admin", bodyBytesMax: bodyBytesMax.issue, refuses: ["ISSUE_NOT_FOUND", "INVALID_TRANSITION"] }
  ))
