import type { Bench, BenchReport } from "./harness/BenchRow.ts"
import { pinSelf } from "./harness/Child.ts"
import { printReport, writeResults } from "./harness/results.ts"

// Loaded on demand: a benchmark of one part must not need the others.
const benches: Readonly<Record<string, () => Promise<Bench>>> = {
  p1: async () => (await import("./reads.ts")).hotReads,
  p2: async () => (await import("./reads.ts")).uncachedReads,
  p3: async () => (await import("./placements.ts")).placements,
  p4: async () => (await import("./growth.ts")).growth,
  p5: async () => (await import("./gates.ts")).gates,
  p6: async () => (await import("./surveys.ts")).surveys,
  p7: async () => (await import("./webhooks.ts")).webhooks,
  p8: async () => (await import("./bridge.ts")).bridge,
  notices: async () => (await import("./notices.ts")).notices,
  hostile: async () => (await import("./hostile.ts")).hostile,
  p9: async () => (await import("./starts.ts")).starts,
  p11: async () => (await import("./boards.ts")).boards,
  debates: async () => (await import("./debates.ts")).debates,
  p10: async () => (await import("./exports.ts")).exports,
  p13: async () => (await import("./retrieval.ts")).passageSearch,
  intake: async () => (await import("./intake.ts")).sourceIntake,
  panels: async () => (await import("./panels.ts")).panelRuns,
  retrieval: async () => (await import("./retrieval.ts")).retrieval,
  vectors: async () => (await import("./vectors.ts")).nearestVectors
}

const args = process.argv.slice(2)
const full = args.includes("--full")
const requested = args.filter((arg) => !arg.startsWith("--")).map((name) => name.toLowerCase())
const unknown = requested.find((name) => benches[name] === undefined)
if (unknown !== undefined) {
  console.error(`bench: there is no benchmark ${unknown}; there are ${Object.keys(benches).join(", ")}`)
  process.exit(2)
}

pinSelf()
const reports = new Map<string, BenchReport>()
for (const name of requested.length === 0 ? Object.keys(benches) : requested) {
  console.error(`bench: ${name}`)
  const report = await (await benches[name]!())({ full })
  if (report === undefined) continue
  reports.set(name, report)
  printReport(report)
}
if (!args.includes("--no-results")) writeResults(reports)
