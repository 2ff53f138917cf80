import { Clock, Duration, Effect } from "effect"

/**
 * A clock that stands still and jumps. Whatever became due during a jump wakes once, at its end, so that days of polling
 * pass in an instant (the clock of `TestClock` stops at every single sleep).
 */
export const makeJumpClock = () => {
  let now = 0
  let sleeping: Array<{ readonly until: number; readonly wake: () => void }> = []
  const millis = Effect.sync(() => now)
  const nanos = Effect.sync(() => BigInt(now) * 1_000_000n)
  const clock: Clock.Clock = {
    [Clock.ClockTypeId]: Clock.ClockTypeId,
    unsafeCurrentTimeMillis: () => now,
    unsafeCurrentTimeNanos: () => BigInt(now) * 1_000_000n,
    currentTimeMillis: millis,
    currentTimeNanos: nanos,
    sleep: (duration) =>
      Effect.async<void>((resume) => {
        const one = { until: now + Duration.toMillis(duration), wake: () => resume(Effect.void) }
        sleeping.push(one)
        return Effect.sync(() => {
          sleeping = sleeping.filter((other) => other !== one)
        })
      })
  }
  /** Lets every fiber run until all wait for the clock again. */
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve))
  }
  return {
    clock,
    millis: () => now,
    jump: (seconds: number): Effect.Effect<void> =>
      Effect.promise(async () => {
        await settle()
        now += seconds * 1_000
        const due = sleeping.filter(({ until }) => until <= now)
        sleeping = sleeping.filter(({ until }) => until > now)
        for (const { wake } of due) wake()
        await settle()
      })
  }
}
