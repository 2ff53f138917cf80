// npm start: the demo world on the embedded database, on a fresh clone too. More arguments go to `auspex serve`.
// The script in package.json says `exec`, because npm passes a signal to the shell, and a shell that waits for a child
// dies of it and leaves the server running.
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { ensureBuilt, ensureInstalled, root, say } from "./ensure.mjs"

ensureInstalled()
if (await ensureBuilt()) {
  // Run in this very process: signals reach the server and its exit code is ours, with nothing to forward.
  const bin = join(root, "packages", "cli", "bin", "auspex.js")
  process.argv = [process.argv[0], bin, "serve", "--demo", ...process.argv.slice(2)]
  await import(pathToFileURL(bin).href)
} else {
  say("the build failed; see the lines above")
  process.exitCode = 1
}
