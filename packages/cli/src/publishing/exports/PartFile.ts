import { type ExportFormat, type ExportTable, exportWriter } from "@auspex/domain/exports"
import { Effect, type Scope } from "effect"
import { constants } from "node:fs"
import * as fs from "node:fs/promises"
import { AlreadyExists, TargetUnavailable, WrongUsage } from "../../kit/invocation/CommandFailure.ts"
import { RowScanner, type ScannedRows } from "./RowScanner.ts"

/** An incomplete document, in `<file>.part` until it is complete. */
export interface PartFile {
  /** The number of rows from an earlier attempt, and the id of the last. */
  readonly rows: number
  readonly id: string | undefined
  readonly append: (bytes: Buffer) => Effect.Effect<void, TargetUnavailable>
  /** Removes the file, unless it holds rows of an earlier attempt. */
  readonly discard: Effect.Effect<void>
  /** Flushes the file to disk and gives it its final name. */
  readonly finish: Effect.Effect<void, TargetUnavailable>
}

const scanBytes = 1_048_576

const reasons: Readonly<Record<string, string>> = {
  ENOENT: "there is no such directory",
  ENOTDIR: "part of the path is a file",
  EISDIR: "it is a directory",
  NOFILE: "it is a device, a pipe or a socket, not a file",
  EACCES: "this user may not write there",
  EPERM: "this user may not write there",
  EROFS: "the file system is read-only"
}
const codeOf = (error: unknown): string => String((error as NodeJS.ErrnoException).code ?? error)

/** The name of the incomplete file. */
export const partOf = (file: string): string => `${file}.part`

/** Whether a file that begins with this line may hold the export, or the beginning of it. */
const matchesExport = (table: ExportTable, format: ExportFormat, { firstLine, rows }: ScannedRows): boolean => {
  const [first, second] = Object.keys(table.columns)
  const [head = ""] = format === "ndjson" ? [`{"${first}":"`] : exportWriter(table, format).head.split(/\r?\n/)
  const begin = head.slice(0, 128)
  if (rows === 0) return begin.startsWith(firstLine) || (format === "ndjson" && firstLine.startsWith(begin))
  return format === "ndjson" ? firstLine.startsWith(begin) && firstLine.includes(`"${second}":`) : firstLine === begin
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

const fileExists = (file: string): Promise<boolean> =>
  fs.stat(file).then(
    (found) => {
      if (!found.isFile()) throw Object.assign(new Error(), { code: found.isDirectory() ? "EISDIR" : "NOFILE" })
      return true
    },
    (error: unknown) => {
      if (codeOf(error) === "ENOENT") return false
      throw error
    }
  )

/** What to do with existing files: continue after their whole rows, or replace them. */
interface PartFileOptions {
  readonly resume: boolean
  readonly force: boolean
}

const refuseExisting = async (file: string, { force, resume }: PartFileOptions): Promise<void> => {
  if (await fileExists(file) && !force) {
    throw new AlreadyExists({ message: `${file} already exists; --force replaces it` })
  }
  const part = await fs.stat(partOf(file)).catch(() => undefined)
  if (part !== undefined && part.size > 0 && !resume && !force) {
    throw new AlreadyExists({
      message: `${partOf(file)} holds an incomplete export; --resume continues it, --force starts over`
    })
  }
}

/**
 * Opens `<file>.part` until the scope closes. With `resume` its whole rows are kept and a broken last row is cut off;
 * otherwise, and if it holds no whole row, it starts empty. Existing files are replaced only with `force`.
 */
export const openPartFile = (
  file: string,
  table: ExportTable,
  format: ExportFormat,
  options: PartFileOptions
): Effect.Effect<PartFile, AlreadyExists | WrongUsage, Scope.Scope> =>
  Effect.gen(function*() {
    const handle = yield* Effect.acquireRelease(
      Effect.tryPromise({
        try: async () => {
          await refuseExisting(file, options)
          return fs.open(partOf(file), constants.O_RDWR | constants.O_CREAT | (options.resume ? 0 : constants.O_TRUNC))
        },
        catch: (error) => {
          if (error instanceof AlreadyExists) return error
          const code = codeOf(error)
          return new WrongUsage({ message: `${file} cannot be written: ${reasons[code] ?? code}` })
        }
      }),
      // A command that is stopped before anything was written leaves no file behind.
      (open) =>
        Effect.promise(async () => {
          const { size } = await open.stat()
          await open.close()
          if (size === 0) await fs.rm(partOf(file), { force: true })
        })
    )
    const found = yield* Effect.promise(() => scan(handle, format))
    if (!matchesExport(table, format, found)) {
      return yield* new WrongUsage({
        message: `${partOf(file)} is not a part of this export as ${format}; --force without --resume starts over`
      })
    }
    const end = found.id === undefined ? 0 : found.end
    yield* Effect.promise(() => handle.truncate(end))
    let at = end
    const failed = (error: unknown) =>
      new TargetUnavailable({
        message: `${partOf(file)} cannot be written (${codeOf(error)}); solve that, and continue with --resume`
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
