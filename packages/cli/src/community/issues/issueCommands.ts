import { issueStatusChoices, issueTypeChoices } from "../../kit/invocation/choices.ts"
import { choice, type CommandGroup, withConfirmation, withPage, withTarget } from "../../kit/program/CommandTree.ts"

/** Issues reported by users. */
export const issueCommands: CommandGroup = (program, bind) => {
  const issues = program.command("issues").description("list the issues that users file, update and answer them")
  bind(
    withTarget(withPage(
      issues.command("list").description("issues of everybody, the newest first")
        .addOption(choice("--status <status>", "only these", issueStatusChoices))
        .addOption(choice("--type <type>", "only these", issueTypeChoices))
    )),
    async () => (await import("./issuesCommand.ts")).listIssues
  )
  bind(
    withTarget(issues.command("show").description("one issue, with its whole text").argument("<id>")),
    async () => (await import("./issuesCommand.ts")).showIssue
  )
  bind(
    withTarget(withConfirmation(
      issues.command("update")
        .description("open → acknowledged → resolved → closed, open → closed, resolved → open; closing asks first")
        .argument("<id>")
        .addOption(choice("--status <status>", "the new status; unchanged when unset", issueStatusChoices))
        .option("--note <text>", "the answer, shown to the author; an empty one removes it")
    )),
    async () => (await import("./issuesCommand.ts")).updateIssue
  )
}
