import { processIo } from "./invocation/CommandIo.ts"
import { exitCodes } from "./invocation/ExitCode.ts"
import { runAuspex } from "./program/runAuspex.ts"

// A reader that closes the pipe early (`auspex questions list | head`) is not a failure.
process.stdout.on(
  "error",
  (error: NodeJS.ErrnoException) => process.exit(error.code === "EPIPE" ? 0 : exitCodes.bug.code)
)

const io = processIo()

/** Exits when all output has been written, without waiting for open handles such as a connection to a server. */
const end = (code: number): void => {
  io.stdout.write("", () => io.stderr.write("", () => process.exit(code)))
}

runAuspex(process.argv.slice(2), io).then(end, (error: unknown) => {
  io.stderr.write(`auspex: ${error instanceof Error ? error.stack ?? error.message : String(error)}\n`)
  end(exitCodes.bug.code)
})
