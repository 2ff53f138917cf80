import { randomBytes } from "node:crypto"
import fs from "node:fs"
import path from "node:path"

/**
 * The reserve's size: a segment of Postgres's log, without which it cannot continue, and half as much again for pages.
 */
export const reserveBytes = 24 * 1_048_576

const sliceBytes = 1_048_576

/** The file that occupies the reserved space of a data directory. */
export const reserveFileOf = (dataDir: string): string => path.join(dataDir, "reserve")

/** Whether the reserve is in place. */
export const hasReserve = (dataDir: string): boolean => fs.existsSync(reserveFileOf(dataDir))

/** Frees the reserved space. Returns false when it was freed before. */
export const releaseReserve = (dataDir: string): boolean => {
  try {
    fs.unlinkSync(reserveFileOf(dataDir))
    return true
  } catch {
    return false // already released
  }
}

/**
 * Occupies the reserved space slice by slice, or leaves it when it does not fit. The bytes are random, so that no file
 * system compresses them.
 */
export const keepReserve = async (dataDir: string): Promise<void> => {
  const file = reserveFileOf(dataDir)
  const partial = `${file}.partial`
  try {
    const handle = await fs.promises.open(partial, "w", 0o600)
    try {
      for (let written = 0; written < reserveBytes; written += sliceBytes)
        await handle.writeFile(randomBytes(sliceBytes))
    } finally {
      await handle.close()
    }
    await fs.promises.rename(partial, file)
  } catch {
    await fs.promises.rm(partial, { force: true }) // no space: a later call tries again
  }
}
