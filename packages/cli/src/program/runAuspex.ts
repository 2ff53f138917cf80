import { type Command, CommanderError } from "commander"
import type { CommandIo } from "../kit/invocation/CommandIo.ts"
import { exitCodes } from "../kit/invocation/ExitCode.ts"
import type { CommonFlags, LazyHandler } from "../kit/invocation/Invocation.ts"
import { type OutputWatch, watchOutput } from "../kit/invocation/OutputWatch.ts"
import { makeProgram } from "./makeProgram.ts"

// A test compares it with package.json; reading the file would slow down every start.
export const version = "0.1.0"

/**
 * The exit code of a command, once its output is known to have arrived. Output that could not be written is reported,
 * and never ends as success. A reader that closes the pipe early (`auspex questions list | head`) is no failure.
 */
const codeOfOutput = async (
  code: number,
  output: OutputWatch,
  io: CommandIo,
  flags: CommonFlags
): Promise<number> => {
  const { stderr, stdout } = await output.settled()
  if (stdout === "EPIPE") return code === exitCodes.interrupted.code ? exitCodes.ok.code : code
  if (stdout !== undefined) {
    if (code !== exitCodes.unwritten.code) {
      const [{ OutputFailed }, { reportFailure }] = await Promise.all([
        import("../kit/invocation/OutputFailed.ts"),
        import("../kit/output/reportFailure.ts")
      ])
      reportFailure(new OutputFailed({ where: "standard output", code: stdout }), io, flags)
      await output.settled()
    }
    return exitCodes.unwritten.code
  }
  const isLost = stderr !== undefined && stderr !== "EPIPE"
  return isLost && code === exitCodes.ok.code ? exitCodes.unwritten.code : code
}

/**
 * Runs one command line and returns its exit code. Only commander is loaded until the command is known, so that help
 * and usage errors are fast.
 */
export const runAuspex = async (argv: ReadonlyArray<string>, io: CommandIo): Promise<number> => {
  const output = watchOutput(io)
  let exitCode: number = exitCodes.ok.code
  let commandFlags: CommonFlags = {}
  const bind = (command: Command, load: LazyHandler): Command =>
    command.action(async () => {
      const flags = commandFlags = command.optsWithGlobals()
      const [{ runCommand }, handler] = await Promise.all([import("./runCommand.ts"), load()])
      const args = command.processedArgs.flat().filter((arg): arg is string => typeof arg === "string")
      exitCode = await runCommand(handler({ io, args, flags: flags as never, program }), io, flags)
    })
  const program: Command = makeProgram(io, version, bind)
  const run = async (): Promise<number> => {
    if (argv.length === 0) {
      io.stderr.write(program.helpInformation())
      return exitCodes.usage.code
    }
    try {
      await program.parseAsync(argv, { from: "user" })
      return exitCode
    } catch (error) {
      if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.ok.code : exitCodes.usage.code
      throw error
    }
  }
  return codeOfOutput(await run(), output, io, commandFlags)
}
