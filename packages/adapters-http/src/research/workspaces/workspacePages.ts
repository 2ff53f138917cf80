import type { Refusal, StorageUnavailable } from "@auspex/domain/kernel"
import { Workspaces } from "@auspex/domain/workspaces"
import { Effect } from "effect"
import { ListQuery } from "../../wire/ListQuery.ts"
import type { RefusedForm } from "../../kit/RefusedForm.ts"
import { workspacePath } from "./WorkspaceFrame.tsx"
import { workspaceListPage, workspacesPath } from "./WorkspaceListPage.tsx"
import type { Page } from "../../pages/pageAnswer.tsx"
import { pageQuery } from "../../pages/pageQuery.ts"
import {
  redirectDone,
  withFormErrors,
  type PageRequest,
  postedForm,
  sessionPage,
  shownPage
} from "../../pages/sessionPage.ts"

const list = (
  { actor, query, reader }: PageRequest,
  refused?: RefusedForm
): Effect.Effect<Page, Refusal | StorageUnavailable, Workspaces> =>
  Effect.gen(function*() {
    const request = yield* pageQuery(ListQuery, query)
    const page = yield* Effect.flatMap(Workspaces, (workspaces) => workspaces.list(actor, request))
    return sessionPage(
      workspaceListPage({ reader, page, cursor: request.cursor, done: query["done"], refused }),
      refused
    )
  })

/** The list of workspaces, where new ones are made. */
export const workspacePageRoutes = [
  ...shownPage(workspacesPath, list),
  ...postedForm({
    path: `${workspacesPath}/new`,
    page: () => workspacesPath,
    submit: (request) =>
      withFormErrors(
        Effect.map(
          Effect.flatMap(Workspaces, ({ create }) => create(request.actor, { name: request.form.get("name") ?? "" })),
          ({ id }) => redirectDone(workspacePath(id), "workspace-created")
        ),
        { id: "workspace", form: request.form, show: (refused) => list(request, refused) }
      )
  })
]
