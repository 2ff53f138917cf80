import { Context, Data, type Effect } from "effect"

/** An outgoing mail with a plain text and an optional HTML body. */
export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html?: string
}

/** The mail transport did not accept the mail. */
export class MailUndeliverable extends Data.TaggedError("MailUndeliverable")<{
  readonly to: string
  readonly cause: unknown
}> {}

/** The mail transport; success means that it accepted the mail, not that the mail was delivered. */
export class Mailer extends Context.Tag("auspex/Mailer")<Mailer, {
  readonly send: (mail: Mail) => Effect.Effect<void, MailUndeliverable>
}>() {}
