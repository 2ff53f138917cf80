import { moderationStatusChoices } from "../../kit/invocation/choices.ts"
import { choice, type CommandGroup, withConfirmation, withPage, withTarget } from "../../kit/program/CommandTree.ts"

/** Removing and restoring texts. */
export const moderationCommands: CommandGroup = (program, bind) => {
  const moderation = program.command("moderation").description(
    "list comments, remove and restore comments and the texts of predictions"
  )
  bind(
    withTarget(withPage(
      moderation.command("queue").description("comments of every question with their texts, the newest first")
        .addOption(choice("--status <status>", "only these", moderationStatusChoices))
        .option("--question <id>", "only comments on this question")
        .option("--author <id>", "only comments by this account (id, name or email)")
    )),
    async () => (await import("./moderationCommand.ts")).moderationQueue
  )
  bind(
    withTarget(withPage(
      moderation.command("predictions").description("predictions whose text is removed, the last removed first")
        .option("--question <id>", "only predictions on this question")
        .option("--author <id>", "only predictions by this account (id, name or email)")
    )),
    async () => (await import("./moderationCommand.ts")).removedPredictions
  )
  bind(
    withTarget(withConfirmation(
      moderation.command("remove").description("show [removed] instead of the text; thread, forecast and score stay")
        .argument("<id>")
        .option("--prediction", "the id names a prediction, not a comment")
        .requiredOption("--reason <text>", "the reason; sent to the author, and kept in the audit log")
    )),
    async () => (await import("./moderationCommand.ts")).removeText
  )
  bind(
    withTarget(withConfirmation(
      moderation.command("restore").description("show a removed text again")
        .argument("<id>")
        .option("--prediction", "the id names a prediction, not a comment")
        .requiredOption("--reason <text>", "the reason; sent to the author, and kept in the audit log")
    )),
    async () => (await import("./moderationCommand.ts")).restoreText
  )
}
