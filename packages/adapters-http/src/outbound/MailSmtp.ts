import { Mailer, MailUndeliverable } from "@auspex/domain/accounts"
import { Effect, Layer } from "effect"
import nodemailer from "nodemailer"

/** Hands mails to an SMTP server (`smtp://` or `smtps://`, credentials in the URL), over a few kept connections. */
export const mailSmtp = (options: { readonly url: string; readonly from: string }): Layer.Layer<Mailer> =>
  Layer.scoped(
    Mailer,
    Effect.map(
      Effect.acquireRelease(
        Effect.sync(() =>
          nodemailer.createTransport(options.url, {
            pool: true,
            maxConnections: 3,
            connectionTimeout: 5_000,
            greetingTimeout: 5_000,
            socketTimeout: 15_000,
            from: options.from
          } as object)
        ),
        (transport) => Effect.sync(() => transport.close())
      ),
      (transport) =>
        Mailer.of({
          send: (mail) =>
            Effect.asVoid(Effect.tryPromise({
              try: () => transport.sendMail({ from: options.from, ...mail }),
              catch: (cause) => new MailUndeliverable({ to: mail.to, cause })
            }))
        })
    )
  )
