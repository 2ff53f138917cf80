import type { AnyOperationPolicy } from "./OperationPolicy.ts"

/** The request that opens a WebSocket: described in the OpenAPI document, and no operation of the contract. */
export interface SocketHandshake {
  readonly path: string
  /** The group whose operations it belongs to, and its name there. */
  readonly group: string
  readonly name: string
  readonly summary: string
  readonly description: string
  readonly policy: AnyOperationPolicy
}
