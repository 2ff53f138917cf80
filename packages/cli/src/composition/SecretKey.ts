import { DataDirectoryUnusable } from "@auspex/adapters-pg/directory"
import { Effect } from "effect"
import { randomBytes } from "node:crypto"
import * as fs from "node:fs"
import * as path from "node:path"
import { isGuessableSecret } from "./KeyStrength.ts"
import { InvalidSetting, type Settings } from "./Settings.ts"

/** The file of a generated secret key. */
export const secretKeyFileOf = (dataDir: string): string => path.join(dataDir, "secret.key")

/**
 * The key that encrypts stored secrets: configured, else read from the data directory, else generated there. With a
 * server database it must be configured, since several instances share it.
 */
export const secretKeyOf = (settings: Settings): Effect.Effect<Uint8Array, InvalidSetting | DataDirectoryUnusable> =>
  Effect.suspend(() => {
    if (settings.secretKey !== undefined) return Effect.succeed(Buffer.from(settings.secretKey, "base64"))
    if (settings.databaseUrl !== undefined) {
      const reason = "is required with a server database (openssl rand -base64 32 makes one)"
      return Effect.fail(new InvalidSetting({ setting: "AUSPEX_SECRET_KEY", reason }))
    }
    const file = secretKeyFileOf(settings.dataDir)
    return Effect.try({
      try: () => {
        fs.mkdirSync(settings.dataDir, { recursive: true, mode: 0o700 })
        if (!fs.existsSync(file))
          fs.writeFileSync(file, randomBytes(32).toString("base64"), { mode: 0o600, flag: "wx" })
        return Buffer.from(fs.readFileSync(file, "utf8").trim(), "base64")
      },
      catch: (cause) =>
        new DataDirectoryUnusable({
          dataDir: settings.dataDir,
          code: (cause as NodeJS.ErrnoException).code ?? String(cause)
        })
    }).pipe(
      Effect.filterOrFail(
        (key) => key.length === 32,
        () => new InvalidSetting({ setting: file, reason: "does not hold 32 bytes in base64" })
      ),
      Effect.filterOrFail(
        (key) => !isGuessableSecret(key),
        () =>
          new InvalidSetting({ setting: file, reason: "is all zero or as easily guessed; restore it from a backup" })
      )
    )
  })
