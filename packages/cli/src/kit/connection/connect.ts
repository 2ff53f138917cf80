import { Effect, type Scope } from "effect"
import type { InvalidSetting } from "../../composition/Settings.ts"
import { printNote } from "../output/print.ts"
import type { Invocation, TargetFlags } from "../invocation/Invocation.ts"
import { KeyNeeded, type WrongUsage } from "../invocation/CommandFailure.ts"
import type { Connection } from "./Connection.ts"
import { noteTarget } from "./noteTarget.ts"
import { readSecretFile } from "./readSecretFile.ts"
import { reachableTarget, type Target, targetOf, targetText } from "./Target.ts"

/** The admin key from its file, else from the environment. It is never an argument: everybody can read those. */
const adminKeyOf = (
  { flags, io }: Invocation<TargetFlags>,
  server: string
): Effect.Effect<string, WrongUsage | KeyNeeded> => {
  const file = flags.adminKeyFile
  if (file === undefined) {
    const key = io.env["AUSPEX_ADMIN_KEY"]
    return key !== undefined && key !== ""
      ? Effect.succeed(key)
      : Effect.fail(
        new KeyNeeded({ message: `${server} needs an admin key: set AUSPEX_ADMIN_KEY, or use --admin-key-file` })
      )
  }
  return readSecretFile("admin key file", file)
}

/** Whether a server needs an admin key. Public information does not, but a configured key is sent all the same. */
type KeyNeed = "needed" | "optional"

/**
 * Connects to the target of the flags and the environment. A directory held by a running server is reached through it.
 */
export const connect = (call: Invocation<TargetFlags>, need: KeyNeed) =>
  Effect.gen(function*() {
    const wanted = yield* targetOf(call.flags, call.io.env)
    const target = yield* reachableTarget(wanted)
    yield* noteTarget(call, wanted, target)
    if (target.kind === "server") {
      const found = adminKeyOf(call, targetText(target))
      const key = need === "needed"
        ? yield* found
        : yield* Effect.catchTag(found, "KeyNeeded", () => Effect.succeed(undefined))
      const { remoteConnection } = yield* Effect.promise(() => import("./remoteConnection.ts"))
      return yield* remoteConnection(
        target,
        key === undefined ? {} : { adminKey: key },
        (line) => printNote(call, line)
      )
    }
    const { localConnection } = yield* Effect.promise(() => import("./localConnection.ts"))
    return yield* localConnection(target, call.io)
  })

/** Runs an effect with a connection that is closed afterwards. */
export const withConnection = <A, E>(
  call: Invocation<TargetFlags>,
  use: (connection: Connection) => Effect.Effect<A, E, Scope.Scope>,
  need: KeyNeed = "needed"
) => Effect.scoped(Effect.flatMap(connect(call, need), use))

export type { InvalidSetting, Target }
