import type { StorageUnavailable } from "@auspex/domain/kernel"
import { Effect, Option, Stream } from "effect"
import type { ServerResponse } from "node:http"

/** How long a reader may take nothing of what waits for it before its connection is closed. */
const stallMillisMax = 60_000

/** Waits until the reader has taken what was written; holds on to none of it. */
const drained = (response: ServerResponse, stallMillis: number): Effect.Effect<void> =>
  Effect.async((resume) => {
    const { socket } = response
    // Node notices when some of a long write has left, and waits on; otherwise it destroys the socket.
    socket?.setTimeout(stallMillis)
    const onDrain = (): void => {
      socket?.setTimeout(0)
      resume(Effect.void)
    }
    response.once("drain", onDrain)
    return Effect.sync(() => response.off("drain", onDrain))
  })

/**
 * Writes a stream at the pace of its reader and ends the response with it. A stream that fails leaves the response open,
 * for the caller to break: what has been sent is not whole.
 *
 * It is pulled, not run into a sink: a sink's steps hold on to one another, and with them to all pieces, until the next
 * full collection of memory.
 */
export const writeStream = (
  response: ServerResponse,
  stream: Stream.Stream<Uint8Array | string, StorageUnavailable>,
  stallMillis: number = stallMillisMax
): Effect.Effect<void, StorageUnavailable> =>
  Effect.scoped(Effect.gen(function*() {
    const pull = yield* Stream.toPull(stream)
    const next = Effect.matchEffect(pull, {
      onSuccess: Effect.succeedSome,
      onFailure: (end) => Option.isNone(end) ? Effect.succeedNone : Effect.fail(end.value)
    })
    for (let pieces = yield* next; Option.isSome(pieces); pieces = yield* next) {
      for (const piece of pieces.value) if (!response.write(piece)) yield* drained(response, stallMillis)
    }
    response.end()
  }))
