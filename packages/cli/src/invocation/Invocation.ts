import type { Command } from "commander"
import type { Effect } from "effect"
import type { CommandIo } from "./CommandIo.ts"
import type { ExitCodeName } from "./ExitCode.ts"

/** How answers are written. */
export const outputFormats = ["table", "json", "ndjson"] as const
export type OutputFormat = typeof outputFormats[number]

/** Flags that most commands have. */
export interface CommonFlags {
  readonly output?: OutputFormat
  /** False with `--no-color`. */
  readonly color?: boolean
}

/** Flags of commands that work on a server or a database. */
export interface TargetFlags extends CommonFlags {
  readonly server?: string
  readonly adminKeyFile?: string
  readonly databaseUrl?: string
  readonly dataDir?: string
}

/** Flags of acts that lose something. */
export interface ActFlags extends TargetFlags {
  readonly yes?: boolean
  readonly dryRun?: boolean
}

/** One call of a command: its arguments, its flags, and what it reads and writes. */
export interface Invocation<Flags> {
  readonly io: CommandIo
  readonly args: ReadonlyArray<string>
  readonly flags: Flags
  /** The tree of all commands, for those that describe it. */
  readonly program: Command
}

/** What a command does; it answers how it ended, `ok` when it says nothing. */
export type CommandAct = (invocation: Invocation<never>) => Effect.Effect<ExitCodeName | void, unknown>

/** Loads a command's module when it is called and picks the act: `--help` must not wait for any of them. */
export type LazyAct = () => Promise<CommandAct>
