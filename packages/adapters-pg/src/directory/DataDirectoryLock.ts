import { Data, Effect, type Scope } from "effect"
import { randomUUID } from "node:crypto"
import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { attemptInDataDirectory, type DataDirectoryUnusable, unusableBecause } from "./DataDirectoryUnusable.ts"
import { makeDirectory } from "./makeDirectory.ts"
import { readSmallFile } from "./readSmallFile.ts"

/** The process that holds a data directory. Stored as JSON in `<dataDir>/auspex.lock`. */
export interface DataDirectoryHolder {
  readonly pid: number
  /** The process's start in clock ticks since boot, and the boot's id: with the pid they identify one process. */
  readonly pid_start?: string
  readonly boot_id?: string
  readonly host: string
  readonly started_at: string
  /** The addresses of the holder's servers, once they listen. */
  readonly addresses?: { readonly core?: string; readonly research?: string }
}

/** The data directory belongs to a running process. */
export class DataDirectoryLocked extends Data.TaggedError("DataDirectoryLocked")<{
  readonly dataDir: string
  readonly holder: DataDirectoryHolder
}> {
  override get message(): string {
    const { addresses, host, pid, started_at } = this.holder
    const where = addresses?.core === undefined ? "" : `, which answers at ${addresses.core}`
    const machine = host === os.hostname() ? "" : ` on ${host}`
    return `The data directory ${this.dataDir} is in use by process ${pid}${machine} since ${started_at}${where}. `
      + "Stop that process, or use another --data-dir."
  }
}

/** The lock file of a data directory. */
export const lockFileOf = (dataDir: string): string => path.join(dataDir, "auspex.lock")

/**
 * How often the holder renews the lock's date. A holder on another machine counts as dead after six missed renewals.
 */
const renewalMs = 10_000

const firstLine = (file: string): string | undefined => {
  try {
    return fs.readFileSync(file, "utf8").trim()
  } catch {
    return undefined // not Linux, or no such process: the caller falls back to the pid alone
  }
}
const bootId = () => firstLine("/proc/sys/kernel/random/boot_id")
// The fields after the process name, which may hold any character: the state is the first, the start time the
// twentieth.
const fieldsOf = (pid: number) => firstLine(`/proc/${pid}/stat`)?.replace(/^.*\) /s, "").split(" ")
const startOf = (pid: number) => fieldsOf(pid)?.[19]

/** Whether the process has ended and only its parent has not yet collected it. */
const isZombie = (pid: number): boolean => fieldsOf(pid)?.[0] === "Z"

const self = (): DataDirectoryHolder => {
  const [start, boot] = [startOf(process.pid), bootId()]
  return {
    pid: process.pid,
    ...(start !== undefined && { pid_start: start }),
    ...(boot !== undefined && { boot_id: boot }),
    host: os.hostname(),
    started_at: new Date().toISOString()
  }
}

const exists = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM"
  }
}

const alive = (holder: DataDirectoryHolder, renewedMs: number): boolean => {
  if (holder.host !== os.hostname()) return Date.now() - renewedMs < 6 * renewalMs
  if (holder.boot_id !== undefined && holder.boot_id !== bootId()) return false
  if (!exists(holder.pid) || isZombie(holder.pid)) return false
  return holder.pid_start === undefined || holder.pid_start === startOf(holder.pid)
}

const parse = (text: string): DataDirectoryHolder | undefined => {
  try {
    const value = JSON.parse(text) as Partial<DataDirectoryHolder>
    return typeof value.pid === "number" && typeof value.host === "string" ? value as DataDirectoryHolder : undefined
  } catch {
    return undefined // truncated by a crash: no holder
  }
}

const read = (
  file: string
): { text: string; holder: DataDirectoryHolder | undefined; renewedMs: number } | undefined => {
  try {
    const text = readSmallFile(file)
    return { text, holder: parse(text), renewedMs: fs.statSync(file).mtimeMs }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined
    throw unusableBecause(path.dirname(file), file, error)
  }
}

/**
 * The live holder of `dataDir`; undefined when the directory is free or its lock belongs to a dead process. Throws a
 * `DataDirectoryUnusable` when the lock cannot be read.
 */
export const readLock = (dataDir: string): DataDirectoryHolder | undefined => {
  const found = read(lockFileOf(dataDir))
  return found?.holder !== undefined && alive(found.holder, found.renewedMs) ? found.holder : undefined
}

const write = (file: string, text: string): void => {
  const temporary = `${file}.${randomUUID()}`
  fs.writeFileSync(temporary, text, { mode: 0o600 })
  fs.renameSync(temporary, file)
}

/** Creates the lock atomically with its whole content (a hard link), so that no process reads a partial lock. */
const create = (file: string, text: string): boolean => {
  const temporary = `${file}.${randomUUID()}`
  fs.writeFileSync(temporary, text, { mode: 0o600 })
  try {
    fs.linkSync(temporary, file)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false
    throw error
  } finally {
    fs.unlinkSync(temporary)
  }
}

/** Removes a dead lock. If another process has replaced it with a new lock in the meantime, puts that lock back. */
const removeDead = (file: string, text: string): void => {
  const aside = `${file}.${randomUUID()}`
  try {
    fs.renameSync(file, aside)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return
    throw error
  }
  if (fs.readFileSync(aside, "utf8") !== text) fs.linkSync(aside, file)
  fs.unlinkSync(aside)
}

/** Takes the lock; returns the failure if a live process holds it. */
const take = (dataDir: string): DataDirectoryHolder | DataDirectoryLocked => {
  makeDirectory(dataDir)
  const file = lockFileOf(dataDir)
  const mine = self()
  for (let round = 0; round < 20; round++) {
    if (create(file, JSON.stringify(mine))) return mine
    const found = read(file)
    if (found === undefined) continue
    if (found.holder !== undefined && alive(found.holder, found.renewedMs)) {
      return new DataDirectoryLocked({ dataDir, holder: found.holder })
    }
    removeDead(file, found.text)
  }
  throw new Error(`the lock file ${file} keeps changing`)
}

const isMine = (dataDir: string): boolean => {
  const holder = read(lockFileOf(dataDir))?.holder
  return holder?.pid === process.pid && holder.host === os.hostname()
}

/** Holds `dataDir` for this process until the scope closes. Takes over the lock of a dead process. */
export const lockDataDirectory = (
  dataDir: string
): Effect.Effect<void, DataDirectoryLocked | DataDirectoryUnusable, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.flatMap(attemptInDataDirectory(dataDir, () => take(dataDir)), (taken) => {
      if (taken instanceof DataDirectoryLocked) return Effect.fail(taken)
      const renewal = setInterval(() => {
        const now = new Date()
        if (isMine(dataDir)) fs.utimesSync(lockFileOf(dataDir), now, now)
      }, renewalMs)
      renewal.unref()
      return Effect.succeed(renewal)
    }),
    (renewal) =>
      Effect.sync(() => {
        clearInterval(renewal)
        if (isMine(dataDir)) fs.unlinkSync(lockFileOf(dataDir))
      })
  ).pipe(Effect.asVoid)

/** Writes the addresses of this process's servers into its lock, where admin commands find them. */
export const announceAddresses = (
  dataDir: string,
  addresses: NonNullable<DataDirectoryHolder["addresses"]>
): Effect.Effect<void, DataDirectoryUnusable> =>
  attemptInDataDirectory(dataDir, () => {
    const holder = read(lockFileOf(dataDir))?.holder
    if (holder === undefined || !isMine(dataDir)) return
    write(lockFileOf(dataDir), JSON.stringify({ ...holder, addresses }))
  })
