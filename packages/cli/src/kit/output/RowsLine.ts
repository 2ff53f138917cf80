import { Effect, type Scope } from "effect"
import type { CommandIo } from "../invocation/CommandIo.ts"

/** Shows the progress of work of unknown length. */
export interface RowsLine {
  readonly to: (rows: number, bytes: number) => Effect.Effect<void>
}

const millisBetween = 100
const silent: RowsLine = { to: () => Effect.void }

const counted = (value: number): string => Math.round(value).toLocaleString("en-US")

/**
 * A line on standard error while the scope is open: rows, rows a second, megabytes. Nothing if that is not a terminal.
 * `before` is the number of rows that existed at the start.
 */
export const rowsLine = (io: CommandIo, what: string, before: number): Effect.Effect<RowsLine, never, Scope.Scope> =>
  io.stderr.isTTY !== true ? Effect.succeed(silent) : Effect.acquireRelease(
    Effect.sync((): RowsLine => {
      const begun = performance.now()
      let shown = -Infinity
      return {
        to: (rows, bytes) =>
          Effect.sync(() => {
            const now = performance.now()
            if (now - shown < millisBetween) return
            shown = now
            const speed = (rows - before) / Math.max(0.001, (now - begun) / 1_000)
            const line = `${what}  ${counted(rows)} rows  ${counted(speed)} rows/s  ${(bytes / 1e6).toFixed(1)} MB`
            io.stderr.write(`\r${line.slice(0, (io.stderr.columns ?? 80) - 1)}\u001b[K`)
          })
      }
    }),
    () => Effect.sync(() => void io.stderr.write("\r\u001b[K"))
  )
