import { Cause, Chunk, Effect, Exit, Fiber, Logger, LogLevel } from "effect"
import type { CommandIo } from "../kit/invocation/CommandIo.ts"
import { type ExitCodeName, exitCodes } from "../kit/invocation/ExitCode.ts"
import type { CommonFlags } from "../kit/invocation/Invocation.ts"
import { reportFailure } from "../kit/output/reportFailure.ts"

/** Prints warnings of the layers to standard error. */
const warningsTo = (io: CommandIo) =>
  Logger.replace(
    Logger.defaultLogger,
    Logger.make(({ logLevel, message }) => {
      const text = (Array.isArray(message) ? message : [message]).map(String).join(" ")
      io.stderr.write(`auspex: ${logLevel.label.toLowerCase()}: ${text}\n`)
    })
  )

/**
 * Runs a command to its end and returns its exit code. Ctrl-C, SIGTERM and a standard output that cannot be written
 * interrupt it: transactions roll back, locks and files are released.
 */
export const runCommand = async (
  command: Effect.Effect<ExitCodeName | void, unknown>,
  io: CommandIo,
  flags: CommonFlags
): Promise<number> => {
  const fiber = Effect.runFork(command.pipe(
    Effect.provide(warningsTo(io)),
    Logger.withMinimumLogLevel(LogLevel.Warning)
  ))
  const interrupt = (): void => void Effect.runFork(Fiber.interrupt(fiber))
  process.once("SIGINT", interrupt)
  process.once("SIGTERM", interrupt)
  io.stdout.once("error", interrupt)
  const exit = await Effect.runPromise(Fiber.await(fiber))
  process.off("SIGINT", interrupt)
  process.off("SIGTERM", interrupt)
  io.stdout.off("error", interrupt)
  if (Exit.isSuccess(exit)) return exitCodes[exit.value ?? "ok"].code
  if (Cause.isInterruptedOnly(exit.cause)) return exitCodes.interrupted.code
  const errors = [
    ...Chunk.toReadonlyArray(Cause.failures(exit.cause)),
    ...Chunk.toReadonlyArray(Cause.defects(exit.cause))
  ]
  for (const error of errors) {
    const name = reportFailure(error, io, flags)
    if (name !== undefined) return exitCodes[name].code
  }
  io.stderr.write(`auspex: this is a bug in auspex; please report it\n${Cause.pretty(exit.cause)}\n`)
  return exitCodes.bug.code
}
