import { Effect } from "effect"
import { printNote } from "../output/print.ts"
import type { ChangeFlags, Invocation } from "../invocation/Invocation.ts"
import { type Target, targetText } from "./Target.ts"

/** With `--dry-run`, prints what would be done and where. Returns whether this is a dry run. */
export const isDryRun = (call: Invocation<ChangeFlags>, target: Target, act: string): Effect.Effect<boolean> =>
  call.flags.dryRun === true
    ? Effect.as(printNote(call, `dry run: would ${act}, on ${targetText(target)}`), true)
    : Effect.succeed(false)
