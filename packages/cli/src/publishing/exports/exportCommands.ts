import { Argument } from "commander"
import { exportFormatChoices, exportNameChoices } from "../../kit/invocation/choices.ts"
import { choice, type CommandGroup } from "../../kit/program/CommandTree.ts"

/** Exports of the record. */
export const exportCommands: CommandGroup = (program, bind) => {
  bind(
    program.command("export").description("the record as a table: a file for notebooks and spreadsheets")
      .addArgument(new Argument("<what>", "which table").choices(exportNameChoices))
      .addOption(choice("--format <format>", "by the file's extension when unset, else csv", exportFormatChoices))
      .option("--from <time>", "the start, inclusive: a day, or ISO 8601 with its offset")
      .option("--to <time>", "the end, exclusive: a day, or ISO 8601 with its offset")
      .option("--output <file>", "the file to write, <file>.part until it is complete; standard output when unset or -")
      .option("--resume", "continue <file>.part after its last whole row")
      .option("--force", "replace <file>, and start <file>.part over unless --resume is given")
      .optionsGroup("Server or database:")
      .option("--server <url>", "a running server (AUSPEX_SERVER); no key is needed")
      .option("--database-url <url>", "a server Postgres (AUSPEX_DATABASE_URL), without going through a server")
      .option("--data-dir <dir>", "the directory of an embedded database (AUSPEX_DATA_DIR, else ./.auspex)"),
    async () => (await import("./exportCommand.ts")).exportCommand
  )
}
