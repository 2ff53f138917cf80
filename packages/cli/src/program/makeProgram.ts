import { Command } from "commander"
import { accountCommands } from "../platform/accounts/accountCommands.ts"
import { articleCommands } from "../publishing/articles/articleCommands.ts"
import { campaignCommands } from "../surveys/campaigns/campaignCommands.ts"
import { bridgeCommands } from "../platform/inference/bridgeCommands.ts"
import type { CommandIo } from "../kit/invocation/CommandIo.ts"
import type { Bind } from "../kit/program/CommandTree.ts"
import { exitCodes } from "../kit/invocation/ExitCode.ts"
import { disputeCommands } from "../forecasting/disputes/disputeCommands.ts"
import { exportCommands } from "../publishing/exports/exportCommands.ts"
import { moderationCommands } from "../community/moderation/moderationCommands.ts"
import { issueCommands } from "../community/issues/issueCommands.ts"
import { personaCommands } from "../community/personas/personaCommands.ts"
import { platformCommands, shellCommands } from "../platform/system/platformCommands.ts"
import { questionCommands } from "../forecasting/questions/questionCommands.ts"
import { recordCommands } from "../forecasting/boards/recordCommands.ts"
import { researchCommands } from "./researchCommands.ts"
import { surveyCommands } from "../surveys/surveys/surveyCommands.ts"
import { receiverCommands, webhookCommands } from "../platform/webhooks/webhookCommands.ts"

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
