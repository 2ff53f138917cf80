import { type Command, CommanderError } from "commander"
import type { CommandIo } from "../invocation/CommandIo.ts"
import { exitCodes } from "../invocation/ExitCode.ts"
import type { LazyHandler } from "../invocation/Invocation.ts"
import { makeProgram } from "./makeProgram.ts"

// A test compares it with package.json; reading the file would slow down every start.
export const version = "0.1.0"

/**
 * Runs one command line and returns its exit code. Only commander is loaded until the command is known, so that help
 * and usage errors are fast.
 */
export const runAuspex = async (argv: ReadonlyArray<string>, io: CommandIo): Promise<number> => {
  let exitCode: number = exitCodes.ok.code
  const bind = (command: Command, load: LazyHandler): Command =>
    command.action(async () => {
      const flags = command.optsWithGlobals()
      const [{ runCommand }, handler] = await Promise.all([import("./runCommand.ts"), load()])
      const args = command.processedArgs.flat().filter((arg): arg is string => typeof arg === "string")
      exitCode = await runCommand(handler({ io, args, flags: flags as never, program }), io, flags)
    })
  const program: Command = makeProgram(io, version, bind)
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
