import { spawn } from "node:child_process"
import { once } from "node:events"
import { pathToFileURL } from "node:url"
import path from "node:path"
import { expect, it, onTestFinished } from "vitest"
import { builtProgram } from "../builtProgram.ts"

const composition = pathToFileURL(path.join(path.dirname(builtProgram()), "../dist/composition"))

/** Runs a program with a watchdog limit of 100 checks (two seconds); `meanwhile` runs once it has printed "ready". */
const watched = async (then: string, meanwhile: (signal: (name: NodeJS.Signals) => void) => Promise<void>) => {
  const program = `import { Effect } from "effect"
    import { startWatchdog } from "${composition.href}/Watchdog.js"
    await Effect.runPromise(startWatchdog({ everyMillis: 20, blockedChecksMax: 100 }))
    process.stdin.once("data", () => { ${then} })
    console.log("ready")`
  const child = spawn(process.execPath, ["--input-type=module", "-e", program], { cwd: path.dirname(builtProgram()) })
  onTestFinished(() => void child.kill("SIGKILL"))
  let stderr = ""
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text
  })
  const ended = once(child, "close")
  await Promise.race([once(child.stdout, "data"), ended.then(() => expect.unreachable(stderr))])
  await meanwhile((name) => void child.kill(name))
  child.stdin.write("now\n")
  const [code, signal] = await ended
  return { code, signal, stderr }
}

it("a process whose event loop is blocked is ended with a message", async () => {
  // The process ends by itself eventually, in case the test cannot end it.
  const blockEventLoop = "const until = Date.now() + 120_000; while (Date.now() < until);"
  const { code, signal, stderr } = await watched(blockEventLoop, () => Promise.resolve())
  expect([code, signal]).toEqual([null, "SIGKILL"])
  const { level, message } = JSON.parse(stderr) as { readonly level: string; readonly message: string }
  expect([level, message]).toEqual(["fatal", expect.stringContaining("The event loop has stood still")])
})

it("a process that was suspended for as long, like a sleeping machine, continues", async () => {
  const ending = await watched("setTimeout(() => process.exit(7), 300)", async (signal) => {
    signal("SIGSTOP")
    await new Promise((resolve) => setTimeout(resolve, 2_500))
    signal("SIGCONT")
  })
  expect(ending).toEqual({ code: 7, signal: null, stderr: "" })
})
