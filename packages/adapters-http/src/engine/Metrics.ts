import { monitorEventLoopDelay } from "node:perf_hooks"

/** Upper bounds of the latency histogram, in seconds. */
const bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** The request counts and latency histogram of one route: plain numbers, so that counting is cheap. */
export class RouteMetrics {
  readonly #labels: string
  readonly #byStatus = new Map<number, number>()
  readonly #buckets = new Array<number>(bounds.length + 1).fill(0)
  #seconds = 0

  constructor(method: string, path: string) {
    this.#labels = `method="${method}",route="${path}"`
  }

  count(status: number, seconds: number): void {
    this.#byStatus.set(status, (this.#byStatus.get(status) ?? 0) + 1)
    this.#seconds += seconds
    let bucket = 0
    while (bucket < bounds.length && seconds > (bounds[bucket] as number)) bucket++
    this.#buckets[bucket] = (this.#buckets[bucket] as number) + 1
  }

  get isUsed(): boolean {
    return this.#byStatus.size > 0
  }

  requestLines(): Array<string> {
    return Array.from(
      this.#byStatus,
      ([status, n]) => `auspex_http_requests_total{${this.#labels},status="${status}"} ${n}`
    )
  }

  durationLines(): Array<string> {
    const lines: Array<string> = []
    let total = 0
    this.#buckets.forEach((n, at) => {
      total += n
      lines.push(`auspex_http_request_duration_seconds_bucket{${this.#labels},le="${bounds[at] ?? "+Inf"}"} ${total}`)
    })
    lines.push(`auspex_http_request_duration_seconds_sum{${this.#labels}} ${this.#seconds}`)
    lines.push(`auspex_http_request_duration_seconds_count{${this.#labels}} ${total}`)
    return lines
  }
}

/** A snapshot of a listener's metrics. */
export interface ListenerFigures {
  readonly routes: Iterable<RouteMetrics>
  readonly inFlight: number
  readonly connections: number
  readonly cache: {
    readonly hits: number
    readonly misses: number
    readonly bytes: number
    /** Undefined for an instance that is alone. */
    readonly noticesArrive: boolean | undefined
  }
}

const eventLoopDelay = monitorEventLoopDelay({ resolution: 20 })
let watching = false

/** Starts measuring the event-loop delay; further calls have no effect. */
export const watchEventLoop = (): void => {
  if (!watching) eventLoopDelay.enable()
  watching = true
}

const family = (name: string, type: string, help: string, lines: ReadonlyArray<string>): Array<string> => [
  `# HELP ${name} ${help}`,
  `# TYPE ${name} ${type}`,
  ...lines
]

/** The metrics in the Prometheus text format. */
export const prometheusText = (figures: ListenerFigures): string => {
  const routes = Array.from(figures.routes).filter((route) => route.isUsed)
  const memory = process.memoryUsage()
  const cpu = process.cpuUsage()
  const gauge = (name: string, help: string, value: number): Array<string> =>
    family(name, "gauge", help, [`${name} ${value}`])
  const counter = (name: string, help: string, value: number): Array<string> =>
    family(name, "counter", help, [`${name} ${value}`])
  const delay = [0.5, 0.99, 1].map((quantile) =>
    `auspex_event_loop_delay_seconds{quantile="${quantile}"} ${
      (quantile === 1 ? eventLoopDelay.max : eventLoopDelay.percentile(quantile * 100)) / 1e9
    }`
  )
  return [
    ...family(
      "auspex_http_requests_total",
      "counter",
      "Answered requests.",
      routes.flatMap((route) => route.requestLines())
    ),
    ...family(
      "auspex_http_request_duration_seconds",
      "histogram",
      "Time from the request's headers to the end of its answer.",
      routes.flatMap((route) => route.durationLines())
    ),
    ...gauge("auspex_http_requests_in_flight", "Requests being worked on, and answers being sent.", figures.inFlight),
    ...gauge("auspex_http_connections", "Open connections.", figures.connections),
    ...counter("auspex_http_cache_hits_total", "Answers sent from the response cache.", figures.cache.hits),
    ...counter("auspex_http_cache_misses_total", "Answers computed for the response cache.", figures.cache.misses),
    ...gauge("auspex_http_cache_bytes", "Bytes in the response cache.", figures.cache.bytes),
    ...(figures.cache.noticesArrive === undefined ? [] : gauge(
      "auspex_http_cache_notices",
      "1 while notices of changes on other instances arrive, 0 while answers expire by age only.",
      figures.cache.noticesArrive ? 1 : 0
    )),
    ...family("auspex_event_loop_delay_seconds", "gauge", "Delay of the event loop since the start.", delay),
    ...gauge("process_resident_memory_bytes", "Resident memory.", memory.rss),
    ...gauge("process_heap_bytes", "Used heap.", memory.heapUsed),
    ...counter("process_cpu_seconds_total", "CPU time.", (cpu.user + cpu.system) / 1e6),
    ...gauge("process_uptime_seconds", "Time since the process started.", process.uptime()),
    ""
  ].join("\n")
}
