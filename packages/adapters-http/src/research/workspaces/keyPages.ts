import { Workspaces } from "@auspex/domain/workspaces"
import { Effect } from "effect"
import { keysPage } from "./KeysPage.ts"
import type { RefusedForm } from "../../kit/PageForm.ts"
import { workspacePath } from "./WorkspaceFrame.ts"
import { numberOf } from "../../pages/formFields.ts"
import { peopled } from "./peopled.ts"
import { done, orShownAgain, type PageRequest, postedForm, sessionPage, shownPage } from "../../pages/sessionPage.ts"

const route = "/research/:workspace_id/keys"
const pageOf = (path: Readonly<Record<string, string>>): string => workspacePath(path["workspace_id"]!, "keys")

const showKeys = (
  request: PageRequest,
  { refused, ...more }: Pick<Parameters<typeof keysPage>[0], "created"> & { readonly refused?: RefusedForm } = {}
) =>
  Effect.gen(function*() {
    const view = yield* peopled(request, refused)
    const keys = yield* Effect.flatMap(Workspaces, (workspaces) => workspaces.keys(request.actor, view.workspace.id))
    return sessionPage(keysPage({ ...view, keys, ...more }), refused)
  })

/** The keys of a workspace. */
export const keyPageRoutes = [
  ...shownPage(route, (request) => showKeys(request)),
  ...postedForm({
    path: route,
    submit: (request) =>
      orShownAgain(
        Effect.flatMap(
          Effect.flatMap(Workspaces, ({ createKey }) =>
            createKey(request.actor, request.path["workspace_id"]!, {
              name: request.form.get("name") ?? "",
              expires_in_days: numberOf(request.form, "expires_in_days")
            })),
          (created) => showKeys(request, { created })
        ),
        { id: "key", form: request.form, show: (refused) => showKeys(request, { refused }) }
      )
  }),
  ...postedForm({
    path: `${route}/:key_id/revoke`,
    page: pageOf,
    submit: ({ actor, path }) =>
      Effect.as(
        Effect.flatMap(Workspaces, ({ revokeKey }) => revokeKey(actor, path["workspace_id"]!, path["key_id"]!)),
        done(pageOf(path), "key-revoked")
      )
  })
]
