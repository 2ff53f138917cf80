import { type ExportFormat, type ExportName, exportTables, exportWriter } from "@auspex/domain/exports"
import { Effect, Stream } from "effect"
import * as path from "node:path"
import { WrongUsage } from "../../kit/invocation/CommandFailure.ts"
import { instantFlag } from "../../kit/invocation/instantFlag.ts"
import { connect } from "../../kit/connection/connect.ts"
import { type ExportBytes, type ExportOpener, exportOpener } from "../../kit/connection/openExport.ts"
import { continuation } from "./continuation.ts"
import { openPartFile, partOf } from "./PartFile.ts"
import { RowScanner } from "./RowScanner.ts"
import { printNote } from "../../kit/output/print.ts"
import { rowsLine } from "../../kit/output/RowsLine.ts"
import type { CommandHandler, Invocation, TargetFlags } from "../../kit/invocation/Invocation.ts"

interface ExportFlags extends Omit<TargetFlags, "output"> {
  readonly format?: ExportFormat
  readonly from?: string
  readonly to?: string
  /** A file, not a format as in other commands; `-` is standard output. */
  readonly output?: string
  readonly resume?: boolean
  readonly force?: boolean
}
type Call = Invocation<ExportFlags>

const formatOfExtension: Readonly<Record<string, ExportFormat>> = {
  ".csv": "csv",
  ".json": "json",
  ".ndjson": "ndjson",
  ".jsonl": "ndjson"
}

/** The file to write; undefined for standard output. */
const fileOf = ({ output }: ExportFlags): string | undefined => output === "-" ? undefined : output

const formatOf = ({ format, output }: ExportFlags): ExportFormat =>
  format ?? formatOfExtension[path.extname(output ?? "").toLowerCase()] ?? "csv"

const requestOf = (flags: ExportFlags) =>
  Effect.gen(function*() {
    const from = yield* instantFlag("--from", flags.from)
    const to = yield* instantFlag("--to", flags.to)
    for (const flag of ["resume", "force"] as const) {
      if (flags[flag] === true && fileOf(flags) === undefined) {
        return yield* new WrongUsage({ message: `--${flag} needs --output with a file` })
      }
    }
    if (["table", "csv", "json", "ndjson"].includes(flags.output ?? "")) {
      return yield* new WrongUsage({ message: `--output names the file here; did you mean --format ${flags.output}?` })
    }
    return { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }
  })

/** Writes to standard output with back-pressure. */
const toStdout = (call: Call, bytes: Buffer): Effect.Effect<void> =>
  Effect.async((resume) => {
    const { stdout } = call.io
    if (stdout.write(bytes)) return resume(Effect.void)
    const onDrain = (): void => resume(Effect.void)
    stdout.once("drain", onDrain)
    return Effect.sync(() => void stdout.off("drain", onDrain))
  })

const exportToStdout = (call: Call, name: ExportName, document: ExportBytes) =>
  Effect.gen(function*() {
    // No progress line if the data itself goes to the terminal.
    const line = call.io.stdout.isTTY === true ? undefined : yield* rowsLine(call.io, name, 0)
    const scanner = new RowScanner(formatOf(call.flags))
    let length = 0
    yield* Stream.runForEach(document, (bytes) => {
      if (line === undefined || call.io.stderr.isTTY !== true) return toStdout(call, bytes)
      scanner.push(bytes)
      length += bytes.length
      return Effect.zipRight(toStdout(call, bytes), line.to(scanner.found.rows, length))
    })
  })

const exportToFile = (
  call: Call,
  name: ExportName,
  file: string,
  open: (cursor: string | undefined) => ReturnType<ExportOpener>
) =>
  Effect.gen(function*() {
    const format = formatOf(call.flags)
    const part = yield* openPartFile(file, exportTables[name], format, {
      resume: call.flags.resume === true,
      force: call.flags.force === true
    })
    if (part.rows > 0) yield* printNote(call, `continuing after ${part.rows} rows of ${partOf(file)}`)
    const document = yield* Effect.onError(open(part.id), () => part.discard)
    const scanner = new RowScanner(format)
    let length = 0
    const rows = (): number => part.rows + scanner.found.rows
    const writing = Effect.scoped(Effect.gen(function*() {
      const line = yield* rowsLine(call.io, name, part.rows)
      const watched = Stream.tap(document, (bytes) =>
        Effect.suspend(() => {
          scanner.push(bytes)
          length += bytes.length
          return line.to(rows(), length)
        }))
      const rest = part.id === undefined ? watched : continuation(exportWriter(exportTables[name], format), watched)
      yield* Stream.runForEach(rest, part.append)
    }))
    yield* Effect.onError(writing, () =>
      rows() === 0
        ? part.discard
        : printNote(call, `${rows()} rows are in ${partOf(file)}; the same command with --resume continues after them`))
    yield* part.finish
    yield* printNote(call, `${rows()} rows in ${file}`)
  })

/** `auspex export`: writes the record as a table, to a file or to standard output. */
export const exportCommand = ((call: Call) =>
  Effect.scoped(
    Effect.gen(function*() {
      const name = call.args[0] as ExportName
      const format = formatOf(call.flags)
      const { output: _, ...flags } = call.flags
      const file = fileOf(call.flags)
      const request = yield* requestOf(call.flags)
      const connection = yield* connect({ ...call, flags }, "optional")
      const opener = exportOpener(connection, (line) => printNote(call, line))
      if (file === undefined) return yield* exportToStdout(call, name, yield* opener(name, format, request))
      yield* exportToFile(call, name, file, (cursor) =>
        opener(name, format, cursor === undefined ? request : { ...request, cursor }))
    })
  )) satisfies CommandHandler
