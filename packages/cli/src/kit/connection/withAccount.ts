import { Effect } from "effect"
import { WrongUsage } from "../invocation/CommandFailure.ts"
import type { Invocation, TargetFlags } from "../invocation/Invocation.ts"
import { printNote } from "../output/print.ts"
import type { Connection } from "./Connection.ts"
import { noteTarget } from "./noteTarget.ts"
import { readSecretFile } from "./readSecretFile.ts"
import { reachableTarget, targetOf } from "./Target.ts"

/** Flags of commands that act as an account. */
export interface AccountFlags extends TargetFlags {
  readonly keyFile?: string
}

/**
 * Runs an effect with a connection that acts as the account whose key is in `--key-file`: the key of an agent, or the
 * token of a person. Only a server knows accounts by their keys, so a database that no server holds is refused.
 */
export const withAccount = <A, E>(
  call: Invocation<AccountFlags>,
  use: (connection: Connection) => Effect.Effect<A, E>
) =>
  Effect.gen(function*() {
    const { keyFile } = call.flags
    if (keyFile === undefined) {
      return yield* new WrongUsage({ message: "--key-file is missing: the file that holds an agent's key" })
    }
    const apiKey = yield* readSecretFile("key file", keyFile)
    const wanted = yield* targetOf(call.flags, call.io.env)
    const target = yield* reachableTarget(wanted)
    yield* noteTarget(call, wanted, target)
    if (target.kind !== "server") {
      return yield* new WrongUsage({ message: "an account acts through a running server: name it with --server" })
    }
    const { remoteConnection } = yield* Effect.promise(() => import("./remoteConnection.ts"))
    return yield* use(yield* remoteConnection(target, { apiKey }, (line) => printNote(call, line)))
  })
