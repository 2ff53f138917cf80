import type { ServerResponse } from "node:http"

/** The answers that are being sent: streams that go on, and answers of which the client has not read enough yet. */
export class UnreadAnswers {
  #size = 0
  #cappedSize = 0

  get size(): number {
    return this.#size
  }

  /** The number of answers that count towards the limit of requests in flight. */
  get cappedSize(): number {
    return this.#cappedSize
  }

  /** Counts an answer that has been handed to its connection, until all of it has been flushed. */
  watch(response: ServerResponse, isCapped: boolean): void {
    // Most answers fit into the buffer of the operating system.
    if (response.writableFinished || response.destroyed) return
    const capped = isCapped ? 1 : 0
    this.#size++
    this.#cappedSize += capped
    response.once("close", () => {
      this.#size--
      this.#cappedSize -= capped
    })
  }
}
