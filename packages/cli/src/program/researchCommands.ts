import { framingPurposeChoices } from "../invocation/choices.ts"
import { choice, type CommandGroup, withOutput } from "./CommandTree.ts"

/** Research projects and their questions. */
export const researchCommands: CommandGroup = (program, bind) => {
  const research = program.command("research").description("research projects and their questions")
  bind(
    withOutput(
      research.command("frame").description("judge research questions by the framing rules, without a server")
        .argument("<file>", "YAML or JSON: a list of questions, each a text or a mapping; - for standard input")
        .addOption(
          choice(
            "--purpose <purpose>",
            "what the questions are for; survey if all are plain texts, else forecast",
            framingPurposeChoices
          )
        )
        .option("--today <date>", "judge as of this day (YYYY-MM-DD) instead of today")
    ),
    async () => (await import("../commands/frameCommand.ts")).frameCommand
  )
}
