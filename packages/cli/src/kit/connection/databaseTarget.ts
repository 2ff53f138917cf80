import { Effect } from "effect"
import { WrongUsage } from "../invocation/CommandFailure.ts"
import { type Target, targetOf } from "./Target.ts"
import type { Invocation, TargetFlags } from "../invocation/Invocation.ts"

/** The database named by the flags or the environment, for commands that cannot run through a server. */
export const databaseTargetOf = (
  { flags, io }: Invocation<TargetFlags>
): Effect.Effect<Exclude<Target, { kind: "server" }>, WrongUsage> => {
  const { AUSPEX_SERVER: _, ...env } = io.env
  return Effect.flatMap(targetOf(flags, env), (target) =>
    target.kind === "server"
      ? Effect.fail(
        new WrongUsage({ message: "this command works on a database, not through a server; name the database" })
      )
      : Effect.succeed(target))
}
