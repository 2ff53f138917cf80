import { fileOutput, isFileOutput } from "./fileOutput.ts"

/** The streams and environment of a command. Data goes to `stdout`, messages to `stderr`. */
export interface CommandIo {
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean }
  readonly stdout: CommandOutput
  readonly stderr: CommandOutput
  readonly env: Readonly<Record<string, string | undefined>>
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
