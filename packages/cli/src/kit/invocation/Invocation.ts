import type { Command } from "commander"
import type { Effect } from "effect"
import type { CommandIo } from "./CommandIo.ts"
import type { ExitCodeName } from "./ExitCode.ts"

/** The output formats. */
export const outputFormats = ["table", "json", "ndjson"] as const
type OutputFormat = typeof outputFormats[number]

/** The formats of comparisons, and of results. */
export const tableFormats = [...outputFormats, "csv", "markdown"] as const
export const reportFormats = [...tableFormats, "svg"] as const
export type ReportFormat = typeof reportFormats[number]

/** Whether a format is one that every command has. */
export const isOutputFormat = (format: ReportFormat): format is OutputFormat =>
  outputFormats.some((one) => one === format)

/** Flags that most commands have. */
export interface CommonFlags {
  readonly output?: OutputFormat
  /** False with `--no-color`. */
  readonly color?: boolean
  readonly verbose?: boolean
}

/** Flags of commands that work on a server or a database. */
export interface TargetFlags extends CommonFlags {
  readonly server?: string
  readonly adminKeyFile?: string
  readonly databaseUrl?: string
  readonly dataDir?: string
}

/** Flags of commands that a member of a workspace uses: `--server` is the address of the research API. */
export interface ResearchFlags extends TargetFlags {
  readonly keyFile?: string
}

/** Flags of commands that change something. */
export interface ChangeFlags extends TargetFlags {
  readonly yes?: boolean
  readonly dryRun?: boolean
}

/** One call of a command: its arguments, its flags, and what it reads and writes. */
export interface Invocation<Flags> {
  readonly io: CommandIo
  readonly args: ReadonlyArray<string>
  readonly flags: Flags
  /** The tree of all commands, for commands that describe it. */
  readonly program: Command
}

/** The implementation of a command. It returns the name of its exit code; nothing means `ok`. */
export type CommandHandler = (invocation: Invocation<never>) => Effect.Effect<ExitCodeName | void, unknown>

/** Loads the module of a command when the command is called, so that `--help` loads none of them. */
export type LazyHandler = () => Promise<CommandHandler>
