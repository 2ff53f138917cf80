import type { Command } from "commander"
import { packetFormatChoices } from "../../kit/invocation/choices.ts"
import { type Bind, choice } from "../../kit/program/CommandTree.ts"
import { projectArgument, withResearchTarget } from "../../kit/program/researchTarget.ts"

/** The decision packet of a project. */
export const packetCommands = (research: Command, bind: Bind): void => {
  bind(
    withResearchTarget(
      research.command("packet").description("the decision packet of a project").argument(...projectArgument)
        .addOption(choice("--format <format>", "the format of the packet", packetFormatChoices).default("markdown"))
        .option("--packet-version <n>", "this version instead of the latest")
        .option("--to <file>", "write it to a file")
    ),
    async () => (await import("./packetCommand.ts")).showPacket
  )
}
