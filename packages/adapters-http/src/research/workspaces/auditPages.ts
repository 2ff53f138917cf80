import { Workspaces } from "@auspex/domain/workspaces"
import { Effect } from "effect"
import { ListQuery } from "../../wire/ListQuery.ts"
import { auditPage } from "./AuditPage.tsx"
import { pageQuery } from "../../pages/pageQuery.ts"
import { workspaceWithMembers } from "./workspaceWithMembers.ts"
import { sessionPage, shownPage } from "../../pages/sessionPage.ts"

/** The audit log of a workspace. */
export const auditPageRoutes = shownPage("/research/:workspace_id/audit", (request) =>
  Effect.gen(function*() {
    const list = yield* pageQuery(ListQuery, request.query)
    const view = yield* workspaceWithMembers(request)
    const workspaces = yield* Workspaces
    const page = yield* workspaces.audit(request.actor, view.workspace.id, list)
    const ofAll = yield* workspaces.keys(request.actor, view.workspace.id)
    return sessionPage(auditPage({ ...view, page, cursor: list.cursor, keys: ofAll }))
  }))
