import { errorCatalogue, errorCodes } from "@auspex/adapters-http/contract"
import { type ErrorCode, nearest } from "@auspex/domain/kernel"
import { Effect } from "effect"
import { printNote, printRecord, printRows } from "../../kit/output/print.ts"
import type { CommandHandler, CommonFlags, Invocation } from "../../kit/invocation/Invocation.ts"

const explanationOf = (code: ErrorCode) => ({ code, ...errorCatalogue[code] })

/** `auspex explain [CODE]`. */
export const explainCommand = ((call: Invocation<CommonFlags>) => {
  const [given] = call.args
  if (given === undefined) {
    const errors = errorCodes.map(explanationOf)
    return printRows(call, errors, [
      { header: "CODE", value: (row) => row.code },
      { header: "STATUS", value: (row) => row.status, right: true },
      { header: "CAUSE", value: (row) => row.cause, shrinks: true }
    ], { errors })
  }
  const wanted = given.toUpperCase().replaceAll("-", "_")
  const code = errorCodes.find((candidate) => candidate === wanted)
  if (code !== undefined) return printRecord(call, explanationOf(code), explanationOf(code))
  return Effect.as(
    printNote(call, `auspex: there is no error code ${wanted}; did you mean ${nearest(wanted, errorCodes)}?`),
    "not_found" as const
  )
}) satisfies CommandHandler
