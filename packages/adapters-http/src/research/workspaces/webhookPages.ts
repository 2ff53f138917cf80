import { ProjectEventName, projectEventNames } from "@auspex/domain/events"
import { webhooksPerOwnerMax } from "@auspex/domain/webhooks"
import { WorkspaceWebhooks } from "@auspex/domain/workspaces"
import { Effect } from "effect"
import type { Html } from "../../kit/Html.tsx"
import { pageQuery } from "../../pages/pageQuery.ts"
import { webhookRoutes } from "../../platform/webhooks/webhookRoutes.ts"
import { deliveriesQuery, webhookMutations } from "../../platform/webhooks/webhookSchemas.ts"
import { enterWorkspace } from "./enterWorkspace.ts"
import { workspaceFrame, workspacePath } from "./WorkspaceFrame.tsx"

const deliveries = deliveriesQuery(ProjectEventName)

/** The webhooks of a workspace, and their deliveries. */
export const webhookPageRoutes = webhookRoutes({
  route: "/research/:workspace_id/webhooks",
  listOf: (path) => workspacePath(path["workspace_id"]!, "webhooks"),
  events: projectEventNames,
  asked: (query) => pageQuery(deliveries, query),
  mutations: webhookMutations("workspace_webhooks"),
  heading: "Webhooks",
  about:
    `Events of the projects are posted to these addresses, signed with the secret of each; ${webhooksPerOwnerMax} at most.`,
  ofOwner: ({ actor, path }) =>
    Effect.map(WorkspaceWebhooks, (all) => {
      const workspace = path["workspace_id"]!
      return {
        list: all.list(actor, workspace),
        create: (request) => all.create(actor, workspace, request),
        update: (id, update) => all.update(actor, workspace, id, update),
        remove: (id) => all.remove(actor, workspace, id),
        rotateSecret: (id) => all.rotateSecret(actor, workspace, id),
        test: (id) => all.test(actor, workspace, id),
        deliveries: (id, filter, page) => all.deliveries(actor, workspace, id, filter, page),
        redeliver: (id, delivery) => all.redeliver(actor, workspace, id, delivery)
      }
    }),
  frame: (request, refused) =>
    Effect.map(
      enterWorkspace(request, refused),
      ({ view }) => (body: Html) => workspaceFrame(view, "webhooks", body)
    )
})
