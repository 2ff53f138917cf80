import { Effect } from "effect"
import type { ChangeFlags, Invocation } from "../invocation/Invocation.ts"
import { Declined, WrongUsage } from "../invocation/CommandFailure.ts"
import { type Target, targetText } from "./Target.ts"

/**
 * Asks for confirmation before something is lost; `act` describes what is about to be done. `--yes` skips the question,
 * but requires that the server or database was named. Without a terminal `--yes` is required.
 */
export const confirm = (
  { flags, io }: Invocation<ChangeFlags>,
  target: Target,
  act: string
): Effect.Effect<void, WrongUsage | Declined> => {
  const sentence = `About to ${act}.`
  if (flags.yes === true) {
    return target.named ? Effect.void : Effect.fail(
      new WrongUsage({
        message: "--yes needs --server, --database-url or --data-dir (or its variable), since there is no question"
      })
    )
  }
  if (io.stdin.isTTY !== true || io.stderr.isTTY !== true) {
    return Effect.fail(
      new WrongUsage({ message: `${sentence} There is no terminal to ask on: add --yes, or --dry-run.` })
    )
  }
  return Effect.flatMap(
    Effect.promise(async (signal) => {
      const { confirm: ask, isCancel } = await import("@clack/prompts")
      const closed = new Promise<"cancelled">((resolve) => process.stdin.once("end", () => resolve("cancelled")))
      const asked = ask({
        message: `${sentence} (${targetText(target)})`,
        initialValue: false,
        input: process.stdin,
        output: process.stderr,
        signal
      })
      const answer = await Promise.race([asked, closed])
      return isCancel(answer) ? "cancelled" : answer
    }),
    (answer) =>
      answer === true
        ? Effect.void
        : answer === "cancelled"
        ? Effect.interrupt
        : Effect.fail(new Declined({ message: "nothing was done" }))
  )
}
