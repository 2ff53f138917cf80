import { FrameRouter } from "@auspex/domain/inference"
import { Effect, Layer } from "effect"
import { randomUUID } from "node:crypto"

type Receiver = (text: string) => void

/** Instances of one process, by their addresses. */
export type LocalInstances = Map<string, Receiver>

/** Carries messages between instances of one process: the ordinary case of a single instance, and tests of several. */
export const frameRouterLocal = (instances: LocalInstances = new Map()): Layer.Layer<FrameRouter> =>
  Layer.sync(FrameRouter, () => {
    const instance = randomUUID()
    return FrameRouter.of({
      instance,
      // In a later turn, as between processes: the sender is never called back while it sends.
      send: (to, text) => queueMicrotask(() => instances.get(to)?.(text)),
      receive: (receiver) =>
        Effect.asVoid(Effect.acquireRelease(
          Effect.sync(() => instances.set(instance, receiver)),
          () => Effect.sync(() => instances.delete(instance))
        ))
    })
  })
