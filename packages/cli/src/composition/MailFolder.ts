import { attemptInDataDirectory, type DataDirectoryUnusable, makeDirectory } from "@auspex/adapters-pg/directory"
import { Effect } from "effect"
import * as fs from "node:fs"
import * as path from "node:path"
import type { Settings } from "./Settings.ts"

/** The directory for mails when no SMTP server is configured. */
export const mailDirectoryOf = (settings: Pick<Settings, "dataDir">): string => path.join(settings.dataDir, "mail")

/** Writes a page of bytes into `directory` and removes it: permissions alone do not say whether that is possible. */
export const tryDirectory = (directory: string): void => {
  const tried = fs.mkdtempSync(path.join(directory, ".auspex-"))
  try {
    fs.writeFileSync(path.join(tried, "page"), Buffer.alloc(4_096))
  } finally {
    fs.rmSync(tried, { recursive: true, force: true })
  }
}

/**
 * Makes the directory for mails, unless an SMTP server sends them. A server that could not write a mail must not start:
 * nobody could sign up.
 */
export const ensureMailDirectory = (
  settings: Pick<Settings, "dataDir" | "smtpUrl">
): Effect.Effect<void, DataDirectoryUnusable> =>
  settings.smtpUrl !== undefined ? Effect.void : attemptInDataDirectory(settings.dataDir, () => {
    makeDirectory(mailDirectoryOf(settings))
    tryDirectory(mailDirectoryOf(settings))
  }, mailDirectoryOf(settings))
