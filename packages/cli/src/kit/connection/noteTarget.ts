import { Effect } from "effect"
import type { Invocation, TargetFlags } from "../invocation/Invocation.ts"
import { printNote } from "../output/print.ts"
import { type Target, targetText } from "./Target.ts"

/** With `--verbose`, says which server or database the command works on where its flags do not say so themselves. */
export const noteTarget = (
  call: Pick<Invocation<TargetFlags>, "io" | "flags">,
  wanted: Target,
  target: Target
): Effect.Effect<void> => {
  if (call.flags.verbose !== true) return Effect.void
  if (wanted.kind === "directory" && target.kind === "server")
    return printNote(call, `${wanted.dataDir} is held by a running server: going through ${target.url}`)
  return target.named ? Effect.void : printNote(call, `using ${targetText(target)}`)
}
