// npm start: serves the demo world on the embedded database, also on a fresh clone. Further arguments go to `auspex
// serve`. The script in package.json uses `exec`, because npm sends signals to the shell, and a shell that waits for a
// child would die and leave the server running.
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { ensureBuilt, ensureInstalled, root, say } from "./ensure.mjs"

ensureInstalled()
if (await ensureBuilt()) {
  // Runs in this process: signals reach the server directly, and its exit code is that of this process.
  const bin = join(root, "packages", "cli", "bin", "auspex.js")
  process.argv = [process.argv[0], bin, "serve", "--demo", ...process.argv.slice(2)]
  await import(pathToFileURL(bin).href)
} else {
  say("the build failed; see the lines above")
  process.exitCode = 1
}
