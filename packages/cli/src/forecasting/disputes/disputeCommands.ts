import { disputeEndChoices, disputeStatusChoices, outcomeChoices } from "../../kit/invocation/choices.ts"
import {
  choice,
  collect,
  type CommandGroup,
  withConfirmation,
  withPage,
  withTarget
} from "../../kit/program/CommandTree.ts"

/** Disputes of resolutions. */
export const disputeCommands: CommandGroup = (program, bind) => {
  const disputes = program.command("disputes").description("list and decide disputes of resolutions")
  bind(
    withTarget(withPage(
      disputes.command("list").description("disputes of every question, the newest first")
        .option("--question <id>", "only disputes of this question")
        .addOption(choice("--status <status>", "only these", disputeStatusChoices))
    )),
    async () => (await import("./disputesCommand.ts")).listDisputes
  )
  bind(
    withTarget(
      disputes.command("show")
        .description("one dispute, with the resolution of its question and the disputes that are decided with it")
        .argument("<id>")
    ),
    async () => (await import("./disputesCommand.ts")).showDispute
  )
  bind(
    withTarget(withConfirmation(
      disputes.command("resolve")
        .description(
          "end every open dispute of the question: open → upheld, dismissed or overturned; first shows the balances that an overturn changes"
        )
        .argument("<id>")
        .addOption(choice("--status <status>", "the decision", disputeEndChoices).makeOptionMandatory())
        .requiredOption(
          "--note <text>",
          "the reason; shown with the dispute, and with the question when it is overturned"
        )
        .addOption(choice("--outcome <outcome>", "the new outcome of a binary question", outcomeChoices))
        .option("--option <text>", "a correct option of a multi question; repeatable", collect)
        .option(
          "--evidence-url <url>",
          "an address of evidence; the addresses in the disputes when unset; repeatable",
          collect
        )
    )),
    async () => (await import("./disputesCommand.ts")).resolveDispute
  )
}
