import { WorkspaceRole } from "@auspex/domain/identity"
import { refuse } from "@auspex/domain/kernel"
import { Workspaces } from "@auspex/domain/workspaces"
import { Effect, Schema } from "effect"
import { membersPage } from "./MembersPage.tsx"
import type { RefusedForm } from "../../kit/RefusedForm.ts"
import { workspacePath } from "./WorkspaceFrame.tsx"
import { workspacesPath } from "./WorkspaceListPage.tsx"
import { workspaceWithMembers } from "./workspaceWithMembers.ts"
import {
  redirectDone,
  type FormRequest,
  withFormErrors,
  type PageRequest,
  postedForm,
  sessionPage,
  shownPage
} from "../../pages/sessionPage.ts"

const route = "/research/:workspace_id/members"
const pageOf = (path: Readonly<Record<string, string>>): string => workspacePath(path["workspace_id"]!, "members")

const show = (request: PageRequest, refused?: RefusedForm) =>
  Effect.map(
    workspaceWithMembers(request, refused),
    (view) => sessionPage(membersPage({ ...view, account_id: request.actor.id }), refused)
  )

const isRole = Schema.is(WorkspaceRole)

const put = ({ actor, form, path }: FormRequest) =>
  Effect.gen(function*() {
    const role = form.get("role")
    if (!isRole(role)) {
      return yield* refuse("INVALID_REQUEST", "role must be viewer, member or admin.", { field: "role" })
    }
    const { putMember } = yield* Workspaces
    yield* putMember(actor, path["workspace_id"]!, form.get("account") ?? "", role)
    return redirectDone(pageOf(path), "member-put")
  })

/** The members of a workspace, and its name. */
export const memberPageRoutes = [
  ...shownPage(route, (request) => show(request)),
  ...postedForm({
    path: route,
    submit: (request) =>
      withFormErrors(put(request), {
        id: "member",
        form: request.form,
        show: (refused) => show(request, refused)
      })
  }),
  ...postedForm({ path: `${route}/role`, page: pageOf, submit: put }),
  ...postedForm({
    path: `${route}/remove`,
    page: pageOf,
    submit: ({ actor, form, path }) =>
      Effect.map(
        Effect.flatMap(
          Workspaces,
          ({ removeMember }) => removeMember(actor, path["workspace_id"]!, form.get("account") ?? "")
        ),
        ({ account_id }) =>
          // A reader who has left cannot see the workspace any more.
          account_id === actor.id ? redirectDone(workspacesPath, "left") : redirectDone(pageOf(path), "member-removed")
      )
  }),
  ...postedForm({
    path: "/research/:workspace_id/rename",
    page: pageOf,
    submit: (request) =>
      withFormErrors(
        Effect.as(
          Effect.flatMap(
            Workspaces,
            ({ update }) =>
              update(request.actor, request.path["workspace_id"]!, { name: request.form.get("name") ?? "" })
          ),
          redirectDone(pageOf(request.path), "workspace-renamed")
        ),
        { id: "rename", form: request.form, show: (refused) => show(request, refused) }
      )
  })
]
