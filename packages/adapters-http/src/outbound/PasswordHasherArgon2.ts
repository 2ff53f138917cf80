import { PasswordHasher } from "@auspex/domain/accounts"
import { failure, Refusal } from "@auspex/domain/kernel"
import { hash, verify } from "@node-rs/argon2"
import { Effect, Layer } from "effect"
import { availableParallelism } from "node:os"

export interface PasswordHasherOptions {
  /** The maximum number of concurrent hashes. Default: the number of cores. Each uses one pool thread and 19 MiB. */
  readonly runningMax?: number
  readonly waitingMax?: number
  readonly waitMillisMax?: number
}

/** argon2id, version 1.3 (OWASP's first choice for interactive logins): 19 MiB, two passes, one lane. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 } as const

const retryAfterSeconds = 2

const busy = new Refusal({
  failures: [failure("RATE_LIMITED", "Too many passwords are being checked at the moment; try again in two seconds.")],
  retryAfterSeconds
})

/**
 * Hashes passwords on the thread pool that file access and DNS share. To keep the process responsive, only one hash per
 * core runs at a time; 32 more wait for at most 2 s, and the rest are refused.
 */
export const passwordHasherArgon2 = (options: PasswordHasherOptions = {}): Layer.Layer<PasswordHasher> =>
  Layer.effect(
    PasswordHasher,
    Effect.gen(function*() {
      const runningMax = options.runningMax ?? Math.max(1, availableParallelism())
      const waitingMax = options.waitingMax ?? 32
      const waitMillisMax = options.waitMillisMax ?? retryAfterSeconds * 1_000
      // Not Effect's semaphore, because a wait on it cannot be cancelled safely: a permit granted at the moment of the
      // time-out is lost.
      const waiting = new Set<() => void>()
      let running = 0

      const enter = Effect.async<void, Refusal>((resume) => {
        if (running < runningMax) {
          running++
          return resume(Effect.void)
        }
        if (waiting.size >= waitingMax) return resume(Effect.fail(busy))
        const admit = (): void => {
          clearTimeout(timer)
          waiting.delete(admit)
          running++
          resume(Effect.void)
        }
        const timer = setTimeout(() => {
          waiting.delete(admit)
          resume(Effect.fail(busy))
        }, waitMillisMax)
        waiting.add(admit)
      })
      const leave = Effect.sync(() => {
        running--
        const [next] = waiting
        next?.()
      })
      // Uninterruptible: a running hash cannot be stopped, and must be counted even if its client has disconnected.
      const gated = <A>(work: () => Promise<A>): Effect.Effect<A, Refusal> =>
        Effect.uninterruptible(Effect.zipRight(enter, Effect.ensuring(Effect.promise(work), leave)))

      // Verified if there is no account, so that an unknown address takes as long as a wrong password.
      const decoy = yield* Effect.promise(() => hash("no account has this password", parameters))
      return PasswordHasher.of({
        hash: (password) => gated(() => hash(password, parameters)),
        verify: (stored, password) =>
          Effect.map(gated(() => verify(stored ?? decoy, password)), (matches) => stored !== undefined && matches)
      })
    })
  )

/** `passwordHasherArgon2` with the default options. */
export const PasswordHasherArgon2Live: Layer.Layer<PasswordHasher> = passwordHasherArgon2()
