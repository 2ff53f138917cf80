import { type Mail, Mailer, MailUndeliverable } from "@auspex/domain/accounts"
import { Effect, Layer } from "effect"
import * as fs from "node:fs/promises"
import * as path from "node:path"

/** A file name that sorts by time, is unique within a process and unlikely to collide with another process. */
const fileName = (number: number): string =>
  `${new Date().toISOString().replaceAll(/[:.]/g, "-")}-${process.pid}-${String(number).padStart(6, "0")}.eml`

/**
 * The message with its plain text unencoded instead of quoted-printable, so that people and scripts can copy links from
 * it. Lines are far below the 998 characters that RFC 5322 allows.
 */
const withPlainText = (message: string, mail: Mail): string =>
  mail.html !== undefined ? message : message.slice(0, message.indexOf("\n\n") + 2)
    .replace(/^Content-Transfer-Encoding: .*$/m, "Content-Transfer-Encoding: 8bit") + mail.text

// Not recursive: that never returns in a file system such as /proc, and the folder above has been there at the start.
const makeFolder = (folder: string): Promise<void> =>
  fs.mkdir(folder, { mode: 0o700 }).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error
  })

/**
 * Writes each mail atomically as one `.eml` file (RFC 5322) into `directory`, which is made when the directory above it
 * exists.
 */
export const mailFolder = (options: { readonly directory: string; readonly from: string }): Layer.Layer<Mailer> =>
  Layer.sync(Mailer, () => {
    // With the first mail, because loading the library delays the start.
    const transportOf = async () =>
      (await import("nodemailer")).default.createTransport({ streamTransport: true, buffer: true, newline: "unix" })
    let transport: ReturnType<typeof transportOf> | undefined
    let count = 0
    const write = async (mail: Mail): Promise<void> => {
      transport ??= transportOf()
      const sent = await (await transport).sendMail({ from: options.from, ...mail })
      const target = path.join(options.directory, fileName(count++))
      await makeFolder(options.directory)
      await fs.writeFile(
        `${target}.partial`,
        withPlainText((sent.message as Buffer).toString("utf8").replaceAll("\r\n", "\n"), mail),
        { mode: 0o600 }
      )
      await fs.rename(`${target}.partial`, target)
    }
    return Mailer.of({
      send: (mail) =>
        Effect.tryPromise({ try: () => write(mail), catch: (cause) => new MailUndeliverable({ to: mail.to, cause }) })
    })
  })
