import type { RawBody } from "../../engine/Reply.ts"
import { eventStreamType } from "./InferenceApi.ts"
import { type Reply, replyRaw } from "../../engine/Reply.ts"

/** A server-sent event with JSON as its data; `id` is what a client sends as `Last-Event-ID` when it comes back. */
export const eventOf = (name: string, data: unknown, id?: string): string =>
  `event: ${name}\n${id === undefined ? "" : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`

/**
 * How long a client waits before it connects again after the server has begun to stop. Longer than a server usually
 * answers while it stops, so that the client finds another one or the next.
 */
const reconnectMillis = 5_000

/** Tells a client of server-sent events to connect again in a few seconds. */
export const reconnectHint = `: the service is stopping; connect again\nretry: ${reconnectMillis}\n\n`

interface EventStream {
  readonly content: RawBody["content"]
  /** A comment that is sent when nothing has happened for a while. */
  readonly silence: string
  /** What is sent when the server stops. */
  readonly farewell: string
}

/** An answer of server-sent events. */
export const eventStream = ({ content, farewell, silence }: EventStream): Reply<never> =>
  replyRaw(
    { contentType: eventStreamType, content, keepAlive: { text: silence, afterMillis: 15_000 }, farewell },
    { headers: { "Cache-Control": "no-store", "X-Accel-Buffering": "no" } }
  )
