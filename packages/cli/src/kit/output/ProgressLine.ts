import { Effect, type Scope } from "effect"
import type { CommandIo } from "../invocation/CommandIo.ts"

/** Shows the progress of long work. */
export interface ProgressLine {
  readonly to: (done: number, total: number) => Effect.Effect<void>
}

const silent: ProgressLine = { to: () => Effect.void }

/** A progress bar on standard error while the scope is open; nothing if that is not a terminal. */
export const progressLine = (io: CommandIo, what: string): Effect.Effect<ProgressLine, never, Scope.Scope> =>
  io.stderr.isTTY !== true ? Effect.succeed(silent) : Effect.acquireRelease(
    Effect.promise(async () => {
      const { default: progress } = await import("cli-progress")
      const bar = new progress.SingleBar({
        stream: io.stderr,
        format: `${what} {bar} {value}/{total} {eta_formatted}`,
        hideCursor: true,
        clearOnComplete: true,
        stopOnComplete: false,
        barsize: 30,
        gracefulExit: false
      }, progress.Presets.shades_classic)
      bar.start(1, 0)
      return bar
    }),
    (bar) => Effect.sync(() => bar.stop())
  ).pipe(Effect.map((bar): ProgressLine => ({
    to: (done, total) =>
      Effect.sync(() => {
        bar.setTotal(total)
        bar.update(done)
      })
  })))
