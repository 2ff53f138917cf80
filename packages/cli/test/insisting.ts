import type { Answer, RunningAuspex } from "./harness.ts"

/** Ten times as long as the busiest machine has needed. */
const patienceMillis = 60_000

/**
 * Repeats a call until its answer is not 503, because a busy machine makes the server shed load. Rejects after
 * `millisMax` with the number of refusals and the last of them.
 */
export const insist = async (call: () => Promise<Answer>, millisMax = patienceMillis): Promise<Answer> => {
  const began = Date.now()
  for (let refusals = 1;; refusals++) {
    const answer = await call()
    if (answer.status !== 503) return answer
    const waited = Date.now() - began
    if (waited >= millisMax) throw new Error(`${refusals} times 503 in ${waited} ms; the last answer: ${answer.text}`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

/**
 * The server with a client that repeats calls answered with 503: on a busy machine a wait for a connection or a lock
 * may time out, and then nothing was done.
 */
export const insisting = (auspex: RunningAuspex): RunningAuspex => ({
  ...auspex,
  call: async (method, target, options) => {
    try {
      return await insist(() => auspex.call(method, target, options))
    } catch (cause) {
      throw new Error(`${method} ${target} failed`, { cause })
    }
  }
})
