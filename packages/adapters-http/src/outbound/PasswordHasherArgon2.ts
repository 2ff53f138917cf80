import { PasswordHasher } from "@auspex/domain/accounts"
import { failure, Refusal } from "@auspex/domain/kernel"
import { hash, verify } from "@node-rs/argon2"
import { Effect, Layer } from "effect"
import { availableParallelism } from "node:os"

export interface PasswordHasherOptions {
  /** Hashes at once; as many as there are cores when unset. Each holds one thread of the pool and 19 MiB. */
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
 * Hashing runs on the threads that file access and DNS share, so only as many hashes as there are cores run at once; 32
 * wait for at most 2 s and the rest are turned away, and the process stays responsive whatever is thrown at it.
 */
export const passwordHasherArgon2 = (options: PasswordHasherOptions = {}): Layer.Layer<PasswordHasher> =>
  Layer.effect(
    PasswordHasher,
    Effect.gen(function*() {
      const runningMax = options.runningMax ?? Math.max(1, availableParallelism())
      const waitingMax = options.waitingMax ?? 32
      const waitMillisMax = options.waitMillisMax ?? retryAfterSeconds * 1_000
      // By hand, as a wait on Effect's semaphore cannot be given up safely: a permit that is granted in the moment of the
      // timeout is lost.
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
      // Not interruptible: a hash that runs cannot be stopped, and must be counted although its client has gone.
      const gated = <A>(work: () => Promise<A>): Effect.Effect<A, Refusal> =>
        Effect.uninterruptible(Effect.zipRight(enter, Effect.ensuring(Effect.promise(work), leave)))

      // Of no account: verified when there is none, so that an unknown address costs the same as a wrong password.
      const decoy = yield* Effect.promise(() => hash("no account has this password", parameters))
      return PasswordHasher.of({
        hash: (password) => gated(() => hash(password, parameters)),
        verify: (stored, password) =>
          Effect.map(gated(() => verify(stored ?? decoy, password)), (matches) => stored !== undefined && matches)
      })
    })
  )

/** The same, with as many hashes at once as there are cores. */
export const PasswordHasherArgon2Live: Layer.Layer<PasswordHasher> = passwordHasherArgon2()
