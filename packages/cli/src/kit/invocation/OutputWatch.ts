import type { CommandIo, CommandOutput } from "./CommandIo.ts"
import { systemCodeOf } from "./systemReason.ts"

/** The system's names for the first failure of each output stream, such as ENOSPC. */
export interface OutputFailures {
  readonly stdout?: string
  readonly stderr?: string
}

/** Watches the output streams of a command. */
export interface OutputWatch {
  /** Waits until everything that was written has arrived or failed. */
  readonly settled: () => Promise<OutputFailures>
}

/** Resolves when the stream has handled everything that was written to it. */
const flushed = (stream: CommandOutput): Promise<void> =>
  new Promise((resolve) => {
    // An error event follows the callback of its write, but before the next turn of the event loop.
    const settle = (): void => void setImmediate(resolve)
    // Writing nothing would fail on a full device, too.
    if ((stream.writableLength ?? 0) === 0) settle()
    else stream.write("", settle)
  })

/**
 * Records the first failure of each output stream from now on. Without a listener a failed write would end the process
 * in the middle of its work.
 */
export const watchOutput = (io: Pick<CommandIo, "stdout" | "stderr">): OutputWatch => {
  const failures: { stdout?: string; stderr?: string } = {}
  io.stdout.on("error", (error: unknown) => {
    failures.stdout ??= systemCodeOf(error)
  })
  io.stderr.on("error", (error: unknown) => {
    failures.stderr ??= systemCodeOf(error)
  })
  return {
    settled: async () => {
      await Promise.all([flushed(io.stdout), flushed(io.stderr)])
      return failures
    }
  }
}
