import type { RenderedArticle } from "@auspex/domain/articles"
import { Worker } from "node:worker_threads"

/** The time limit of one text: ten times what the worst of the permitted length takes on a quiet machine. */
const renderMillisMax = 20_000
/** A thread without work ends after this time, and gives its memory back. */
const idleMillis = 30_000
const heapMegabytesMax = 256

/** What the thread runs: made by the build, so it is the same for the sources, the packages and the bundle. */
const program = new URL("../../dist/generated/articleProgram.js", import.meta.url)

/** Renders articles in a thread of its own, one at a time. The thread starts with the first article. */
export class ArticleThread {
  #worker: Worker | undefined
  #idle: NodeJS.Timeout | undefined

  /** Rejects when the thread fails, takes too long, or the signal aborts; each of these stops the thread. */
  async render(markdown: string, signal: AbortSignal): Promise<RenderedArticle> {
    clearTimeout(this.#idle)
    const worker = this.#worker ??= this.#start()
    try {
      return await this.#ask(worker, markdown, AbortSignal.any([signal, AbortSignal.timeout(renderMillisMax)]))
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
    await worker?.terminate()
  }

  #start(): Worker {
    const worker = new Worker(program, {
      execArgv: [],
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: heapMegabytesMax }
    })
    // A thread without work does not keep the process alive.
    worker.unref()
    return worker
  }

  #ask(worker: Worker, markdown: string, signal: AbortSignal): Promise<RenderedArticle> {
    return new Promise((resolve, reject) => {
      const finish = (): void => {
        signal.removeEventListener("abort", abort)
        worker.off("message", answer).off("error", fail).off("exit", end).unref()
      }
      const answer = (rendered: RenderedArticle): void => {
        finish()
        resolve(rendered)
      }
      const fail = (cause: Error): void => {
        finish()
        reject(cause)
      }
      const end = (): void => fail(new Error("the thread that renders articles has ended"))
      const abort = (): void => fail(signal.reason as Error)
      signal.addEventListener("abort", abort, { once: true })
      worker.on("message", answer).on("error", fail).on("exit", end).ref()
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port between threads has no origin
      worker.postMessage(markdown)
    })
  }
}
