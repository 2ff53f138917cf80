import type { LoadedModel, ModelServerType, SystemInfo } from "@auspex/domain/inference"
import { Effect } from "effect"
import { execFile } from "node:child_process"
import { statfs } from "node:fs/promises"
import * as os from "node:os"

const bytesPerGigabyte = 1_073_741_824
const rounded = (value: number, digits = 2): number => Math.round(value * 10 ** digits) / 10 ** digits
const gigabytes = (bytes: number): number => rounded(bytes / bytesPerGigabyte)

interface Gpu {
  readonly gpu_name?: string
  readonly gpu_memory_gb?: number
}

const gpuMillisMax = 3_000

/** The first graphics card that NVIDIA's tool lists; empty without the tool. */
const gpu: Effect.Effect<Gpu> = Effect.async((resume) => {
  const parameters = ["--query-gpu=name,memory.total", "--format=csv,noheader,nounits"]
  execFile("nvidia-smi", parameters, { timeout: gpuMillisMax }, (error, output) => {
    const [name, mebibytes] = output.split("\n")[0]?.split(",").map((part) => part.trim()) ?? []
    resume(Effect.succeed(
      error !== null || name === undefined || name === ""
        ? {}
        : { gpu_name: name, ...(Number(mebibytes) > 0 ? { gpu_memory_gb: rounded(Number(mebibytes) / 1_024) } : {}) }
    ))
  })
})

interface CpuTimes {
  readonly busy: number
  readonly all: number
}

const cpuTimes = (): CpuTimes =>
  os.cpus().reduce(({ all, busy }, { times }) => {
    const sum = times.user + times.nice + times.sys + times.idle + times.irq
    return { all: all + sum, busy: busy + sum - times.idle }
  }, { all: 0, busy: 0 })

const diskFree: Effect.Effect<number | undefined> = Effect.option(Effect.tryPromise(() => statfs(os.homedir()))).pipe(
  Effect.map((found) => found._tag === "None" ? undefined : gigabytes(found.value.bavail * found.value.bsize))
)

/** What a heartbeat says about this machine, given what its model server says. */
export type ReadSystemInfo = (
  server: {
    readonly type: ModelServerType
    readonly loaded: ReadonlyArray<LoadedModel> | undefined
    readonly isRunning: boolean
  }
) => Effect.Effect<SystemInfo>

/**
 * Reads information about this machine; `cpu_percent` is the mean since the last reading. The graphics card is looked up
 * once.
 */
export const makeSystemInfo: Effect.Effect<ReadSystemInfo> = Effect.map(gpu, (card) => {
  let before = cpuTimes()
  return ({ isRunning, loaded, type }) =>
    Effect.map(diskFree, (disk_free_gb) => {
      const now = cpuTimes()
      const [all, busy] = [now.all - before.all, now.busy - before.busy]
      before = now
      return {
        platform: os.platform(),
        arch: os.arch(),
        hostname: os.hostname(),
        cpu_cores: os.cpus().length,
        total_ram_gb: gigabytes(os.totalmem()),
        used_ram_gb: gigabytes(os.totalmem() - os.freemem()),
        free_ram_gb: gigabytes(os.freemem()),
        ...(all > 0 ? { cpu_percent: rounded(100 * busy / all, 1) } : {}),
        load_avg_1m: rounded(os.loadavg()[0] ?? 0),
        ...(disk_free_gb === undefined ? {} : { disk_free_gb }),
        ...card,
        // By this the service knows that the models are those of a server with another API.
        ollama_running: type === "ollama" && isRunning,
        ...(loaded === undefined ? {} : { ollama_loaded_count: loaded.length, ollama_loaded: loaded })
      }
    })
})
