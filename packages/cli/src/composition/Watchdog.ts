import { Effect, Runtime } from "effect"
import * as inspector from "node:inspector"
import { Worker } from "node:worker_threads"

const lookMillis = 1_000
const stillSeconds = 30

/**
 * Has this process ended when its event loop has stood still for 30 seconds, with a line on standard error that says why: a
 * process that neither answers nor hears a signal is better started again. A thread looks every second whether the loop has
 * moved since the last look, so a machine that sleeps ends nothing; with a debugger there is no watchdog. To be started
 * once the server listens: what comes before may rightly take long. It stays until the process ends.
 */
export const startWatchdog = (
  { everyMillis = lookMillis, stillLooksMax = stillSeconds } = {}
): Effect.Effect<void> =>
  inspector.url() !== undefined ? Effect.void : Effect.map(Effect.runtime(), (runtime) => {
    const beats = new Int32Array(new SharedArrayBuffer(4))
    setInterval(() => Atomics.add(beats, 0, 1), everyMillis / 2).unref()
    const thread = new Worker(new URL("./watchdogThread.mjs", import.meta.url), {
      name: "watchdog",
      workerData: { beats, lookMillis: everyMillis, stillLooksMax },
      resourceLimits: { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 2 },
      execArgv: [],
      env: {}
    })
    thread.unref()
    thread.on("error", (error) => Runtime.runFork(runtime)(Effect.logError("There is no watchdog any more", error)))
  })
