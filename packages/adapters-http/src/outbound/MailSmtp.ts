import { Mailer, MailUndeliverable } from "@auspex/domain/accounts"
import { Effect, Layer } from "effect"

/**
 * Default options, added to the URL because nodemailer reads its options only from there. The URL's own take
 * precedence.
 */
const defaults = {
  pool: "true",
  maxConnections: "3",
  dnsTimeout: "5000",
  connectionTimeout: "5000",
  greetingTimeout: "5000",
  socketTimeout: "15000"
}

const withDefaults = (text: string): string => {
  const url = new URL(text)
  for (const [name, value] of Object.entries(defaults))
    if (!url.searchParams.has(name)) url.searchParams.set(name, value)
  return url.href
}

/** Sends mails to an SMTP server (`smtp://` or `smtps://`, credentials in the URL) over a small connection pool. */
export const mailSmtp = (options: { readonly url: string; readonly from: string }): Layer.Layer<Mailer> =>
  Layer.scoped(
    Mailer,
    Effect.map(
      Effect.acquireRelease(
        // Loaded where mails are sent alone, because it delays the start.
        Effect.map(
          Effect.promise(() => import("nodemailer")),
          ({ default: nodemailer }) => nodemailer.createTransport(withDefaults(options.url), { from: options.from })
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
