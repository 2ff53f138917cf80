import { PasswordHasher } from "@auspex/domain/accounts"
import { Refusal, refusal } from "@auspex/domain/kernel"
import { hash, verify } from "@node-rs/argon2"
import { Effect, Layer } from "effect"
import { availableParallelism } from "node:os"

/** argon2id, version 1.3 (OWASP's first choice for interactive logins): 19 MiB, two passes, one lane. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 } as const

/** How many hashes may wait behind those that run, and for how long. */
const waitingMax = 32
const waitSecondsMax = 2

const busy = new Refusal({
  failures: refusal("RATE_LIMITED", "Too many passwords are being checked at the moment; try again in two seconds.").failures,
  retryAfterSeconds: waitSecondsMax
})

/**
 * Hashing runs on the threads that file access and DNS share, so only as many hashes as there are cores run at once;
 * the rest wait a little or are turned away, and the process stays responsive whatever is thrown at it.
 */
export const PasswordHasherArgon2Live: Layer.Layer<PasswordHasher> = Layer.effect(
  PasswordHasher,
  Effect.gen(function*() {
    const running = yield* Effect.makeSemaphore(Math.max(1, availableParallelism()))
    let waiting = 0
    const gated = <A>(work: () => Promise<A>): Effect.Effect<A, Refusal> =>
      Effect.suspend(() => {
        if (waiting >= waitingMax) return Effect.fail(busy)
        waiting++
        const admission = running.take(1).pipe(
          Effect.timeoutFail({ duration: `${waitSecondsMax} seconds`, onTimeout: () => busy }),
          Effect.ensuring(Effect.sync(() => waiting--))
        )
        return Effect.acquireUseRelease(admission, () => Effect.promise(work), () => running.release(1))
      })
    // Of no account: verified when there is none, so that an unknown address costs the same as a wrong password.
    const decoy = yield* Effect.promise(() => hash("no account has this password", parameters))
    return PasswordHasher.of({
      hash: (password) => gated(() => hash(password, parameters)),
      verify: (stored, password) =>
        Effect.map(gated(() => verify(stored ?? decoy, password)), (matches) => stored !== undefined && matches)
    })
  })
)
