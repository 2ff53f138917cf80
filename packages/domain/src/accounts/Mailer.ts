import { Context, Data, type Effect } from "effect"

export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html?: string
}

/** The mail could not be handed over. */
export class MailUndeliverable extends Data.TaggedError("MailUndeliverable")<{
  readonly to: string
  readonly cause: unknown
}> {}

/** Hands a mail to whoever carries it; success means it was accepted, not that it was read. */
export class Mailer extends Context.Tag("auspex/Mailer")<Mailer, {
  readonly send: (mail: Mail) => Effect.Effect<void, MailUndeliverable>
}>() {}
