import type { Command } from "commander"
import { withOutput } from "./CommandTree.ts"

export const projectArgument = ["<project>", "the project's id"] as const

/** Adds the flags that name the research API, or a database, and the key of a workspace. */
export const withResearchTarget = (command: Command): Command =>
  withOutput(command).optionsGroup("Research API or database:")
    .option("--server <url>", "address of the research API (AUSPEX_RESEARCH_SERVER)")
    .option("--key-file <file>", "file that holds the workspace key; else AUSPEX_RESEARCH_KEY")
    .option("--database-url <url>", "a server Postgres (AUSPEX_DATABASE_URL), without going through a server")
    .option("--data-dir <dir>", "the directory of an embedded database (AUSPEX_DATA_DIR, else ./.auspex)")
