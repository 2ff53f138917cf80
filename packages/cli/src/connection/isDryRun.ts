import { Effect } from "effect"
import { say } from "../output/answer.ts"
import type { ActFlags, Invocation } from "../invocation/Invocation.ts"
import { type Target, targetText } from "./Target.ts"

/** With `--dry-run`, prints what would be done and where. Returns whether this is a dry run. */
export const isDryRun = (call: Invocation<ActFlags>, target: Target, act: string): Effect.Effect<boolean> =>
  call.flags.dryRun === true
    ? Effect.as(say(call, `dry run: would ${act}, on ${targetText(target)}`), true)
    : Effect.succeed(false)
