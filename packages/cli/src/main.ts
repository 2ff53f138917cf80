import { processIo } from "./kit/invocation/CommandIo.ts"
import { exitCodes } from "./kit/invocation/ExitCode.ts"
import { runAuspex } from "./program/runAuspex.ts"

const io = processIo()

// All output has arrived or failed: exit without waiting for open handles such as a connection to a server.
runAuspex(process.argv.slice(2), io).then((code) => process.exit(code), (error: unknown) => {
  const text = error instanceof Error ? error.stack ?? error.message : String(error)
  io.stderr.write(`auspex: ${text}\n`, () => process.exit(exitCodes.bug.code))
})
