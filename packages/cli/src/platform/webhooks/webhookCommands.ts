import { deliveryStatusChoices, redeliveredStatusChoices } from "../../kit/invocation/choices.ts"
import { choice, collect, type CommandGroup, withOutput, withPage, withTarget } from "../../kit/program/CommandTree.ts"

/** Webhooks of all accounts. */
export const webhookCommands: CommandGroup = (program, bind) => {
  const webhooks = program.command("webhooks").description("list webhooks and their deliveries, test and send again")
  bind(
    withTarget(withPage(
      webhooks.command("list").description("webhooks of everybody, the newest first")
        .option("--account <account>", "only webhooks of this account: its id or its exact name")
        .option("--active", "only active ones")
        .option("--no-active", "only webhooks that are switched off")
    )),
    async () => (await import("./webhooksCommand.ts")).listWebhooks
  )
  bind(
    withTarget(withPage(
      webhooks.command("deliveries").description("deliveries of a webhook, the newest first").argument("<id>")
        .addOption(choice("--status <status>", "only deliveries with this status", deliveryStatusChoices))
    )),
    async () => (await import("./webhooksCommand.ts")).listDeliveries
  )
  bind(
    withTarget(webhooks.command("test").description("send a test ping and wait for its result").argument("<id>")),
    async () => (await import("./webhooksCommand.ts")).testWebhook
  )
  bind(
    withTarget(
      webhooks.command("redeliver")
        .description("send finished deliveries again, at most 10,000 a time and the oldest first")
        .argument("<id>")
        .addOption(choice("--status <status>", "the status to send again; failed when unset", redeliveredStatusChoices))
        .option("--from <time>", "created at this time or later (ISO 8601)")
        .option("--to <time>", "created before this time (ISO 8601)")
        .option("--dry-run", "count them, and send nothing")
    ),
    async () => (await import("./webhooksCommand.ts")).redeliverDeliveries
  )
}

/** Tools for receivers of webhooks; they need neither a server nor a database. */
export const receiverCommands: CommandGroup = (program, bind) => {
  bind(
    withOutput(
      program.command("listen").description("receive deliveries on this machine, check them and print them")
        .option("--port <port>", "port to listen on; 0 takes a free one", "8799")
        .option("--host <address>", "address to listen on", "127.0.0.1")
        .option("--secret-file <file>", "file that holds the webhook's secret; without it nothing is checked")
        .option("--answer <status>", "the status of every answer", "204")
        .option("--count <n>", "exit after this many deliveries")
    ),
    async () => (await import("./webhookTools.ts")).listenForDeliveries
  )
  bind(
    withOutput(
      program.command("sign").description("print the headers that a body would be sent with").argument(
        "<file>",
        "the body; - for standard input"
      )
        .option("--secret-file <file>", "file that holds the webhook's secret")
        .option("--id <id>", "the id of the delivery; a new one when unset")
        .option("--event <event>", "the event; taken from the body when unset")
        .option("--timestamp <seconds>", "seconds since 1970; now when unset")
    ),
    async () => (await import("./webhookTools.ts")).signBody
  )
  bind(
    withOutput(
      program.command("verify").description("check the signature of a received body").argument(
        "<file>",
        "the body, exactly as received; - for standard input"
      )
        .option("--secret-file <file>", "file that holds the webhook's secret")
        .option("--header <header>", "a received header, as \"Name: value\"; may be repeated", collect)
        .option("--at <seconds>", "seconds since 1970 at which it arrived; now when unset")
    ),
    async () => (await import("./webhookTools.ts")).verifyBody
  )
}
