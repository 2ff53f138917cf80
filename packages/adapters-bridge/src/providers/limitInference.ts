import {
  acceptedInference,
  advanceInference,
  deadlineOf,
  InferenceFailed,
  type InferenceEvent,
  inferenceLimits,
  type InferenceLimits,
  type InferenceProgress
} from "@auspex/domain/inference"
import { Chunk, Clock, Effect, Option, Stream } from "effect"

const sizeOf = (pieces: Chunk.Chunk<string>): number =>
  Chunk.reduce(pieces, 0, (sum, piece) => sum + Buffer.byteLength(piece))

/**
 * Keeps an answer within its limits of time and size, from the moment when it is asked for: it then fails with the limit
 * that it has exceeded, and what it was waiting for is interrupted.
 */
export const limitInference = <E>(
  answer: Stream.Stream<string, E>,
  limits: InferenceLimits = inferenceLimits
): Stream.Stream<string, E | InferenceFailed> =>
  Stream.unwrapScoped(Effect.gen(function*() {
    const pull = yield* Stream.toPull(answer)
    const began = yield* Clock.currentTimeMillis
    let progress: InferenceProgress = advanceInference(acceptedInference(began, limits), { type: "sent" }, began)
    const advance = (event: InferenceEvent) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) => {
        progress = advanceInference(progress, event, now)
        return progress.phase === "ended" && progress.end.kind === "failed"
          ? Effect.fail(Option.some<E | InferenceFailed>(new InferenceFailed(progress.end)))
          : Effect.void
      })
    const next = Effect.flatMap(Clock.currentTimeMillis, (now) =>
      Effect.mapError(pull, (end): Option.Option<E | InferenceFailed> =>
        end).pipe(
          Effect.timeoutOption(Math.max(1, (deadlineOf(progress) ?? now) - now)),
          Effect.flatMap(Option.match({
            // By now the limit has passed, so the machine ends it.
            onNone: () => Effect.zipRight(advance({ type: "tick" }), Effect.succeed(Chunk.empty<string>())),
            onSome: (pieces) => Effect.as(advance({ type: "chunk", bytes: sizeOf(pieces) }), pieces)
          }))
        ))
    return Stream.repeatEffectChunkOption(next)
  }))
