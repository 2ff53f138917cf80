import { type Mail, Mailer, OutgoingMail } from "@auspex/domain/accounts"
import { Context, Effect, Layer } from "effect"

/** The mails that were handed over, oldest first. None of them has left the process. */
export class CapturedMail extends Context.Tag("auspex/testkit/CapturedMail")<CapturedMail, {
  readonly sent: Array<Mail>
}>() {
  /** A mailer that captures every mail, and the captured mails. */
  static readonly layer: Layer.Layer<Mailer | CapturedMail> = Layer.effect(
    Mailer,
    Effect.map(
      CapturedMail,
      ({ sent }): Mailer["Type"] => ({ send: (mail) => Effect.sync(() => void sent.push(mail)) })
    )
  ).pipe(Layer.provideMerge(Layer.sync(CapturedMail, () => ({ sent: [] }))))

  /** Captures mails immediately; the real implementation waits for the end of a unit of work. */
  static readonly immediate: Layer.Layer<OutgoingMail, never, CapturedMail> = Layer.effect(
    OutgoingMail,
    Effect.map(CapturedMail, ({ sent }) => {
      const keep = (mail: Mail): Effect.Effect<void> => Effect.sync(() => void sent.push(mail))
      return { post: keep, postAndWait: keep }
    })
  )
}

/** The token in the last mail to `address`; undefined when none came. */
export const mailedToken = (address: string): Effect.Effect<string | undefined, never, CapturedMail> =>
  Effect.map(
    CapturedMail,
    ({ sent }) => /[?&]token=([\w-]+)/.exec(sent.findLast(({ to }) => to === address)?.text ?? "")?.[1]
  )
