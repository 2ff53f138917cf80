import { readFileSync, writeFileSync } from "node:fs"

// In kilobytes, as Linux tells it.
const statusOf = (pid: number, field: "VmRSS" | "VmHWM"): number =>
  Number(new RegExp(`^${field}:\\s+(\\d+) kB`, "m").exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1_024

/**
 * How much the resident memory of a process rises at most above what it is now while `work` runs, in MiB; NaN where the
 * system does not tell. The kernel keeps the peak: nothing between two looks is missed.
 */
export const memoryRise = async (pid: number, work: () => Promise<unknown>): Promise<number> => {
  let before = Number.NaN
  try {
    writeFileSync(`/proc/${pid}/clear_refs`, "5")
    before = statusOf(pid, "VmRSS")
  } catch {
    // No /proc here.
  }
  await work()
  return Number.isNaN(before) ? before : statusOf(pid, "VmHWM") - before
}
