import { disputeEndChoices, disputeStatusChoices, outcomeChoices } from "../invocation/choices.ts"
import { choice, collect, type CommandGroup, withConfirmation, withPage, withTarget } from "./CommandTree.ts"

/** Disputes of resolutions. */
export const disputeCommands: CommandGroup = (program, bind) => {
  const disputes = program.command("disputes").description("look at disputes of resolutions, and end them")
  bind(
    withTarget(withPage(
      disputes.command("list").description("disputes of every question, the newest first")
        .option("--question <id>", "only those of this question")
        .addOption(choice("--status <status>", "only these", disputeStatusChoices))
    )),
    async () => (await import("../commands/disputesCommand.ts")).listDisputes
  )
  bind(
    withTarget(
      disputes.command("show")
        .description("one dispute, with what its question resolved to and the disputes that are decided with it")
        .argument("<id>")
    ),
    async () => (await import("../commands/disputesCommand.ts")).showDispute
  )
  bind(
    withTarget(withConfirmation(
      disputes.command("resolve")
        .description(
          "ends every open dispute of the question: open → upheld, dismissed or overturned; shows first which balances an overturn changes"
        )
        .argument("<id>")
        .addOption(choice("--status <status>", "how it ends", disputeEndChoices).makeOptionMandatory())
        .requiredOption("--note <text>", "why; shown with the dispute, and with the question when it is overturned")
        .addOption(choice("--outcome <outcome>", "how a binary question is resolved instead", outcomeChoices))
        .option("--option <text>", "an option of a multi question that came true instead; repeatable", collect)
        .option("--evidence-url <url>", "where it can be seen; the disputes' own when unset; repeatable", collect)
    )),
    async () => (await import("../commands/disputesCommand.ts")).resolveDispute
  )
}
