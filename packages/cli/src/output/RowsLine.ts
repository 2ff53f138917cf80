import { Effect, type Scope } from "effect"
import type { CommandIo } from "../invocation/CommandIo.ts"

/** Tells how far work is whose end is not known. */
export interface RowsLine {
  readonly to: (rows: number, bytes: number) => Effect.Effect<void>
}

const millisBetween = 100
const silent: RowsLine = { to: () => Effect.void }

const counted = (value: number): string => Math.round(value).toLocaleString("en-US")

/**
 * One line on a terminal's standard error while the scope is open, nothing anywhere else: rows, rows a second, megabytes.
 * `before` are rows that were there at the start.
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
