// The thread of Watchdog.ts. Plain JavaScript: it is loaded from a file, in the sources and in the build.
import fs from "node:fs"
import { workerData } from "node:worker_threads"

const { heartbeats, checkMillis, blockedChecksMax } = workerData
let [lastSeen, blockedChecks] = [-1, 0]

// Counts checks, not time: while the machine sleeps or the process is stopped, this thread does not run either.
setInterval(() => {
  const now = Atomics.load(heartbeats, 0)
  blockedChecks = now === lastSeen ? blockedChecks + 1 : 0
  lastSeen = now
  if (blockedChecks < blockedChecksMax) return
  const seconds = Math.round(blockedChecksMax * checkMillis / 1_000)
  const message =
    `The event loop has stood still for ${seconds} s: nothing is answered, and no signal is heard. This ends the process (SIGKILL, exit status 137); no acknowledged write is lost.`
  fs.writeSync(2, `${JSON.stringify({ time: new Date().toISOString(), level: "fatal", message })}\n`)
  process.kill(process.pid, "SIGKILL")
}, checkMillis)
