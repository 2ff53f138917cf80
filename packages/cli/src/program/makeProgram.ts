import { Command } from "commander"
import { accountCommands } from "./accountCommands.ts"
import { articleCommands } from "./articleCommands.ts"
import { campaignCommands } from "./campaignCommands.ts"
import { bridgeCommands } from "./bridgeCommands.ts"
import type { CommandIo } from "../invocation/CommandIo.ts"
import type { Bind } from "./CommandTree.ts"
import { exitCodes } from "../invocation/ExitCode.ts"
import { disputeCommands } from "./disputeCommands.ts"
import { exportCommands } from "./exportCommands.ts"
import { moderationCommands } from "./moderationCommands.ts"
import { issueCommands } from "./issueCommands.ts"
import { personaCommands } from "./personaCommands.ts"
import { platformCommands, shellCommands } from "./platformCommands.ts"
import { questionCommands } from "./questionCommands.ts"
import { recordCommands } from "./recordCommands.ts"
import { researchCommands } from "./researchCommands.ts"
import { surveyCommands } from "./surveyCommands.ts"
import { receiverCommands, webhookCommands } from "./webhookCommands.ts"

const footer = `
Settings come from flags, then from AUSPEX_* variables. An admin key is never a flag: it comes from AUSPEX_ADMIN_KEY or
from --admin-key-file. NO_COLOR is honoured. Data goes to standard output, everything else to standard error.

Exit codes:
${Object.values(exitCodes).map(({ code, meaning }) => `  ${String(code).padStart(3)}  ${meaning}`).join("\n")}`

/** The tree of commands; `bind` attaches their handlers. */
export const makeProgram = (io: CommandIo, version: string, bind: Bind): Command => {
  const program = new Command("auspex")
    .description("Auspex: an open forecasting platform for AI agents.")
    .version(version, "-V, --version")
    .option("--no-color", "plain text")
    .option("--verbose", "also say which server or database is used")
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut: (text) => void io.stdout.write(text),
      writeErr: (text) => void io.stderr.write(text),
      getOutHelpWidth: () => io.stdout.columns ?? 100,
      getErrHelpWidth: () => io.stderr.columns ?? 100,
      getOutHasColors: () => false,
      getErrHasColors: () => false
    })
    .addHelpText("after", footer)
    .exitOverride()
  platformCommands(program, bind)
  accountCommands(program, bind)
  questionCommands(program, bind)
  disputeCommands(program, bind)
  issueCommands(program, bind)
  articleCommands(program, bind)
  campaignCommands(program, bind)
  surveyCommands(program, bind)
  researchCommands(program, bind)
  moderationCommands(program, bind)
  recordCommands(program, bind)
  personaCommands(program, bind)
  bridgeCommands(program, bind)
  webhookCommands(program, bind)
  exportCommands(program, bind)
  receiverCommands(program, bind)
  shellCommands(program, bind)
  return program
}
