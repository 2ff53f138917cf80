/** How long queued work may run in one turn of the event loop. */
const turnMillisMax = 0.5

/**
 * Runs queued work in order, a little in each turn of the event loop, so that pipelined requests of one client do not
 * delay other clients.
 */
export class FairTurns {
  #queue: Array<() => void> = []
  #isScheduled = false
  readonly #now: () => number

  /** `now` is a clock in milliseconds. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  add(work: () => void): void {
    this.#queue.push(work)
    this.#schedule()
  }

  #schedule(): void {
    if (this.#isScheduled) return
    this.#isScheduled = true
    setImmediate(this.#run)
  }

  readonly #run = (): void => {
    this.#isScheduled = false
    const queue = this.#queue
    const until = this.#now() + turnMillisMax
    let done = 0
    while (done < queue.length && (done === 0 || this.#now() < until)) queue[done++]?.()
    this.#queue = queue.slice(done)
    if (this.#queue.length > 0) this.#schedule()
  }
}
