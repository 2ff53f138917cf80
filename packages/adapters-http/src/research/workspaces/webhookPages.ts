import { ProjectEventName } from "@auspex/domain/events"
import { refuse } from "@auspex/domain/kernel"
import { WorkspaceWebhooks } from "@auspex/domain/workspaces"
import { Effect } from "effect"
import { deliveriesQuery, webhookMutations, webhookTest } from "../../platform/webhooks/webhookSchemas.ts"
import type { RefusedForm } from "../../kit/PageForm.ts"
import { webhookPage, webhookPath, webhooksPage } from "./WebhooksPage.ts"
import { workspacePath } from "./WorkspaceFrame.ts"
import { entered } from "./entered.ts"
import { pageQuery } from "../../pages/pageQuery.ts"
import { done, orShownAgain, type PageRequest, postedForm, sessionPage, shownPage } from "../../pages/sessionPage.ts"

type Named = Readonly<Record<string, string>>

const listRoute = "/research/:workspace_id/webhooks"
const route = `${listRoute}/:webhook_id`
const listOf = (path: Named): string => workspacePath(path["workspace_id"]!, "webhooks")
const pageOf = (path: Named): string => webhookPath(path["workspace_id"]!, path["webhook_id"]!)

/** The limit of the API's changes of webhooks, counted together. */
const change = { exactRate: webhookMutations("workspace_webhooks") }

const showList = (
  request: PageRequest,
  { created, refused }: Pick<Parameters<typeof webhooksPage>[0], "created"> & { readonly refused?: RefusedForm } = {}
) =>
  Effect.gen(function*() {
    const { view } = yield* entered(request, refused)
    const webhooks = yield* Effect.flatMap(WorkspaceWebhooks, ({ list }) => list(request.actor, view.workspace.id))
    return sessionPage(webhooksPage({ ...view, webhooks, ...(created === undefined ? {} : { created }) }), refused)
  })

const query = deliveriesQuery(ProjectEventName)

const show = (
  request: PageRequest,
  { refused, ...made }: Pick<Parameters<typeof webhookPage>[0], "tested" | "rotated"> & {
    readonly refused?: RefusedForm
  } = {}
) =>
  Effect.gen(function*() {
    const { cursor, limit, offset, ...filter } = yield* pageQuery(query, request.query)
    const { view } = yield* entered(request, refused)
    const at = cursor === undefined ? {} : { cursor }
    const { deliveries, list } = yield* WorkspaceWebhooks
    const id = request.path["webhook_id"]!
    const webhook = (yield* list(request.actor, view.workspace.id)).find((one) => one.id === id)
    if (webhook === undefined) return yield* refuse("WEBHOOK_NOT_FOUND", "There is no such webhook.")
    const page = yield* deliveries(request.actor, view.workspace.id, id, filter, { limit, offset, ...at })
    return sessionPage(
      webhookPage({ ...view, ...made, webhook, deliveries: page, filter: { ...filter, ...at } }),
      refused
    )
  })

/** The webhooks of a workspace, and their deliveries. */
export const webhookPageRoutes = [
  ...shownPage(listRoute, (request) => showList(request)),
  ...postedForm({
    path: listRoute,
    policy: { ...change, waitsFor: "lookup" },
    submit: (request) =>
      orShownAgain(
        Effect.flatMap(
          Effect.flatMap(WorkspaceWebhooks, ({ create }) =>
            create(request.actor, request.path["workspace_id"]!, {
              url: request.form.get("url") ?? "",
              events: request.form.getAll("events")
            })),
          (created) => showList(request, { created })
        ),
        { id: "webhook", form: request.form, show: (refused) => showList(request, { refused }) }
      )
  }),
  ...shownPage(route, (request) => show(request)),
  ...postedForm({
    path: `${route}/change`,
    page: pageOf,
    policy: { ...change, waitsFor: "lookup" },
    submit: (request) => {
      const { actor, form, path } = request
      return orShownAgain(
        Effect.as(
          Effect.flatMap(WorkspaceWebhooks, ({ update }) =>
            update(actor, path["workspace_id"]!, path["webhook_id"]!, {
              url: form.get("url") ?? "",
              events: form.getAll("events")
            })),
          done(pageOf(path), "webhook-changed")
        ),
        { id: "change", form, show: (refused) => show(request, { refused }) }
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
        done(pageOf(path), "webhook-changed")
      )
  }),
  ...postedForm({
    path: `${route}/delete`,
    page: listOf,
    submit: ({ actor, path }) =>
      Effect.as(
        Effect.flatMap(WorkspaceWebhooks, ({ remove }) => remove(actor, path["workspace_id"]!, path["webhook_id"]!)),
        done(listOf(path), "webhook-deleted")
      )
  }),
  ...postedForm({
    path: `${route}/test`,
    page: pageOf,
    policy: { ...change, ...webhookTest },
    submit: (request) =>
      Effect.flatMap(
        Effect.flatMap(WorkspaceWebhooks, ({ test }) =>
          test(request.actor, request.path["workspace_id"]!, request.path["webhook_id"]!)),
        (tested) =>
          show(request, { tested })
      )
  }),
  ...postedForm({
    path: `${route}/rotate`,
    page: pageOf,
    policy: change,
    submit: (request) =>
      Effect.flatMap(
        Effect.flatMap(WorkspaceWebhooks, ({ rotateSecret }) =>
          rotateSecret(request.actor, request.path["workspace_id"]!, request.path["webhook_id"]!)),
        (rotated) =>
          show(request, { rotated })
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
        done(pageOf(path), "delivery-sent")
      )
  })
]
