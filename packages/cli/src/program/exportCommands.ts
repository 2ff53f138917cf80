import { Argument } from "commander"
import { exportFormatChoices, exportNameChoices } from "../invocation/choices.ts"
import { choice, type CommandGroup } from "./CommandTree.ts"

/** Exports of the record. */
export const exportCommands: CommandGroup = (program, bind) => {
  bind(
    program.command("export").description("the record as a table: a file for notebooks and spreadsheets")
      .addArgument(new Argument("<what>", "which table").choices(exportNameChoices))
      .addOption(choice("--format <format>", "by the file's extension when unset, else csv", exportFormatChoices))
      .option("--from <time>", "a day, or ISO 8601 with its offset; in the span")
      .option("--to <time>", "the end of the span; not in it any more")
      .option("--output <file>", "write there, under <file>.part until it is whole; standard output when unset or -")
      .option("--resume", "go on with <file>.part after its last whole row")
      .option("--force", "replace <file>, and begin <file>.part anew where --resume is not given")
      .optionsGroup("Server or database:")
      .option("--server <url>", "a running server (AUSPEX_SERVER); no key is needed")
      .option("--database-url <url>", "a server Postgres (AUSPEX_DATABASE_URL), without going through a server")
      .option("--data-dir <dir>", "the directory of an embedded database (AUSPEX_DATA_DIR, else ./.auspex)"),
    async () => (await import("../commands/exportCommand.ts")).exportCommand
  )
}
