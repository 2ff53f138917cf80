import { ProjectEventName } from "@auspex/domain/events"
import { excerpt, refuse } from "@auspex/domain/kernel"
import { WorkspaceWebhooks } from "@auspex/domain/workspaces"
import { Effect } from "effect"
import { deliveriesQuery, webhookMutations, webhookTest } from "../../platform/webhooks/webhookSchemas.ts"
import { timeText } from "../../kit/Html.tsx"
import type { RefusedForm } from "../../kit/RefusedForm.ts"
import { testText, webhookPage, webhookPath, webhooksPage } from "./WebhooksPage.tsx"
import { workspacePath } from "./WorkspaceFrame.tsx"
import { enterWorkspace } from "./enterWorkspace.ts"
import { pageQuery } from "../../pages/pageQuery.ts"
import {
  redirectDone,
  redirectWithNotice,
  withFormErrors,
  type PageRequest,
  postedForm,
  sessionPage,
  shownPage
} from "../../pages/sessionPage.ts"

type Named = Readonly<Record<string, string>>

const listRoute = "/research/:workspace_id/webhooks"
const route = `${listRoute}/:webhook_id`
const listOf = (path: Named): string => workspacePath(path["workspace_id"]!, "webhooks")
const pageOf = (path: Named): string => webhookPath(path["workspace_id"]!, path["webhook_id"]!)

/** Longer addresses are cut in notices, which have to fit into a cookie. */
const urlShownMax = 300

/** The limit of the API's changes of webhooks, counted together. */
const change = { exactRate: webhookMutations("workspace_webhooks") }

const showList = (request: PageRequest, refused?: RefusedForm) =>
  Effect.gen(function*() {
    const { view } = yield* enterWorkspace(request, refused)
    const webhooks = yield* Effect.flatMap(WorkspaceWebhooks, ({ list }) => list(request.actor, view.workspace.id))
    return sessionPage(webhooksPage({ ...view, webhooks }), refused)
  })

/** Both notations of a new secret; the second is that of libraries of Standard Webhooks. */
const secretsOf = (
  name: string,
  { secret, whsec_secret }: { readonly secret: string; readonly whsec_secret: string }
) => [[name, secret], ["The same for libraries of Standard Webhooks", whsec_secret]] as const

const query = deliveriesQuery(ProjectEventName)

const show = (request: PageRequest, refused?: RefusedForm) =>
  Effect.gen(function*() {
    const { cursor, limit, offset, ...filter } = yield* pageQuery(query, request.query)
    const { view } = yield* enterWorkspace(request, refused)
    const at = cursor === undefined ? {} : { cursor }
    const { deliveries, list } = yield* WorkspaceWebhooks
    const id = request.path["webhook_id"]!
    const webhook = (yield* list(request.actor, view.workspace.id)).find((one) => one.id === id)
    if (webhook === undefined) return yield* refuse("WEBHOOK_NOT_FOUND", "There is no such webhook.")
    const page = yield* deliveries(request.actor, view.workspace.id, id, filter, { limit, offset, ...at })
    return sessionPage(webhookPage({ ...view, webhook, deliveries: page, filter: { ...filter, ...at } }), refused)
  })

/** The webhooks of a workspace, and their deliveries. */
export const webhookPageRoutes = [
  ...shownPage(listRoute, (request) => showList(request)),
  ...postedForm({
    path: listRoute,
    policy: { ...change, waitsFor: "lookup" },
    submit: (request) =>
      withFormErrors(
        Effect.map(
          Effect.flatMap(WorkspaceWebhooks, ({ create }) =>
            create(request.actor, request.path["workspace_id"]!, {
              url: request.form.get("url") ?? "",
              events: request.form.getAll("events")
            })),
          (created) =>
            redirectWithNotice(request, listOf(request.path), {
              secrets: secretsOf(`The secret that signs deliveries to ${excerpt(created.url, urlShownMax)}`, created)
            })
        ),
        { id: "webhook", form: request.form, show: (refused) => showList(request, refused) }
      )
  }),
  ...shownPage(route, (request) => show(request)),
  ...postedForm({
    path: `${route}/change`,
    page: pageOf,
    policy: { ...change, waitsFor: "lookup" },
    submit: (request) => {
      const { actor, form, path } = request
      return withFormErrors(
        Effect.as(
          Effect.flatMap(WorkspaceWebhooks, ({ update }) =>
            update(actor, path["workspace_id"]!, path["webhook_id"]!, {
              url: form.get("url") ?? "",
              events: form.getAll("events")
            })),
          redirectDone(pageOf(path), "webhook-changed")
        ),
        { id: "change", form, show: (refused) => show(request, refused) }
      )
    }
  }),
  ...postedForm({
    path: `${route}/switch`,
    page: pageOf,
    policy: change,
    submit: ({ actor, form, path }) =>
      Effect.as(
        Effect.flatMap(WorkspaceWebhooks, ({ update }) =>
          update(actor, path["workspace_id"]!, path["webhook_id"]!, { active: form.get("active") === "true" })),
        redirectDone(pageOf(path), "webhook-changed")
      )
  }),
  ...postedForm({
    path: `${route}/delete`,
    page: listOf,
    submit: ({ actor, path }) =>
      Effect.as(
        Effect.flatMap(WorkspaceWebhooks, ({ remove }) => remove(actor, path["workspace_id"]!, path["webhook_id"]!)),
        redirectDone(listOf(path), "webhook-deleted")
      )
  }),
  ...postedForm({
    path: `${route}/test`,
    page: pageOf,
    policy: { ...change, ...webhookTest },
    submit: (request) =>
      Effect.map(
        Effect.flatMap(WorkspaceWebhooks, ({ test }) =>
          test(request.actor, request.path["workspace_id"]!, request.path["webhook_id"]!)),
        (result) =>
          redirectWithNotice(request, pageOf(request.path), { text: testText(result), hasFailed: !result.delivered })
      )
  }),
  ...postedForm({
    path: `${route}/rotate`,
    page: pageOf,
    policy: change,
    submit: (request) =>
      Effect.map(
        Effect.flatMap(WorkspaceWebhooks, ({ rotateSecret }) =>
          rotateSecret(request.actor, request.path["workspace_id"]!, request.path["webhook_id"]!)),
        (rotated) =>
          redirectWithNotice(request, pageOf(request.path), {
            secrets: secretsOf("The new secret", rotated),
            text: `The former one signs too until ${timeText(rotated.previous_secret_expires_at)}.`
          })
      )
  }),
  ...postedForm({
    path: `${route}/deliveries/:delivery_id/redeliver`,
    page: pageOf,
    policy: change,
    submit: ({ actor, path }) =>
      Effect.as(
        Effect.flatMap(WorkspaceWebhooks, ({ redeliver }) =>
          redeliver(actor, path["workspace_id"]!, path["webhook_id"]!, path["delivery_id"]!)),
        redirectDone(pageOf(path), "delivery-sent")
      )
  })
]
