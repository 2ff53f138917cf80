import { Data, Effect } from "effect"
import fs from "node:fs"
import path from "node:path"

const reasons: Readonly<Record<string, string>> = {
  EACCES: "this user may not write there",
  EPERM: "this user may not write there",
  EROFS: "the file system is read-only",
  EEXIST: "it is a file",
  EISDIR: "it is a directory",
  ENOTDIR: "part of the path is a file",
  ENOTFILE: "it is a device, a pipe or a socket",
  ENOENT: "it does not exist and cannot be made",
  ELOOP: "its path goes round in symbolic links",
  ENAMETOOLONG: "its path is too long",
  ENOSPC: "the disk is full",
  EDQUOT: "the disk quota of this user is used up",
  EFBIG: "it would be larger than is allowed"
}

/** The data directory, or something in it, cannot be created, read or written. */
export class DataDirectoryUnusable extends Data.TaggedError("DataDirectoryUnusable")<{
  readonly dataDir: string
  /** The system's name for the reason, such as EACCES. */
  readonly code: string
  /** The file or directory inside that is at fault; the data directory itself when unset. */
  readonly part?: string
}> {
  override get message(): string {
    const reason = reasons[this.code] ?? this.code
    const part = this.part === undefined ? "" : `${this.part}: `
    return `The data directory ${this.dataDir} cannot be used: ${part}${reason}. Choose another with --data-dir.`
  }
}

const isFile = (dataDir: string): boolean => {
  try {
    return !fs.statSync(dataDir).isDirectory()
  } catch {
    return false // something above it is at fault
  }
}

/**
 * The failure for an error of the system with `file`, which is the data directory or lies in it. Any other error is
 * returned as it is.
 */
export const unusableBecause = (dataDir: string, file: string, error: unknown): unknown => {
  if (!(error instanceof Error && "code" in error && typeof error.code === "string")) return error
  const isWhole = path.resolve(file) === path.resolve(dataDir) || error.code === "ENOTDIR"
  return new DataDirectoryUnusable({
    dataDir,
    code: error.code === "ENOTDIR" && isFile(dataDir) ? "EEXIST" : error.code,
    ...(isWhole ? {} : { part: file })
  })
}

/**
 * Works in the data directory. An error of the system, which is about `file` if that is given, becomes a
 * `DataDirectoryUnusable`; any other error is a defect.
 */
export const attemptInDataDirectory = <A>(
  dataDir: string,
  work: () => A,
  file = dataDir
): Effect.Effect<A, DataDirectoryUnusable> =>
  Effect.suspend(() => {
    try {
      return Effect.succeed(work())
    } catch (error) {
      const failure = error instanceof DataDirectoryUnusable ? error : unusableBecause(dataDir, file, error)
      return failure instanceof DataDirectoryUnusable ? Effect.fail(failure) : Effect.die(failure)
    }
  })
