import type { Answer, RunningAuspex } from "./harness.ts"

/** Repeats a call until its answer is not 503, because a busy machine makes the server shed load. */
export const insist = async (call: () => Promise<Answer>): Promise<Answer> => {
  const answer = await call()
  return answer.status === 503 ? insist(call) : answer
}

/**
 * The server with a client that repeats calls answered with 503: on a busy machine a wait for a connection or a lock
 * may time out, and then nothing was done.
 */
export const insisting = (auspex: RunningAuspex): RunningAuspex => ({
  ...auspex,
  call: (method, target, options) => insist(() => auspex.call(method, target, options))
})
