import { BridgeLink, type BridgeRequest } from "@auspex/domain/inference"
import { Chunk, Effect, Either, Stream } from "effect"
import type { RunningAuspex } from "../harness.ts"
import { query } from "../people.ts"

/** The key under which the machines of an account's owner are kept. */
export const ownerKeyOf = async (auspex: RunningAuspex, accountId: string): Promise<string> => {
  const [row] = await query<{ owner_key: string }>(auspex, "select owner_key::text from accounts where id = $1", [
    accountId
  ])
  return row!.owner_key
}

/** Asks the first machine of an owner; gives the answer, or why there is none. `signal` interrupts the caller. */
export const ask = (
  auspex: RunningAuspex,
  ownerKey: string,
  request: Partial<BridgeRequest> = {}
): Promise<{ readonly text: string } | { readonly reason: string; readonly detail: string }> =>
  auspex.run(Effect.gen(function*() {
    const link = yield* BridgeLink
    const [machine] = yield* link.machinesOf(ownerKey)
    if (machine === undefined) return { reason: "gone", detail: "no machine is connected" }
    const answer = link.ask(ownerKey, machine.id, {
      model: "llama3",
      messages: [{ role: "user", content: "?" }],
      ...request
    })
    const collected = yield* Effect.either(Effect.map(Stream.runCollect(answer), Chunk.join("")))
    return Either.match(collected, {
      onRight: (text) => ({ text }),
      onLeft: (failed) => ({
        reason: failed._tag === "StorageUnavailable" ? "storage" : failed.reason,
        detail: failed.message
      })
    })
  }))
