import type { Command } from "commander"
import { deliveryStatusChoices, projectEventChoices } from "../../kit/invocation/choices.ts"
import { type Bind, choice, choices, withConfirmation, withPage, withTarget } from "../../kit/program/CommandTree.ts"

/** The argument that names a workspace. */
export const workspaceArgument = ["<workspace>", "the workspace's id"] as const

const webhookArgument = ["<webhook>", "the webhook's id"] as const

/** Webhooks of a workspace. */
export const workspaceWebhookCommands = (research: Command, bind: Bind): void => {
  const load = () => import("./workspaceWebhooksCommand.ts")
  const webhooks = research.command("webhooks").description("webhooks of a workspace and their deliveries")
  bind(
    withTarget(
      webhooks.command("list").description("all webhooks of a workspace, the oldest first").argument(
        ...workspaceArgument
      )
    ),
    async () => (await load()).listWorkspaceWebhooks
  )
  bind(
    withTarget(
      webhooks.command("add").description("subscribe a URL; its secret is shown once").argument(...workspaceArgument)
        .argument("<url>", "a public https address")
        .addOption(choices("--event <event>", "only this event; may be repeated", projectEventChoices))
    ),
    async () => (await load()).addWorkspaceWebhook
  )
  bind(
    withTarget(
      webhooks.command("update").description("change a webhook").argument(...workspaceArgument)
        .argument(...webhookArgument)
        .option("--url <url>", "its new address, also for pending deliveries")
        .addOption(choices("--event <event>", "only this event from now on; may be repeated", projectEventChoices))
        .option("--active", "switch it on")
        .option("--no-active", "switch it off; it misses events until it is on again")
    ),
    async () => (await load()).updateWorkspaceWebhook
  )
  bind(
    withTarget(withConfirmation(
      webhooks.command("remove").description("delete a webhook with its deliveries").argument(...workspaceArgument)
        .argument(...webhookArgument)
    )),
    async () => (await load()).removeWorkspaceWebhook
  )
  bind(
    withTarget(
      webhooks.command("test").description("send a test ping and wait for its result").argument(...workspaceArgument)
        .argument(...webhookArgument)
    ),
    async () => (await load()).testWorkspaceWebhook
  )
  bind(
    withTarget(
      webhooks.command("rotate").description("a new secret, shown once; the former secret signs, too, for a day")
        .argument(...workspaceArgument).argument(...webhookArgument)
    ),
    async () => (await load()).rotateWorkspaceWebhook
  )
  bind(
    withTarget(withPage(
      webhooks.command("deliveries").description("deliveries of a webhook, the newest first")
        .argument(...workspaceArgument).argument(...webhookArgument)
        .addOption(choice("--status <status>", "only these", deliveryStatusChoices))
    )),
    async () => (await load()).listWorkspaceDeliveries
  )
  bind(
    withTarget(
      webhooks.command("redeliver").description("send a finished delivery again").argument(...workspaceArgument)
        .argument(...webhookArgument).argument("<delivery>", "the delivery's id")
    ),
    async () => (await load()).redeliverToWorkspace
  )
}
