import { IssueAdministration, Issues } from "@auspex/domain/issues"
import { IssuesApi } from "./IssuesApi.ts"
import { handlersFor } from "../../engine/handlersFor.ts"
import { answerList, answerOne } from "../../engine/namedAnswer.ts"

/** Bug reports, feedback and wishes of users. */
export const issuesHandlers = handlersFor(IssuesApi, {
  fileIssue: ({ actor, payload }) => answerOne(Issues, "issue", (issues) => issues.file(actor, payload)),
  issues: ({ actor, query }) => answerList(Issues, "issues", (issues) => issues.list(actor, query, query)),
  issue: ({ actor, path }) => answerOne(Issues, "issue", (issues) => issues.show(actor, path.id)),
  adminIssues: ({ actor, query }) =>
    answerList(IssueAdministration, "issues", (issues) => issues.list(actor, query, query)),
  adminIssue: ({ actor, path }) => answerOne(IssueAdministration, "issue", (issues) => issues.show(actor, path.id)),
  updateIssue: ({ actor, path, payload }) =>
    answerOne(IssueAdministration, "issue", (issues) => issues.update(actor, path.id, payload))
})
