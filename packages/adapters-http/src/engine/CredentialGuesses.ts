import { failure, Refusal } from "@auspex/domain/kernel"
import { Effect } from "effect"
import { hash } from "node:crypto"
import { MinuteCounts } from "./MinuteCounts.ts"

/** Unknown credentials allowed per minute and address. */
export interface CredentialGuessMaxima {
  readonly admin: number
  readonly account: number
}

export const credentialGuessMaxima: CredentialGuessMaxima = { admin: 5, account: 60 }

const knownMax = 20_000

const refused = (max: number, retryAfterSeconds: number): Refusal => {
  const message = `This address has sent ${max} unknown credentials within a minute; try again later.`
  return new Refusal({ failures: [failure("RATE_LIMITED", message, { limit: max })], retryAfterSeconds })
}

/**
 * Slows down credential guessing: an address that has used up its unknown credentials for the minute is refused before
 * the next lookup. A credential that was valid from an address before is always looked up, so that a client with a
 * revoked key does not lock out others behind the same address. State is in memory and holds only digests.
 */
export class CredentialGuesses {
  readonly #counts: Readonly<Record<keyof CredentialGuessMaxima, MinuteCounts>>
  /** Pairs of an address and the digest of a credential that was valid from it, oldest first. */
  readonly #known = new Set<string>()
  /** By address: the digests of lookups in progress, with the number of requests for each. */
  readonly #pending = new Map<string, Map<string, number>>()

  constructor(maxima: Partial<CredentialGuessMaxima> = {}) {
    const { account, admin } = { ...credentialGuessMaxima, ...maxima }
    this.#counts = { admin: new MinuteCounts(admin), account: new MinuteCounts(account) }
  }

  /** Runs the lookup of a credential, or refuses it if the address has sent too many unknown credentials. */
  watch<A, E, R>(
    kind: keyof CredentialGuessMaxima,
    address: string,
    secret: string,
    lookUp: Effect.Effect<A | undefined, E, R>
  ): Effect.Effect<A | undefined, E | Refusal, R> {
    return Effect.suspend((): Effect.Effect<A | undefined, E | Refusal, R> => {
      const counts = this.#counts[kind]
      const digest = hash("sha256", secret, "base64")
      const known = `${address} ${digest}`
      const isKnown = this.#known.has(known)
      if (!isKnown) {
        const wait = this.#waitFor(kind, address, digest)
        if (wait !== undefined) return Effect.fail(refused(counts.max, wait))
      }
      const recorded = Effect.map(lookUp, (found) => {
        if (found === undefined) {
          this.#known.delete(known)
          counts.take(address, Date.now())
        } else if (!isKnown) this.#remember(known)
        return found
      })
      if (isKnown) return recorded
      return Effect.acquireUseRelease(
        Effect.sync(() => this.#begin(`${kind} ${address}`, digest)),
        () => recorded,
        () => Effect.sync(() => this.#end(`${kind} ${address}`, digest))
      )
    })
  }

  /**
   * Counts lookups in progress as guesses, because all of them may fail; requests with the same credential count once.
   */
  #waitFor(kind: keyof CredentialGuessMaxima, address: string, digest: string): number | undefined {
    const pending = this.#pending.get(`${kind} ${address}`)
    const others = (pending?.size ?? 0) - (pending?.has(digest) === true ? 1 : 0)
    return this.#counts[kind].waitFor(address, others, Date.now())
  }

  #begin(key: string, digest: string): void {
    let pending = this.#pending.get(key)
    if (pending === undefined) this.#pending.set(key, pending = new Map())
    pending.set(digest, (pending.get(digest) ?? 0) + 1)
  }

  #end(key: string, digest: string): void {
    const pending = this.#pending.get(key)
    const left = (pending?.get(digest) ?? 1) - 1
    if (left > 0) pending?.set(digest, left)
    else pending?.delete(digest)
    if (pending?.size === 0) this.#pending.delete(key)
  }

  #remember(known: string): void {
    this.#known.add(known)
    if (this.#known.size <= knownMax) return
    for (const oldest of this.#known) {
      this.#known.delete(oldest)
      break
    }
  }
}
