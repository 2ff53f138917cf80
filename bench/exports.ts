import { spawn } from "node:child_process"
import * as http from "node:http"
import type { Readable } from "node:stream"
import { type Bench, type BenchRow, median, rowOf } from "./harness/BenchRow.ts"
import { type Child, cores, onCore, startChild } from "./harness/Child.ts"
import { connected, startBenchServer } from "./harness/databases.ts"
import { memoryRise } from "./harness/memory.ts"
import type { RecordedStatement } from "@auspex/testkit/databases"
import { record } from "./harness/recording.ts"
import { fillWorld } from "./harness/world.ts"

const rounds = 3
const formats = ["ndjson", "csv"] as const
type Format = (typeof formats)[number]

/** One export from start to end. */
interface Turn {
  readonly perSecond: number
  readonly megabytes: number
  /** Server CPU per row, in microseconds. */
  readonly cpuMicros: number
  /** Rows per second in the last fifth of the bytes, divided by those in the first fifth. */
  readonly lastOverFirst: number
}

/** Reads a stream to its end and returns the number of bytes that had arrived at each time. */
const drain = async (stream: Readable): Promise<ReadonlyArray<readonly [at: number, bytes: number]>> => {
  const steps: Array<readonly [number, number]> = []
  let bytes = 0
  for await (const chunk of stream) {
    bytes += (chunk as Buffer).length
    steps.push([performance.now(), bytes])
  }
  return steps
}

/** Sends the request from its own local address, because one reader may have at most five exports under way. */
const requestExport = (child: Child, format: Format, localAddress = "127.0.0.1"): Promise<http.IncomingMessage> =>
  new Promise((resolve, reject) => {
    const url = `${child.url}/api/export/predictions?format=${format}`
    const request = http.get(url, { agent: false, localAddress }, (response) => {
      if (response.statusCode === 200) return resolve(response)
      reject(new Error(`the export answered ${response.statusCode}`))
    })
    request.on("error", reject)
  })

/** Our export, read as fast as it arrives. */
const exportOnce = async (child: Child, format: Format, rows: number): Promise<Turn> => {
  const cpuBefore = child.cpuSeconds()
  const start = performance.now()
  const steps = await drain(await requestExport(child, format))
  const [end, bytes] = steps.at(-1)!
  const timeAt = (share: number): number => steps.find(([, length]) => length >= bytes * share)![0]
  return {
    perSecond: rows / ((end - start) / 1_000),
    megabytes: bytes / 1e6,
    cpuMicros: ((child.cpuSeconds() - cpuBefore) / rows) * 1e6,
    lastOverFirst: (timeAt(0.2) - start) / (end - timeAt(0.8))
  }
}

/**
 * The batch's statement for `\copy`: all rows in one query and in no order, which is the fastest that Postgres can do.
 */
const copyCommand = ({ text }: RecordedStatement): string => {
  const bounds = ["'-infinity'", "'00000000-0000-0000-0000-000000000000'", "'infinity'"]
  const query = text.replace(/order by[^]*$/, "").replace(/\$(\d)/g, (_, digit: string) => bounds[Number(digit) - 1]!)
  return `\\copy (${query.replace(/\s+/g, " ").trim()}) to pstdout with (format csv, header)`
}

/** `psql \copy` of the same rows through a pipe, on the core of our server; rows per second. */
const copyOnce = async (url: string, command: string, rows: number): Promise<{ perSecond: number; bytes: number }> => {
  const [program, args] = onCore(cores.server, "psql", ["--no-psqlrc", "--quiet", "--command", command, url])
  const start = performance.now()
  const child = spawn(program, args, { stdio: ["ignore", "pipe", "inherit"] })
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once("close", resolve)
    child.once("error", reject)
  })
  const steps = await drain(child.stdout)
  const code = await ended
  if (code !== 0) throw new Error(`psql ended with ${code}`)
  return { perSecond: rows / ((performance.now() - start) / 1_000), bytes: steps.at(-1)?.[1] ?? 0 }
}

