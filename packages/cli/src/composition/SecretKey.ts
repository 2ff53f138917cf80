import {
  attemptInDataDirectory,
  type DataDirectoryUnusable,
  makeDirectory,
  readSmallFile
} from "@auspex/adapters-pg/directory"
import { Effect } from "effect"
import { randomBytes } from "node:crypto"
import * as fs from "node:fs"
import * as path from "node:path"
import { isGuessableSecret } from "./KeyStrength.ts"
import { InvalidSetting, type Settings } from "./Settings.ts"

/** The file of a generated secret key. */
export const secretKeyFileOf = (dataDir: string): string => path.join(dataDir, "secret.key")

/** Runs one of the two, the second if the first fails with this code of the system. */
const recovering = <A>(code: string, first: () => A, second: () => A): A => {
  try {
    return first()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== code) throw error
    return second()
  }
}

/** Creates the file with its whole content, so that a full disk leaves no empty one; keeps a file that is there. */
const make = (file: string): void => {
  const temporary = `${file}.${process.pid}`
  try {
    fs.writeFileSync(temporary, randomBytes(32).toString("base64"), { mode: 0o600 })
    recovering("EEXIST", () => fs.linkSync(temporary, file), () => undefined)
  } finally {
    fs.rmSync(temporary, { force: true })
  }
}

const readOrMake = (file: string): Uint8Array => {
  const read = (): string => readSmallFile(file)
  const text = recovering("ENOENT", read, () => {
    make(file)
    return read()
  })
  return Buffer.from(text.trim(), "base64")
}

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
    return Effect.zipRight(
      attemptInDataDirectory(settings.dataDir, () => makeDirectory(settings.dataDir)),
      attemptInDataDirectory(settings.dataDir, () => readOrMake(file), file)
    ).pipe(
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
