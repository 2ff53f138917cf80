import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { availableParallelism } from "node:os"
import path from "node:path"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"

/** The root of the repository. */
export const root = fileURLToPath(new URL("../..", import.meta.url))

/** The cores of this machine; read before this process is pinned, because afterwards it would be one. */
export const coreCount = availableParallelism()
const pinning = coreCount > 1 && spawnSync("taskset", ["-p", String(process.pid)]).status === 0

/** The core of the measured server, and the core of everything that generates load. */
export const cores = { server: 0, load: 1 } as const

/** `command` pinned to one core, where pinning is possible. */
export const onCore = (core: number, command: string, args: ReadonlyArray<string>): [string, Array<string>] =>
  pinning ? ["taskset", ["-c", String(core), command, ...args]] : [command, [...args]]

const pinTo = (list: string): void => {
  if (pinning) spawnSync("taskset", ["-a", "-p", "-c", list, String(process.pid)])
}

/** Moves this process, the load generator, to its own core. */
export const pinSelf = (): void => pinTo(String(cores.load))

/** How many calls of `onAllCores` are under way: the outermost alone moves this process. */
let unpinned = 0

/** Runs `work` on all cores; processes that it starts may use all of them permanently. */
export const onAllCores = async <A>(work: () => Promise<A>): Promise<A> => {
  if (unpinned++ === 0) pinTo(`0-${coreCount - 1}`)
  try {
    return await work()
  } finally {
    if (--unpinned === 0) pinSelf()
  }
}

/** A separate process that serves until it is stopped. */
export interface Child {
  readonly pid: number
  /** The text that it printed after `ready`. */
  readonly url: string
  /** The CPU time that it has used so far, in seconds; NaN where the system does not report it. */
  readonly cpuSeconds: () => number
  readonly stop: () => Promise<void>
}

// utime and stime are the 14th and 15th field, in hundredths of a second; the name before them may contain blanks.
const cpuSecondsOf = (pid: number): number => {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").replace(/^.*\) /s, "").split(" ")
    return (Number(fields[11]) + Number(fields[12])) / 100
  } catch {
    return Number.NaN // no /proc here
  }
}

const stopOf = (child: ChildProcess) => async (): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once("exit", resolve))
  child.kill("SIGTERM")
  const timer = setTimeout(() => child.kill("SIGKILL"), 5_000)
  await ended
  clearTimeout(timer)
}

/** A process is at rest when it has used less than this part of the time since it was looked at last. */
const restShareMax = 0.05
const restMillis = 500

/** Waits until a process is at rest: a server that has started still reads its search index, for instance. */
const atRest = async (pid: number): Promise<void> => {
  for (let before = cpuSecondsOf(pid);;) {
    await new Promise((resolve) => setTimeout(resolve, restMillis))
    const after = cpuSecondsOf(pid)
    if (!(after - before > (restShareMax * restMillis) / 1_000)) return
    before = after
  }
}

/**
 * Starts `bench/children/NAME.ts` on the server's core with one JSON argument, and waits for its line `ready URL` and
 * until it is at rest. With `BENCH_PROFILE=folder` it writes a CPU profile there.
 */
export const startChild = async (name: string, options: object): Promise<Child> => {
  const profile = process.env["BENCH_PROFILE"]
  const flags = profile === undefined ? [] : ["--cpu-prof", `--cpu-prof-dir=${path.join(profile, name)}`]
  const args = [...flags, "--import", "tsx", `bench/children/${name}.ts`, JSON.stringify(options)]
  const [command, commandArgs] = onCore(cores.server, process.execPath, args)
  const child = spawn(command, commandArgs, { cwd: root, stdio: ["ignore", "pipe", "inherit"] })
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on("line", (line) => {
      if (line.startsWith("ready ")) resolve(line.slice(6))
    })
    child.once("exit", (code) => reject(new Error(`bench/children/${name}.ts ended with ${code}`)))
    child.once("error", reject)
  })
  const pid = child.pid as number
  await atRest(pid)
  return { pid, url, cpuSeconds: () => cpuSecondsOf(pid), stop: stopOf(child) }
}
