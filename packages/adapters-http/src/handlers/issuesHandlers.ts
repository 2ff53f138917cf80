import { IssueAdministration, Issues } from "@auspex/domain/issues"
import { Effect } from "effect"
import { IssuesApi } from "../contract/IssuesApi.ts"
import { listAnswer } from "../contract/listOf.ts"
import { handlersFor } from "../engine/handlersFor.ts"

/** What users tell those who run the platform. */
export const issuesHandlers = handlersFor(IssuesApi, {
  fileIssue: ({ actor, payload }) =>
    Effect.flatMap(Issues, (issues) => Effect.map(issues.file(actor, payload), (issue) => ({ issue }))),
  issues: ({ actor, query }) =>
    Effect.flatMap(
      Issues,
      (issues) => Effect.map(issues.list(actor, query, query), (page) => listAnswer("issues", page))
    ),
  issue: ({ actor, path }) =>
    Effect.flatMap(Issues, (issues) => Effect.map(issues.show(actor, path.id), (issue) => ({ issue }))),
  adminIssues: ({ actor, query }) =>
    Effect.flatMap(
      IssueAdministration,
      (issues) => Effect.map(issues.list(actor, query, query), (page) => listAnswer("issues", page))
    ),
  adminIssue: ({ actor, path }) =>
    Effect.flatMap(IssueAdministration, (issues) => Effect.map(issues.show(actor, path.id), (issue) => ({ issue }))),
  updateIssue: ({ actor, path, payload }) =>
    Effect.flatMap(
      IssueAdministration,
      (issues) => Effect.map(issues.update(actor, path.id, payload), (issue) => ({ issue }))
    )
})
