import type { CommandIo } from "../invocation/CommandIo.ts"
import type { ExitCodeName } from "../invocation/ExitCode.ts"
import type { CommonFlags } from "../invocation/Invocation.ts"
import { failureLine, failureReport } from "./failureText.ts"
import { styleFor } from "./Style.ts"

/** Prints why a command failed, as text or as JSON, and returns the name of its exit code; undefined for a bug. */
export const reportFailure = (error: unknown, io: CommandIo, flags: CommonFlags): ExitCodeName | undefined => {
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
