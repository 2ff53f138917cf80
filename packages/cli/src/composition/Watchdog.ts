import { Effect, Runtime } from "effect"
import * as inspector from "node:inspector"
import { Worker } from "node:worker_threads"

const checkMillis = 1_000
const blockedSeconds = 30

/**
 * Ends this process when its event loop has been blocked for 30 seconds, with a line on standard error that says why,
 * so that its supervisor can restart it. A thread checks every second whether the loop has run since the last check. It
 * counts checks instead of time, so that a machine that sleeps does not trigger it. With a debugger there is no
 * watchdog. Start it once the server listens, since earlier steps may take long. It runs until the process ends.
 */
export const startWatchdog = (
  { everyMillis = checkMillis, blockedChecksMax = blockedSeconds } = {}
): Effect.Effect<void> =>
  inspector.url() !== undefined ? Effect.void : Effect.map(Effect.runtime(), (runtime) => {
    const heartbeats = new Int32Array(new SharedArrayBuffer(4))
    setInterval(() => Atomics.add(heartbeats, 0, 1), everyMillis / 2).unref()
    const thread = new Worker(new URL("./watchdogThread.mjs", import.meta.url), {
      name: "watchdog",
      workerData: { heartbeats, checkMillis: everyMillis, blockedChecksMax },
      resourceLimits: { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 2 },
      execArgv: [],
      env: {}
    })
    thread.unref()
    thread.on("error", (error) => Runtime.runFork(runtime)(Effect.logError("The watchdog has failed", error)))
  })