/** Readers that take 64 kB and then pause; they disconnect in the middle. */
const readSlowly = async (child: Child, readers: number, seconds: number): Promise<void> => {
  const until = performance.now() + seconds * 1_000
  await Promise.all(Array.from({ length: readers }, async (_, reader) => {
    const response = await requestExport(child, "csv", `127.0.0.${2 + reader}`)
    while (performance.now() < until) {
      response.read(65_536)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    response.destroy()
  }))
}

/** P10: all predictions, streamed. */
export const exports: Bench = async ({ full }) => {
  const rows = Number(process.env["BENCH_ROWS"] ?? (full ? 1_000_000 : 200_000))
  const server = await startBenchServer()
  try {
    const url = await server.create("exports")
    const recorded = await record(url, [{ path: "/api/export/predictions?format=csv" }])
    const batch = recorded[0]!.statements.find(({ text }) => /p\.reasoning[^]*limit \d+\s*$/.test(text))
    if (batch === undefined) throw new Error("no statement of the export reads predictions")
    await connected(url, (client) => fillWorld(client, { agents: 100, questions: rows / 500, history: rows }))
    const count = await connected(url, async (client) => {
      const { rows: [found] } = await client.query("select count(*)::integer as count from predictions")
      return found.count as number
    })
    const command = copyCommand(batch)
    const child = await startChild("auspexServer", { databaseUrl: url })
    const table: Array<BenchRow> = []
    const notes: Array<string> = []
    try {
      const turns: Record<Format, Array<{ ours: Turn; theirs: number }>> = { ndjson: [], csv: [] }
      const rises: Record<Format, Array<number>> = { ndjson: [], csv: [] }
      await exportOnce(child, "csv", count)
      for (let round = 0; round < rounds; round++) {
        for (const format of formats) {
          const { perSecond: theirs } = await copyOnce(url, command, count)
          let ours: Turn | undefined
          rises[format].push(
            await memoryRise(child.pid, async () => {
              ours = await exportOnce(child, format, count)
            })
          )
          turns[format].push({ ours: ours!, theirs })
        }
      }
      const sizes: Array<string> = []
      for (const format of formats) {
        const what = `${count.toLocaleString("en-US")} predictions as ${format.toUpperCase()}`
        const of = (pick: (turn: Turn) => number): number => median(turns[format].map(({ ours }) => pick(ours)))
        table.push(
          rowOf(
            `${what} against psql \\copy as CSV, in no order`,
            "rows/s",
            turns[format].map(({ ours, theirs }) => ({ ours: ours.perSecond, theirs })),
            { of: "ratio", is: "at least", value: 0.3 }
          ),
          {
            what: `${what}, the server's memory above what it was`,
            unit: "MiB",
            ours: Math.max(...rises[format]),
            goal: { of: "ours", is: "at most", value: 64 }
          },
          { what: `${what}, server CPU`, unit: "µs/row", ours: of((turn) => turn.cpuMicros) },
          {
            what: `${what}, speed of the last fifth over the first`,
            unit: "ratio",
            ours: of((turn) => turn.lastOverFirst)
          }
        )
        sizes.push(`${format} ${Math.round(of((turn) => turn.megabytes))} MB`)
      }
      notes.push(`${server.version}; ${sizes.join(", ")}; both through one core and one connection, Postgres on all.`)
      for (const readers of [1, 32]) {
        table.push({
          what: `${readers} slow ${readers === 1 ? "reader" : "readers"} (64 kB, then a pause, for 5 s), memory above`,
          unit: "MiB",
          ours: await memoryRise(child.pid, () => readSlowly(child, readers, 5)),
          ...(readers === 1 ? { goal: { of: "ours", is: "at most", value: 64 } as const } : {})
        })
      }
    } finally {
      await child.stop()
    }
    return { title: "P10 Exports", rows: table, notes }
  } finally {
    await server.stop()
  }
}
