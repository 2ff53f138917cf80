import { Cause, Chunk, Effect, Exit, Fiber, Logger, LogLevel } from "effect"
import { styleFor } from "../output/Style.ts"
import type { CommandIo } from "../invocation/CommandIo.ts"
import { type ExitCodeName, exitCodes } from "../invocation/ExitCode.ts"
import { failureLine, failureReport } from "../output/failureText.ts"
import type { CommonFlags } from "../invocation/Invocation.ts"

/** Prints warnings of the layers to standard error. */
const warningsTo = (io: CommandIo) =>
  Logger.replace(
    Logger.defaultLogger,
    Logger.make(({ logLevel, message }) => {
      const text = (Array.isArray(message) ? message : [message]).map(String).join(" ")
      io.stderr.write(`auspex: ${logLevel.label.toLowerCase()}: ${text}\n`)
    })
  )

const reportFailure = (error: unknown, io: CommandIo, flags: CommonFlags): ExitCodeName | undefined => {
  const report = failureReport(error)
  if (report === undefined) return undefined
  const [first, ...rest] = report.failures
  if (flags.output === "json" || flags.output === "ndjson") {
    const envelope = { error: first?.message, ...(first?.code === undefined ? {} : { code: first.code }) }
    const failures = rest.length > 0 || first?.field !== undefined ? { failures: report.failures } : {}
    io.stderr.write(`${JSON.stringify({ ...envelope, ...failures })}\n`)
    return report.exit
  }
  const style = styleFor(io, io.stderr, flags)
  for (const found of report.failures) io.stderr.write(`${style.red("auspex:")} ${failureLine(found)}\n`)
  if (first?.code !== undefined) io.stderr.write(style.dim(`more: auspex explain ${first.code}`) + "\n")
  return report.exit
}

/**
 * Runs a command to its end and returns its exit code. Ctrl-C and SIGTERM interrupt it: transactions roll back, locks
 * and files are released.
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
  const exit = await Effect.runPromise(Fiber.await(fiber))
  process.off("SIGINT", interrupt)
  process.off("SIGTERM", interrupt)
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
