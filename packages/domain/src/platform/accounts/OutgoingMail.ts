import { Context, Duration, Effect, Fiber, FiberSet, Layer, Option } from "effect"
import { UnitOfWork } from "../../kernel/UnitOfWork.ts"
import { type Mail, Mailer } from "./Mailer.ts"

/** How long `postAndWait` waits at most, and how long a shutdown waits for mails being sent. */
const patience = Duration.seconds(2)

/**
 * Sends mails in the background, after the commit of the unit of work: a slow or failing transport neither delays nor
 * undoes the request. A failure is logged; users can request the mail again.
 */
export class OutgoingMail extends Context.Tag("auspex/OutgoingMail")<OutgoingMail, {
  /** Starts sending and returns at once, so that the response time does not reveal whether a mail was sent. */
  readonly post: (mail: Mail) => Effect.Effect<void>
  /** Starts sending and waits until the transport has accepted the mail, at most two seconds. */
  readonly postAndWait: (mail: Mail) => Effect.Effect<void>
}>() {
  static readonly layer: Layer.Layer<OutgoingMail, never, Mailer | UnitOfWork> = Layer.scoped(
    OutgoingMail,
    Effect.gen(function*() {
      const mailer = yield* Mailer
      const unit = yield* UnitOfWork
      const onTheirWay = yield* FiberSet.make<void>()
      // Finalizers are uninterruptible; without `interruptible` the timeout would wait for all mails.
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
