import { issueStatusChoices, issueTypeChoices } from "../invocation/choices.ts"
import { choice, type CommandGroup, withConfirmation, withPage, withTarget } from "./CommandTree.ts"

/** Issues reported by users. */
export const issueCommands: CommandGroup = (program, bind) => {
  const issues = program.command("issues").description("look at what users report and wish, move it on and answer it")
  bind(
    withTarget(withPage(
      issues.command("list").description("issues of everybody, the newest first")
        .addOption(choice("--status <status>", "only these", issueStatusChoices))
        .addOption(choice("--type <type>", "only these", issueTypeChoices))
    )),
    async () => (await import("../commands/issuesCommand.ts")).listIssues
  )
  bind(
    withTarget(issues.command("show").description("one issue, with all that it says").argument("<id>")),
    async () => (await import("../commands/issuesCommand.ts")).showIssue
  )
  bind(
    withTarget(withConfirmation(
      issues.command("update")
        .description("open → acknowledged → resolved → closed, open → closed, resolved → open; closing asks first")
        .argument("<id>")
        .addOption(choice("--status <status>", "what it becomes; unchanged when unset", issueStatusChoices))
        .option("--note <text>", "the answer, shown to whoever filed it; an empty one takes it away")
    )),
    async () => (await import("../commands/issuesCommand.ts")).updateIssue
  )
}
