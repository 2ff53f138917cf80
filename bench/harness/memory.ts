import { readFileSync, writeFileSync } from "node:fs"

// Linux reports kilobytes.
const statusOf = (pid: number, field: "VmRSS" | "VmHWM"): number =>
  Number(new RegExp(`^${field}:\\s+(\\d+) kB`, "m").exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1_024

/** The resident memory of a process in MiB; NaN where the system does not report it. */
export const residentMemory = (pid: number): number => {
  try {
    return statusOf(pid, "VmRSS")
  } catch {
    return Number.NaN // no /proc here
  }
}

/**
 * The largest rise of a process's resident memory above its current value while `work` runs, in MiB; NaN where the
 * system does not report it. The kernel records the peak, so no sampling is needed.
 */
export const memoryRise = async (pid: number, work: () => Promise<unknown>): Promise<number> => {
  let before = Number.NaN
  try {
    writeFileSync(`/proc/${pid}/clear_refs`, "5")
    before = statusOf(pid, "VmRSS")
  } catch {
    // There is no /proc on this system.
  }
  await work()
  return Number.isNaN(before) ? before : statusOf(pid, "VmHWM") - before
}
