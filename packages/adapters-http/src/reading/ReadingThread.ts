import { rejection, type SourceRejection } from "@auspex/domain/evidence"
import { Worker } from "node:worker_threads"
import type { FetchedDocument, ReadDocument } from "./readDocument.ts"

/** The limits of reading one document. */
export interface ReadingLimits {
  readonly millisMax: number
  /** The heap of the thread. */
  readonly heapMegabytesMax: number
  /** By how much the memory of the process may grow, which includes what no limit of a thread covers. */
  readonly growthMegabytesMax: number
}

export const readingLimits: ReadingLimits = { millisMax: 10_000, heapMegabytesMax: 192, growthMegabytesMax: 320 }

/** A thread without work ends after this time, and gives its memory back. */
const idleMillis = 30_000
const memoryCheckMillis = 50
const megabyte = 1_048_576
/** How long an outcome waits for its thread to stop: a thread within a long call of native code stops later. */
const stopMillisMax = 1_000

/** What the thread runs: made by the build, so it is the same for the sources, the packages and the bundle. */
const program = new URL("../../dist/generated/documentProgram.js", import.meta.url)

type Outcome = ReadDocument | SourceRejection

const failedThread = (): SourceRejection => rejection("unreadable", "Its content makes the reader fail.")
const outOfMemory = (): SourceRejection => rejection("too_large", "Reading it takes more memory than is allowed.")

/**
 * Reads documents in a separate thread, one after another, so that neither their number nor their content blocks the
 * event loop. The thread starts with the first document; it is stopped when a document exceeds a limit, and the next
 * one gets a new thread.
 */
export class ReadingThread {
  readonly #limits: ReadingLimits
  #worker: Promise<Worker> | undefined
  #idle: NodeJS.Timeout | undefined

  constructor(limits: ReadingLimits) {
    this.#limits = limits
  }

  /**
   * Resolves to the outcome within the time limit, or within `millisMax` if that is less; rejects if the thread cannot
   * start, or when the signal aborts, which stops the thread.
   */
  async read(document: FetchedDocument, signal: AbortSignal, millisMax = this.#limits.millisMax): Promise<Outcome> {
    clearTimeout(this.#idle)
    const worker = await (this.#worker ??= this.#start())
    try {
      return await this.#ask(worker, document, signal, Math.min(millisMax, this.#limits.millisMax))
    } catch (cause) {
      await this.close()
      throw cause
    } finally {
      clearTimeout(this.#idle)
      this.#idle = setTimeout(() => void this.close(), idleMillis).unref()
    }
  }

  /** Stops the thread. */
  async close(): Promise<void> {
    clearTimeout(this.#idle)
    const worker = this.#worker
    this.#worker = undefined
    await (await worker)?.terminate()
  }

  #start(): Promise<Worker> {
    return new Promise((resolve, reject) => {
      const worker = new Worker(program, {
        execArgv: [],
        env: {},
        resourceLimits: { maxOldGenerationSizeMb: this.#limits.heapMegabytesMax, maxYoungGenerationSizeMb: 32 }
      })
      const fail = (cause: Error): void => {
        this.#worker = undefined
        reject(cause)
      }
      worker.once("error", fail)
      worker.once("message", () => {
        worker.off("error", fail)
        const forget = (): void => {
          this.#worker = undefined
        }
        worker.once("error", forget).once("exit", forget)
        // A thread without work does not keep the process alive.
        worker.unref()
        resolve(worker)
      })
    })
  }

  #ask(worker: Worker, document: FetchedDocument, signal: AbortSignal, millisMax: number): Promise<Outcome> {
    const { growthMegabytesMax } = this.#limits
    return new Promise((resolve, reject) => {
      const memoryMax = process.memoryUsage.rss() + growthMegabytesMax * megabyte
      const finish = (): void => {
        clearTimeout(deadline)
        clearInterval(watch)
        signal.removeEventListener("abort", abort)
        worker.off("message", answer).off("error", broken).off("exit", ended).unref()
      }
      const answer = (outcome: Outcome): void => {
        finish()
        resolve(outcome)
      }
      const stopWith = (outcome: Outcome): void => {
        finish()
        const latest = setTimeout(resolve, stopMillisMax, outcome)
        void this.close().finally(() => clearTimeout(latest)).then(() => resolve(outcome), reject)
      }
      const abort = (): void => {
        finish()
        reject(new Error("interrupted"))
      }
      const deadline = setTimeout(
        () => stopWith(rejection("too_slow", `Reading it takes more than ${millisMax} ms.`)),
        millisMax
      )
      const watch = setInterval(() => {
        if (process.memoryUsage.rss() > memoryMax) stopWith(outOfMemory())
      }, memoryCheckMillis)
      signal.addEventListener("abort", abort, { once: true })
      const broken = (cause: Error & { readonly code?: string }): void =>
        stopWith(cause.code === "ERR_WORKER_OUT_OF_MEMORY" ? outOfMemory() : failedThread())
      const ended = (): void => stopWith(failedThread())
      worker.on("message", answer).on("error", broken).on("exit", ended).ref()
      // A copy, since a small buffer shares its memory with others, which must stay here: Node 21 and later refuse to
      // move that of `Buffer`. Its `slice` would be a view.
      const bytes = new Uint8Array(document.bytes)
      worker.postMessage({ ...document, bytes }, [bytes.buffer])
    })
  }
}
