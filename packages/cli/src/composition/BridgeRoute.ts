import { acceptSocket, type BridgeClient, BridgeHub } from "@auspex/adapters-bridge/hub"
import { bridgeHandshake } from "@auspex/adapters-http/contract"
import { accountSecretOf, limitKeyOf, type PlainRoute, requireOwnOrigin, Upgrade } from "@auspex/adapters-http/engine"
import { Authenticator } from "@auspex/domain/accounts"
import { PublicBaseUrl } from "@auspex/domain/identity"
import { Effect } from "effect"

/**
 * The WebSocket of the bridge. The credential is taken from the headers only, because addresses end up in logs, and no
 * page of another site may connect, because a browser would send what it knows about the visitor.
 */
export const bridgeRoute: PlainRoute<BridgeHub | Authenticator | PublicBaseUrl> = {
  method: "GET",
  path: bridgeHandshake.path,
  policy: bridgeHandshake.policy,
  handler: ({ actor, client: { address, scheme }, headers }) =>
    Effect.gen(function*() {
      if (actor.kind !== "account") return yield* Effect.dieMessage("the policy admits accounts only")
      const { publicUrl } = yield* PublicBaseUrl
      yield* requireOwnOrigin({ headers, scheme, publicUrl })
      const hub = yield* BridgeHub
      const authenticator = yield* Authenticator
      const secret = accountSecretOf(headers, "key") ?? ""
      const client: BridgeClient = {
        account_id: actor.id,
        owner_key: actor.owner_key,
        address: limitKeyOf(address),
        ownerKeyNow: Effect.map(
          secret.startsWith("ht_") ? authenticator.byToken(secret) : authenticator.byKey(secret),
          (account) => account === undefined || account.suspended ? undefined : account.owner_key
        )
      }
      yield* hub.admit(client)
      return new Upgrade((request, socket, head) => acceptSocket(hub, client, request, socket, head))
    })
}
