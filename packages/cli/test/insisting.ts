import type { Answer, RunningAuspex } from "./harness.ts"

/** Repeats a call until its answer is not 503: a busy machine makes the server shed load. */
export const insist = async (call: () => Promise<Answer>): Promise<Answer> => {
  const answer = await call()
  return answer.status === 503 ? insist(call) : answer
}

/**
 * The same server to callers who ask again whenever it answers 503: on a busy machine a connection or a lock may be waited
 * for too long, and nothing was done then.
 */
export const insisting = (auspex: RunningAuspex): RunningAuspex => ({
  ...auspex,
  call: (method, target, options) => insist(() => auspex.call(method, target, options))
})
