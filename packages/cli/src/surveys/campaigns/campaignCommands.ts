import { type CommandGroup, withConfirmation, withTarget } from "../../kit/program/CommandTree.ts"

/** Surveys, questions and the editorial calendar as files. */
export const campaignCommands: CommandGroup = (program, bind) => {
  const load = () => import("./campaignCommand.ts")
  const files = "YAML or JSON; - for standard input"
  bind(
    withTarget(
      program.command("plan").description(
        "show the changes that applying files would make; exit code 7 if there are any"
      )
        .argument("<file...>", files)
    ),
    async () => (await load()).planCampaign
  )
  bind(
    withTarget(withConfirmation(
      program.command("apply").description("apply files as a whole, or change nothing; shows the plan and asks first")
        .argument("<file...>", files)
    )),
    async () => (await load()).applyCampaign
  )
  bind(
    withTarget(
      program.command("pull").description("the present surveys, questions and calendar as a file for apply")
        .argument("[survey...]", "keys or ids of surveys; all that are not archived when none is given")
    ),
    async () => (await load()).pullCampaign
  )
}
