import type { StorageUnavailable } from "@auspex/domain/kernel"
import { Effect, Option, Stream } from "effect"
import type { ServerResponse } from "node:http"
import type { KeepAlive } from "./Reply.ts"

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

export interface WriteStreamOptions {
  readonly stallMillis?: number
  readonly keepAlive?: KeepAlive | undefined
}

/** Writes the text after each silence, until the scope closes; the result is to be called at each write. */
const keepingAlive = (response: ServerResponse, { afterMillis, text }: KeepAlive) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() =>
        setTimeout(function(this: NodeJS.Timeout) {
          if (!response.writableNeedDrain) response.write(text)
          this.refresh()
        }, afterMillis)
      ),
      (timer) => Effect.sync(() => clearTimeout(timer))
    ),
    (timer) => () => void timer.refresh()
  )

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
  { keepAlive, stallMillis = stallMillisMax }: WriteStreamOptions = {}
): Effect.Effect<void, StorageUnavailable> =>
  Effect.scoped(Effect.gen(function*() {
    const pull = yield* Stream.toPull(stream)
    const next = Effect.matchEffect(pull, {
      onSuccess: Effect.succeedSome,
      onFailure: (end) => Option.isNone(end) ? Effect.succeedNone : Effect.fail(end.value)
    })
    const written = keepAlive === undefined ? undefined : yield* keepingAlive(response, keepAlive)
    for (let pieces = yield* next; Option.isSome(pieces); pieces = yield* next) {
      for (const piece of pieces.value) if (!response.write(piece)) yield* drained(response, stallMillis)
      written?.()
    }
    response.end()
  }))
