import { Clock, Duration, Effect, Layer } from "effect"
import { describe, expect, it } from "vitest"
import { Mailer } from "../../src/accounts/Mailer.ts"
import { OutgoingMail } from "../../src/accounts/OutgoingMail.ts"
import { UnitOfWork } from "../../src/kernel/UnitOfWork.ts"

const mail = { to: "ada@example.org", subject: "Verify", text: "Follow the link", html: "<p>Follow the link</p>" }

describe("outgoing mail", () => {
  it("delays a shutdown for at most two seconds if the mail server hangs", async () => {
    const waits: Array<number> = []
    const clock: Clock.Clock = Object.assign(Object.create(Clock.make()), {
      sleep: (duration: Duration.Duration) => Effect.sync(() => void waits.push(Duration.toMillis(duration)))
    })
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
    await Effect.runPromise(post.pipe(Effect.provide(layer), Effect.withClock(clock)))
    expect(waits).toEqual([2_000])
  })
})
