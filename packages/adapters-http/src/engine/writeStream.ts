import type { StorageUnavailable } from "@auspex/domain/kernel"
import { Deferred, Effect, Option, Stream } from "effect"
import type { ServerResponse } from "node:http"
import type { KeepAlive } from "./Reply.ts"

/** Waits until the written data has been flushed; retains no reference to the data. */
const drained = (response: ServerResponse): Effect.Effect<void> =>
  Effect.async((resume) => {
    const onDrain = (): void => resume(Effect.void)
    response.once("drain", onDrain)
    return Effect.sync(() => response.off("drain", onDrain))
  })

/** The last words of a stream that ends when `stopped` is done. */
export interface Farewell {
  readonly text: string
  readonly stopped: Deferred.Deferred<void>
}

export interface WriteStreamOptions {
  readonly keepAlive?: KeepAlive | undefined
  readonly farewell?: Farewell | undefined
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

/** Ends the response with the text; a client that does not read could not be told, and is cut off. */
const sayFarewell = (response: ServerResponse, { text }: Farewell) =>
  Effect.sync(() => {
    response.end(text)
    if (!response.writableFinished) response.destroy()
  })

/**
 * Writes a stream with back-pressure and then ends the response. If the stream fails, the response stays open, and the
 * caller must break the connection because the body is incomplete. A client that reads nothing holds the stream until
 * its connection is cut.
 *
 * The stream is pulled instead of run into a sink: a sink's steps reference one another, and through them all chunks,
 * until the next full garbage collection.
 */
export const writeStream = (
  response: ServerResponse,
  stream: Stream.Stream<Uint8Array | string, StorageUnavailable>,
  { farewell, keepAlive }: WriteStreamOptions = {}
): Effect.Effect<void, StorageUnavailable> => {
  const written = Effect.scoped(Effect.gen(function*() {
    const pull = yield* Stream.toPull(stream)
    const next = Effect.matchEffect(pull, {
      onSuccess: Effect.succeedSome,
      onFailure: (end) => Option.isNone(end) ? Effect.succeedNone : Effect.fail(end.value)
    })
    const refresh = keepAlive === undefined ? undefined : yield* keepingAlive(response, keepAlive)
    for (let pieces = yield* next; Option.isSome(pieces); pieces = yield* next) {
      for (const piece of pieces.value) if (!response.write(piece)) yield* drained(response)
      refresh?.()
    }
    response.end()
  }))
  return farewell === undefined
    ? written
    : Effect.raceFirst(written, Effect.zipRight(Deferred.await(farewell.stopped), sayFarewell(response, farewell)))
}
