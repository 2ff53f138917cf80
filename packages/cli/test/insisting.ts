import type { Answer, RunningAuspex } from "./harness.ts"

/** With a pause of 10 ms after each: a minute, which is ten times as long as the busiest machine has needed. */
const refusalsMax = 6_000

/**
 * Repeats a call until its answer is not 503, because a busy machine makes the server shed load. Rejects after
 * `refusalsBefore` refusals, and says what the last of them was.
 */
export const insist = async (call: () => Promise<Answer>, refusalsBefore = refusalsMax): Promise<Answer> => {
  for (let refusals = 1;; refusals++) {
    const answer = await call()
    if (answer.status !== 503) return answer
    if (refusals === refusalsBefore) throw new Error(`answered ${refusals} times with 503, lastly ${answer.text}`)
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
