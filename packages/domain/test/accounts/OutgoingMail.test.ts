import { describe, expect, it } from "@effect/vitest"
import { Effect, Fiber, Layer, Option, TestClock } from "effect"
import { Mailer } from "../../src/platform/accounts/Mailer.ts"
import { OutgoingMail } from "../../src/platform/accounts/OutgoingMail.ts"
import { UnitOfWork } from "../../src/kernel/UnitOfWork.ts"

const mail = { to: "ada@example.org", subject: "Verify", text: "Follow the link", html: "<p>Follow the link</p>" }

describe("outgoing mail", () => {
  it.effect("delays a shutdown for at most two seconds if the mail server hangs", () =>
    Effect.gen(function*() {
      const unit = UnitOfWork.of({
        transact: (work) => work as never,
        afterCommit: (work) => work,
        alongside: (work) => work,
        isOpen: Effect.succeed(false)
      })
      const layer = OutgoingMail.layer.pipe(
        Layer.provide(Layer.succeed(Mailer, { send: () => Effect.never })),
        Layer.provide(Layer.succeed(UnitOfWork, unit))
      )
      const post = Effect.flatMap(OutgoingMail, (out) => out.post(mail))
      const shutdown = yield* Effect.fork(Effect.provide(post, layer))
      yield* TestClock.adjust("1999 millis")
      expect(Option.isNone(yield* Fiber.poll(shutdown))).toBe(true)
      yield* TestClock.adjust("1 millis")
      yield* Fiber.join(shutdown)
    }))
})
