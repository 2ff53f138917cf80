import autocannon from "autocannon"
import type { Child } from "./Child.ts"

/** The result of one round of load. */
export interface LoadResult {
  readonly perSecond: number
  /** Server CPU per answer, in microseconds. */
  readonly cpuMicros: number
  readonly wrong: number
}

export interface LoadOptions {
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly connections?: number
  readonly seconds: number
}

/** Requests one path of a child as fast as it answers. Responses other than 2xx are counted as wrong. */
export const load = async (child: Child, options: LoadOptions): Promise<LoadResult> => {
  const before = child.cpuSeconds()
  const result = await autocannon({
    url: `${child.url}${options.path}`,
    connections: options.connections ?? 50,
    duration: options.seconds,
    // Our server closes a connection after 1,000 requests, which this client would not notice in time.
    reconnectRate: 1_000,
    ...(options.headers === undefined ? {} : { headers: { ...options.headers } })
  })
  const answers = result["2xx"]
  return {
    perSecond: answers / result.duration,
    cpuMicros: ((child.cpuSeconds() - before) / answers) * 1e6,
    wrong: result.non2xx + result.errors
  }
}
