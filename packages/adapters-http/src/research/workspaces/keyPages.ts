import { Workspaces } from "@auspex/domain/workspaces"
import { Effect } from "effect"
import { keysPage } from "./KeysPage.tsx"
import type { RefusedForm } from "../../kit/RefusedForm.ts"
import { workspacePath } from "./WorkspaceFrame.tsx"
import { numberOf } from "../../pages/formFields.ts"
import { workspaceWithMembers } from "./workspaceWithMembers.ts"
import {
  redirectDone,
  redirectWithNotice,
  withFormErrors,
  type PageRequest,
  postedForm,
  sessionPage,
  shownPage
} from "../../pages/sessionPage.ts"

const route = "/research/:workspace_id/keys"
const pageOf = (path: Readonly<Record<string, string>>): string => workspacePath(path["workspace_id"]!, "keys")

const showKeys = (request: PageRequest, refused?: RefusedForm) =>
  Effect.gen(function*() {
    const view = yield* workspaceWithMembers(request, refused)
    const keys = yield* Effect.flatMap(Workspaces, (workspaces) => workspaces.keys(request.actor, view.workspace.id))
    return sessionPage(keysPage({ ...view, keys }), refused)
  })

/** The keys of a workspace. */
export const keyPageRoutes = [
  ...shownPage(route, (request) => showKeys(request)),
  ...postedForm({
    path: route,
    submit: (request) =>
      withFormErrors(
        Effect.map(
          Effect.flatMap(Workspaces, ({ createKey }) =>
            createKey(request.actor, request.path["workspace_id"]!, {
              name: request.form.get("name") ?? "",
              expires_in_days: numberOf(request.form, "expires_in_days")
            })),
          ({ key, secret }) =>
            redirectWithNotice(request, pageOf(request.path), { secrets: [[`The key “${key.name}”`, secret]] })
        ),
        { id: "key", form: request.form, show: (refused) => showKeys(request, refused) }
      )
  }),
  ...postedForm({
    path: `${route}/:key_id/revoke`,
    page: pageOf,
    submit: ({ actor, path }) =>
      Effect.as(
        Effect.flatMap(Workspaces, ({ revokeKey }) => revokeKey(actor, path["workspace_id"]!, path["key_id"]!)),
        redirectDone(pageOf(path), "key-revoked")
      )
  })
]
