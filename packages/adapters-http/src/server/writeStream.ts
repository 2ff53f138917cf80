import type { StorageUnavailable } from "@auspex/domain/kernel"
import { Effect, Stream } from "effect"
import type { ServerResponse } from "node:http"

/** How long a reader may take nothing of what waits for it before its connection is closed. */
const stallMillisMax = 60_000

/**
 * Writes a stream at the pace of its reader and ends the response with it. A stream that fails leaves the response open,
 * for the caller to break: what has been sent is not whole.
 */
export const writeStream = (
  response: ServerResponse,
  stream: Stream.Stream<Uint8Array | string, StorageUnavailable>,
  stallMillis: number = stallMillisMax
): Effect.Effect<void, StorageUnavailable> =>
  Stream.runForEach(stream, (chunk) =>
    Effect.async<void>((resume) => {
      if (response.write(chunk)) return resume(Effect.void)
      const { socket } = response
      // Node notices when some of a long write has left, and waits on; otherwise it destroys the socket.
      socket?.setTimeout(stallMillis)
      const onDrain = (): void => {
        socket?.setTimeout(0)
        resume(Effect.void)
      }
      response.once("drain", onDrain)
      return Effect.sync(() => response.off("drain", onDrain))
    })).pipe(Effect.zipRight(Effect.sync(() => void response.end())))
