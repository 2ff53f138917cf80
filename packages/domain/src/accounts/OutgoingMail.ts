import { Context, Duration, Effect, Fiber, FiberSet, Layer, Option } from "effect"
import { UnitOfWork } from "../kernel/UnitOfWork.ts"
import { type Mail, Mailer } from "./Mailer.ts"

/** How long a caller that wants to wait waits, and how long a shutdown waits for mails that are on their way. */
const patience = Duration.seconds(2)

/**
 * Sends mails once what they tell of has been committed, and beside the request that asked for them: a slow or broken
 * carrier neither holds it up nor undoes it. A mail that cannot be handed over is logged; it can be asked for again.
 */
export class OutgoingMail extends Context.Tag("auspex/OutgoingMail")<OutgoingMail, {
  /** Starts sending and returns at once: the time it takes tells nothing. */
  readonly post: (mail: Mail) => Effect.Effect<void>
  /** Starts sending and waits until the mail has been accepted, for two seconds at most. */
  readonly postAndWait: (mail: Mail) => Effect.Effect<void>
}>() {
  static readonly layer: Layer.Layer<OutgoingMail, never, Mailer | UnitOfWork> = Layer.scoped(
    OutgoingMail,
    Effect.gen(function*() {
      const mailer = yield* Mailer
      const unit = yield* UnitOfWork
      const onTheirWay = yield* FiberSet.make<void>()
      // A finalizer is uninterruptible: what it waits for must say that it is not, or the timeout waits for it.
      yield* Effect.addFinalizer(() =>
        Effect.interruptible(FiberSet.awaitEmpty(onTheirWay)).pipe(
          Effect.timeoutOption(patience),
          Effect.flatMap(Option.match({
            onNone: () => Effect.logWarning("The process stops while mails are still being sent; these are lost."),
            onSome: () => Effect.void
          }))
        )
      )
      const start = (mail: Mail) =>
        FiberSet.run(
          onTheirWay,
          mailer.send(mail).pipe(
            Effect.catchAllCause((cause) => Effect.logError(`Mail not sent: ${mail.subject}`, cause))
          )
        )
      return {
        post: (mail) => unit.afterCommit(Effect.asVoid(start(mail))),
        postAndWait: (mail) =>
          unit.afterCommit(
            Effect.flatMap(start(mail), (fiber) => Effect.ignore(Effect.timeout(Fiber.await(fiber), patience)))
          )
      }
    })
  )
}
