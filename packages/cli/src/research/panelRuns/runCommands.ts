import type { Command } from "commander"
import type { Bind } from "../../kit/program/CommandTree.ts"
import { projectArgument, withResearchTarget } from "../../kit/program/researchTarget.ts"

/** Runs of the panel over a project. */
export const runCommands = (research: Command, bind: Bind): void => {
  const load = () => import("../panelRuns/runsCommand.ts")
  bind(
    withResearchTarget(
      research.command("run").description("start the panel on the questions of a project").argument(...projectArgument)
        .option("--calls <n>", "maximum number of requests to models")
        .option("--watch", "wait until the run has ended")
    ),
    async () => (await load()).startRun
  )
  bind(
    withResearchTarget(
      research.command("watch").description("follow the last run of a project").argument(...projectArgument)
    ),
    async () => (await load()).watchRun
  )
  bind(
    withResearchTarget(
      research.command("cancel").description("stop the run of a project").argument(...projectArgument)
    ),
    async () => (await load()).cancelRun
  )
}
