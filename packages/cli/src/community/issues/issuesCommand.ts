import {
  type Issue,
  issueAfter,
  type IssueFilter,
  type IssueStatus,
  type IssueType,
  type IssueUpdate,
  judgeIssueUpdate
} from "@auspex/domain/issues"
import { orRefuse } from "@auspex/domain/kernel"
import { Effect, Either } from "effect"
import { confirm } from "../../kit/connection/confirm.ts"
import { withConnection } from "../../kit/connection/connect.ts"
import { isDryRun } from "../../kit/connection/isDryRun.ts"
import { printRecord } from "../../kit/output/print.ts"
import type { Column } from "../../kit/output/table.ts"
import type { ChangeFlags, CommandHandler, Invocation, TargetFlags } from "../../kit/invocation/Invocation.ts"
import { printList, type PageFlags } from "../../kit/connection/pages.ts"

interface ListFlags extends TargetFlags, PageFlags {
  readonly status?: IssueStatus
  readonly type?: IssueType
}

interface UpdateFlags extends ChangeFlags {
  readonly status?: IssueStatus
  readonly note?: string
}

const columns: ReadonlyArray<Column<Issue>> = [
  { header: "ID", value: (row) => row.id },
  { header: "STATUS", value: (row) => row.status, colour: (row) => row.status === "open" ? "yellow" : undefined },
  { header: "TYPE", value: (row) => row.type },
  { header: "FILED", value: (row) => row.created_at },
  { header: "BY", value: (row) => row.user_name, shrinks: true },
  { header: "TITLE", value: (row) => row.title, shrinks: true }
]

/** `auspex issues list`. */
export const listIssues = ((call: Invocation<ListFlags>) => {
  const { status, type } = call.flags
  const filter: IssueFilter = {
    ...(status === undefined ? {} : { status }),
    ...(type === undefined ? {} : { type })
  }
  return withConnection(
    call,
    ({ api }) =>
      printList(call, "issues", columns, (page) => api.issues.adminIssues({ urlParams: { ...filter, ...page } }))
  )
}) satisfies CommandHandler

const printIssue = (call: Invocation<TargetFlags>, issue: Issue) => printRecord(call, { issue }, issue)

/** `auspex issues show`. */
export const showIssue = ((call: Invocation<TargetFlags>) =>
  withConnection(
    call,
    ({ api }) =>
      Effect.flatMap(api.issues.adminIssue({ path: { id: call.args[0]! } }), ({ issue }) => printIssue(call, issue))
  )) satisfies CommandHandler

/** The issue after the update; refused for the same reasons as by the platform. */
const afterUpdate = (issue: Issue, update: IssueUpdate, now: Date) => {
  const before = { status: issue.status, admin_note: issue.admin_note ?? null, resolved_at: issue.resolved_at ?? null }
  return orRefuse(Either.map(judgeIssueUpdate(before, update), (change) => issueAfter(before, change, now)))
}

/** `auspex issues update`. */
export const updateIssue = ((call: Invocation<UpdateFlags>) => {
  const { note, status } = call.flags
  const update: IssueUpdate = {
    ...(status === undefined ? {} : { status }),
    ...(note === undefined ? {} : { admin_note: note })
  }
  return withConnection(call, ({ api, now, target }) =>
    Effect.gen(function*() {
      const { issue } = yield* api.issues.adminIssue({ path: { id: call.args[0]! } })
      const after = yield* afterUpdate(issue, update, yield* now)
      const moves = after.status === issue.status ? `leave it ${issue.status}` : `make it ${after.status}`
      const notes = note === undefined ? "" : after.admin_note === null ? " and remove its note" : " and answer it"
      const sentence = `${moves}${notes}: issue "${issue.title.slice(0, 80)}" of ${issue.user_name}`
      if (yield* isDryRun(call, target, sentence)) return yield* printIssue(call, issue)
      // Closing is final.
      if (after.status === "closed" && issue.status !== "closed") {
        yield* confirm(call, target, sentence)
      }
      yield* printIssue(call, (yield* api.issues.updateIssue({ path: { id: issue.id }, payload: update })).issue)
    }))
}) satisfies CommandHandler
