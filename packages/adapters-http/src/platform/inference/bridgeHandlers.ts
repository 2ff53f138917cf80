import { Bridges } from "@auspex/domain/inference"
import { Effect } from "effect"
import { BridgeApi } from "./BridgeApi.ts"
import { handlersFor } from "../../engine/handlersFor.ts"

/** The machines of the caller's owner. */
export const bridgeHandlers = handlersFor(BridgeApi, {
  status: ({ actor }) => Effect.flatMap(Bridges, ({ status }) => status(actor))
})
