// npm run bench: measures the performance goals on the built packages. Arguments are passed to bench/run.ts.
import { ensureBuilt, ensureInstalled, run, say } from "./ensure.mjs"

ensureInstalled()
if (await ensureBuilt()) {
  process.exitCode = await run(process.execPath, ["--import", "tsx", "bench/run.ts", ...process.argv.slice(2)])
} else {
  say("the build failed; see the lines above")
  process.exitCode = 1
}
