import { type Command, Option } from "commander"
import type { LazyHandler } from "../invocation/Invocation.ts"
import { outputFormats } from "../invocation/Invocation.ts"

/** Attaches a handler to a command. */
export type Bind = (command: Command, load: LazyHandler) => Command

/** A part of the program: adds its commands to `program`. */
export type CommandGroup = (program: Command, bind: Bind) => void

/** An option that takes one of a few words. */
export const choice = (flags: string, meaning: string, words: ReadonlyArray<string>): Option =>
  new Option(flags, meaning).choices(words)

/** An option that takes one of a few words and may be given several times. */
export const choices = (flags: string, meaning: string, words: ReadonlyArray<string>): Option => {
  const option = choice(flags, meaning, words)
  const judged = option.parseArg!
  return option.argParser((value, before: ReadonlyArray<string> | undefined) => [...before ?? [], judged(value, value)])
}

/** Adds `--output`. */
export const withOutput = (command: Command, formats: ReadonlyArray<string> = outputFormats): Command =>
  command.addOption(choice("--output <format>", "the format of the answer", formats).default("table"))

/** Adds the flags that name a database. */
export const withDatabase = (command: Command): Command =>
  command.optionsGroup("Database:")
    .option("--database-url <url>", "a server Postgres (AUSPEX_DATABASE_URL)")
    .option("--data-dir <dir>", "the directory of an embedded database (AUSPEX_DATA_DIR, else ./.auspex)")

const withServer = (command: Command, server: string, formats?: ReadonlyArray<string>): Command =>
  withOutput(command, formats).optionsGroup("Server or database:")
    .option("--server <url>", server)
    .option("--admin-key-file <file>", "file that holds the admin key; else AUSPEX_ADMIN_KEY")
    .option("--database-url <url>", "a server Postgres (AUSPEX_DATABASE_URL), without going through a server")
    .option("--data-dir <dir>", "the directory of an embedded database (AUSPEX_DATA_DIR, else ./.auspex)")

/** Adds the flags that name a server or a database, and `--output`, with other formats than usual if they are given. */
export const withTarget = (command: Command, formats?: ReadonlyArray<string>): Command =>
  withServer(command, "a running server (AUSPEX_SERVER); needs an admin key", formats)

/** The same for public information. */
export const withPublicTarget = (command: Command): Command => withServer(command, "a running server (AUSPEX_SERVER)")

/** Adds `--dry-run` and `--yes`, for commands that lose something. */
export const withConfirmation = (command: Command): Command =>
  command
    .option("--dry-run", "show the changes without making them")
    .option("--yes", "do not ask for confirmation; requires a named server or database")

/** Adds the flags that select a part of a list. */
export const withPage = (command: Command): Command =>
  command
    .option("--limit <n>", "maximum number of rows (up to 100)", "20")
    .option("--offset <n>", "rows to skip")
    .option("--cursor <cursor>", "continue after this next_cursor")
    .option("--all", "all rows, page by page")

/** For options that may be given several times. */
export const collect = (value: string, before: ReadonlyArray<string> | undefined): ReadonlyArray<string> => [
  ...(before ?? []),
  value
]
