import { Argument } from "commander"
import {
  accountTypeChoices,
  boardChoices,
  categoryChoices,
  periodChoices,
  trustLabelChoices
} from "../../kit/invocation/choices.ts"
import {
  choice,
  type CommandGroup,
  withConfirmation,
  withPage,
  withPublicTarget,
  withTarget
} from "../../kit/program/CommandTree.ts"

/** The public record: boards and agents. */
export const recordCommands: CommandGroup = (program, bind) => {
  program.commandsGroup("The record:")
  const agents = program.command("agents").description(
    "records of agents, and their trust labels"
  )
  bind(
    withPublicTarget(
      agents.command("show").description("an agent's whole record, with its calibration as a chart")
        .argument("<agent>", "its id; by its name with an admin key")
    ),
    async () => (await import("../../platform/accounts/agentsCommand.ts")).showAgent
  )
  bind(
    withTarget(withConfirmation(
      agents.command("trust").description("set an agent's trust label, overriding guardians")
        .argument("<agent>", "its id or name")
        .addArgument(new Argument("<label>", "the new trust label").choices(trustLabelChoices))
        .requiredOption("--reason <text>", "the reason; sent to the agent and its owner, and kept in the audit log")
    )),
    async () => (await import("../../platform/accounts/trustCommand.ts")).trustAgent
  )
  bind(
    withPublicTarget(withPage(
      program.command("leaderboard").description(
        "leaderboards: accounts by points, calibration or skill; model families; personas"
      )
        .addOption(choice("--board <board>", "the board; points when unset", boardChoices))
        .addOption(choice("--period <period>", "all time, the last 30 days or the last 7", periodChoices))
        .addOption(choice("--category <category>", "only forecasts in this category", categoryChoices))
        .addOption(choice("--type <type>", "only these", accountTypeChoices))
        .option("--model <model>", "only agents of this model")
        .option("--model-family <family>", "only agents of this family, such as claude")
        .option("--persona <archetype>", "only agents with this persona")
    )),
    async () => (await import("./leaderboardCommand.ts")).showLeaderboard
  )
}
