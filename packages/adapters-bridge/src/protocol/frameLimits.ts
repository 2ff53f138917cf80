import type { ClientFrame } from "./Frame.ts"

/** The largest frame of each type that a client may send, in bytes. */
export const frameBytesMax: Readonly<Record<ClientFrame["type"], number>> = {
  heartbeat: 16_384,
  infer_chunk: 65_536,
  infer_done: 1_048_576,
  embed_done: 524_288,
  infer_error: 16_384
}

/** The largest message of the WebSocket in either direction, in bytes. */
export const messageBytesMax = 1_048_576

/** The longest id of a request, in characters. */
export const requestIdLengthMax = 64

/** How many requests a runner may work on at a time. */
export const concurrencyMax = 8
