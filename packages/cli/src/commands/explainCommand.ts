import { errorCatalogue, errorCodes } from "@auspex/adapters-http/contract"
import { type ErrorCode, nearest } from "@auspex/domain/kernel"
import { Effect } from "effect"
import { answerOne, answerRows, say } from "../output/answer.ts"
import type { CommandAct, CommonFlags, Invocation } from "../invocation/Invocation.ts"

const explanationOf = (code: ErrorCode) => ({ code, ...errorCatalogue[code] })

/** `auspex explain [CODE]`. */
export const explainCommand = ((call: Invocation<CommonFlags>) => {
  const [given] = call.args
  if (given === undefined) {
    const errors = errorCodes.map(explanationOf)
    return answerRows(call, errors, [
      { header: "CODE", value: (row) => row.code },
      { header: "STATUS", value: (row) => row.status, right: true },
      { header: "CAUSE", value: (row) => row.cause, gives: true }
    ], { errors })
  }
  const wanted = given.toUpperCase().replaceAll("-", "_")
  const code = errorCodes.find((candidate) => candidate === wanted)
  if (code !== undefined) return answerOne(call, explanationOf(code), explanationOf(code))
  return Effect.as(
    say(call, `auspex: there is no error code ${wanted}; did you mean ${nearest(wanted, errorCodes)}?`),
    "not_found" as const
  )
}) satisfies CommandAct
