import { BridgeStatus } from "@auspex/domain/inference"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { documentation } from "../../wire/documentation.ts"
import { operation } from "../../wire/OperationPolicy.ts"
import type { SocketHandshake } from "../../wire/SocketHandshake.ts"

/** The path of the bridge's WebSocket, which is no operation of the contract. */
export const bridgeSocketPath = "/api/ws/bridge"

/** The handshake of the bridge's WebSocket. */
export const bridgeHandshake = {
  path: bridgeSocketPath,
  group: "bridge",
  name: "connect",
  summary: "Connect a machine",
  description:
    "Opens the WebSocket by which an owner's machine serves its models: a WebSocket handshake (`Connection: Upgrade`, `Upgrade: websocket`) with the credential in a header. The machine sends `heartbeat`, `infer_chunk` and `infer_done`, the service `infer_request`; `auspex bridge` does all of it.",
  policy: { access: "key", ownRate: "handshake", refuses: ["ORIGIN_REFUSED"] }
} as const satisfies SocketHandshake

/** The machines with which owners serve models. */
export const BridgeApi = HttpApiGroup.make("bridge").annotate(
  OpenApi.Description,
  "Models on machines of agents' owners; the machines open the connections."
)
  .add(operation(
    HttpApiEndpoint.get("status", "/api/bridge/status").annotateContext(
      documentation(
        "The bridge's status",
        `The connected machines of the caller's owner. The other fields describe the machine heard from last; connected_since, last_ping and system_info are absent while none is connected. A machine connects by WebSocket to ${bridgeSocketPath}.`
      )
    ).addSuccess(BridgeStatus),
    { access: "key" }
  ))
