import { type ExportFormat, type ExportTable, exportWriter } from "@auspex/domain/exports"
import { Effect, type Scope } from "effect"
import * as fs from "node:fs/promises"
import { TargetUnavailable, WrongUsage } from "../connection/CommandFailure.ts"
import { RowScanner } from "./RowScanner.ts"

/** A document on its way: it stands in `<file>.part` until it is whole. */
export interface PartFile {
  /** Rows that were there before, and the id of the last of them. */
  readonly rows: number
  readonly id: string | undefined
  readonly append: (bytes: Buffer) => Effect.Effect<void, TargetUnavailable>
  /** Removes it when it holds no row. */
  readonly discard: Effect.Effect<void>
  /** Makes it the file, all of it on the disk. */
  readonly finish: Effect.Effect<void, TargetUnavailable>
}

const scanBytes = 1_048_576

const reasons: Readonly<Record<string, string>> = {
  ENOENT: "there is no such directory",
  ENOTDIR: "part of the path is a file",
  EISDIR: "it is a directory",
  EACCES: "this user may not write there",
  EPERM: "this user may not write there",
  EROFS: "the file system is read-only"
}
const codeOf = (error: unknown): string => String((error as NodeJS.ErrnoException).code ?? error)

/** The name under which a file that is not whole stands. */
export const partOf = (file: string): string => `${file}.part`

const isOf = (table: ExportTable, format: ExportFormat, firstLine: string): boolean => {
  const [first] = exportWriter(table, format).head.split(/\r?\n/)
  if (format !== "ndjson") return firstLine === first?.slice(0, 128)
  const names = Object.keys(table.columns)
  return firstLine.startsWith(`{"${names[0]}":"`) && firstLine.includes(`"${names[1]}":`)
}

const scan = async (handle: fs.FileHandle, format: ExportFormat) => {
  const scanner = new RowScanner(format)
  const buffer = Buffer.allocUnsafe(scanBytes)
  for (let at = 0;;) {
    const { bytesRead } = await handle.read(buffer, 0, scanBytes, at)
    if (bytesRead === 0) return scanner.found
    scanner.push(buffer.subarray(0, bytesRead))
    at += bytesRead
  }
}

const openFile = (file: string, resume: boolean): Promise<fs.FileHandle> =>
  fs.open(partOf(file), resume ? "r+" : "w+").catch((error: unknown) => {
    if (resume && codeOf(error) === "ENOENT") return fs.open(partOf(file), "w+")
    throw error
  })

/** A directory would not be replaced in the end. */
const judgeFile = async (file: string): Promise<void> => {
  const found = await fs.stat(file).catch(() => undefined)
  if (found?.isDirectory() === true) throw Object.assign(new Error("a directory"), { code: "EISDIR" })
}

/**
 * Opens `<file>.part` until the scope closes. With `resume` its whole rows are kept and what is left of a broken one is cut
 * off; otherwise, and when it holds no whole row, it begins empty.
 */
export const openPartFile = (
  file: string,
  table: ExportTable,
  format: ExportFormat,
  resume: boolean
): Effect.Effect<PartFile, WrongUsage, Scope.Scope> =>
  Effect.gen(function*() {
    const handle = yield* Effect.acquireRelease(
      Effect.tryPromise({
        try: async () => {
          await judgeFile(file)
          return openFile(file, resume)
        },
        catch: (error) => {
          const code = codeOf(error)
          return new WrongUsage({ message: `${file} cannot be written: ${reasons[code] ?? code}` })
        }
      }),
      (open) => Effect.promise(() => open.close())
    )
    const found = yield* Effect.promise(() => scan(handle, format))
    if (found.rows > 0 && !isOf(table, format, found.firstLine)) {
      return yield* new WrongUsage({
        message: `${partOf(file)} is no part of this export as ${format}; without --resume it is begun anew`
      })
    }
    const end = found.id === undefined ? 0 : found.end
    yield* Effect.promise(() => handle.truncate(end))
    let at = end
    const failed = (error: unknown) =>
      new TargetUnavailable({
        message: `${partOf(file)} cannot be written on (${codeOf(error)}); --resume goes on when that is mended`
      })
    return {
      rows: found.id === undefined ? 0 : found.rows,
      id: found.id,
      append: (bytes) =>
        Effect.tryPromise({
          try: async () => {
            for (let from = 0; from < bytes.length;) {
              const { bytesWritten } = await handle.write(bytes, from, bytes.length - from, at)
              from += bytesWritten
              at += bytesWritten
            }
          },
          catch: failed
        }),
      discard: found.id === undefined ? Effect.promise(() => fs.rm(partOf(file), { force: true })) : Effect.void,
      finish: Effect.tryPromise({
        try: async () => {
          await handle.sync()
          await fs.rename(partOf(file), file)
        },
        catch: failed
      })
    }
  })
