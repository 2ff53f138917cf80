import type { StorageUnavailable } from "@auspex/domain/kernel"
import { Effect, Option, Stream } from "effect"
import type { ServerResponse } from "node:http"

/** How long a client may read nothing of the pending data before its connection is closed. */
const stallMillisMax = 60_000

/** Waits until the written data has been flushed; retains no reference to the data. */
const drained = (response: ServerResponse, stallMillis: number): Effect.Effect<void> =>
  Effect.async((resume) => {
    const { socket } = response
    // On this time-out Node keeps waiting if part of a long write has been flushed; otherwise it destroys the socket.
    socket?.setTimeout(stallMillis)
    const onDrain = (): void => {
      socket?.setTimeout(0)
      resume(Effect.void)
    }
    response.once("drain", onDrain)
    return Effect.sync(() => response.off("drain", onDrain))
  })

/**
 * Writes a stream with back-pressure and then ends the response. If the stream fails, the response stays open, and the
 * caller must break the connection because the body is incomplete.
 *
 * The stream is pulled instead of run into a sink: a sink's steps reference one another, and through them all chunks,
 * until the next full garbage collection.
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
