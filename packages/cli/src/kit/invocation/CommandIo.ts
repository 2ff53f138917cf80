import type { Effect, Scope } from "effect"
import { fileOutput, isFileOutput } from "./fileOutput.ts"

/** Opens what `key` names, or returns it if an earlier command of the process has opened it. */
export type Keep = <A, E>(key: string, open: Effect.Effect<A, E, Scope.Scope>) => Effect.Effect<A, E, Scope.Scope>

/** The streams and environment of a command. Data goes to `stdout`, messages to `stderr`. */
export interface CommandIo {
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean }
  readonly stdout: CommandOutput
  readonly stderr: CommandOutput
  readonly env: Readonly<Record<string, string | undefined>>
  /** For a process that runs many commands. Without it each command opens and closes its own. */
  readonly keep?: Keep
}

/** A stream that may be a terminal of some size. */
export type CommandOutput = NodeJS.WritableStream & {
  readonly isTTY?: boolean
  readonly columns?: number
  readonly rows?: number
  /** The bytes that were written and have not been taken yet. */
  readonly writableLength?: number
}

/** The streams and the environment of this process. */
export const processIo = (): CommandIo => ({
  stdin: process.stdin,
  stdout: isFileOutput(1) ? fileOutput(1) : process.stdout,
  stderr: isFileOutput(2) ? fileOutput(2) : process.stderr,
  env: process.env
})
