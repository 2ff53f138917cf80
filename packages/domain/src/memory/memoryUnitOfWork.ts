import { Context, Effect, Layer } from "effect"
import type { Refusal } from "../kernel/Refusal.ts"
import type { StorageUnavailable } from "../kernel/StorageUnavailable.ts"
import { UnitOfWork } from "../kernel/UnitOfWork.ts"
import { MemoryState } from "./MemoryState.ts"

/** The effect that every unit of work opened here runs as its last step. */
class Alongside extends Context.Tag("auspex/memory/Alongside")<
  Alongside,
  Effect.Effect<void, Refusal | StorageUnavailable>
>() {}

/** Units of work on the in-memory state. */
export const memoryUnitOfWork: Layer.Layer<UnitOfWork, never, MemoryState> = Layer.effect(
  UnitOfWork,
  Effect.map(MemoryState, ({ afterCommit, isOpen, unit }) =>
    UnitOfWork.of({
      transact: <A, E, R>(effect: Effect.Effect<A, E, R>) =>
        Effect.contextWithEffect((context: Context.Context<R>) => {
          // Looked up, never required: its errors are those that `alongside` adds to the type of its own result.
          const also = context.unsafeMap.get(Alongside.key) as Effect.Effect<void> | undefined
          return Effect.flatMap(isOpen, (open) =>
            unit(open || also === undefined ? effect : Effect.zipLeft(effect, also)))
        }),
      afterCommit,
      alongside: (work, also) =>
        Effect.provideService(work, Alongside, also),
      isOpen
    }))
)
