import { randomBytes } from "node:crypto"
import fs from "node:fs"
import path from "node:path"

/** What is kept: a log segment of Postgres, which it cannot do without, and as much again for half of one's worth of pages. */
export const reserveBytes = 24 * 1_048_576

const sliceBytes = 1_048_576

/** The file that takes up the reserved space of a data directory. */
export const reserveFileOf = (dataDir: string): string => path.join(dataDir, "reserve")

/** Whether the reserve is in place. */
export const hasReserve = (dataDir: string): boolean => fs.existsSync(reserveFileOf(dataDir))

/** Gives the reserved space up. False when it was given up before. */
export const releaseReserve = (dataDir: string): boolean => {
  try {
    fs.unlinkSync(reserveFileOf(dataDir))
    return true
  } catch {
    return false // not there: nothing to give
  }
}

/** Takes up the reserved space, slice by slice; nothing when it does not fit. The bytes are random: no file system shrinks them. */
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
    await fs.promises.rm(partial, { force: true }) // no room: it will be tried again
  }
}
