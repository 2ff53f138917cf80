import { Clock, Duration, Effect } from "effect"

interface HostTurn {
  readonly semaphore: Effect.Semaphore
  /** How many callers have their turn or wait for it. */
  users: number
  /** When the next turn may begin, in milliseconds. */
  freeAt: number
}

/**
 * Gives turns by host: one at a time, with a pause between the end of a turn and the beginning of the next. Hosts are
 * forgotten once nobody waits and their pause is over.
 */
export class HostTurns {
  readonly #pauseMillis: number
  readonly #turns = new Map<string, HostTurn>()

  constructor(pauseMillis: number) {
    this.#pauseMillis = pauseMillis
  }

  /** The number of hosts that are remembered. */
  get size(): number {
    return this.#turns.size
  }

  /** Runs an effect when it is the host's turn. */
  take<A, E, R>(host: string, effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> {
    return Effect.acquireUseRelease(
      Effect.map(Clock.currentTimeMillis, (now) => this.#enter(host, now)),
      (turn) =>
        turn.semaphore.withPermits(1)(
          Effect.flatMap(
            Clock.currentTimeMillis,
            (now) => Effect.sleep(Duration.millis(Math.max(0, turn.freeAt - now)))
          )
            .pipe(
              Effect.zipRight(effect),
              Effect.ensuring(Effect.map(Clock.currentTimeMillis, (now) => {
                turn.freeAt = now + this.#pauseMillis
              }))
            )
        ),
      (turn) =>
        Effect.sync(() => {
          turn.users--
        })
    )
  }

  #enter(host: string, now: number): HostTurn {
    for (const [name, { freeAt, users }] of this.#turns) if (users === 0 && freeAt <= now) this.#turns.delete(name)
    const turn = this.#turns.get(host) ?? { semaphore: Effect.unsafeMakeSemaphore(1), users: 0, freeAt: now }
    this.#turns.set(host, turn)
    turn.users++
    return turn
  }
}
