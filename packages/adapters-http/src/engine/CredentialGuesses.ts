import { failure, Refusal } from "@auspex/domain/kernel"
import { Effect } from "effect"
import { hash } from "node:crypto"
import { MinuteCounts } from "./MinuteCounts.ts"

/** Unknown credentials a minute and address. */
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
 * Slows down whoever tries credentials out: an address that has sent as many unknown ones in a minute as are allowed is
 * refused before the next one is looked up. A credential that was good from an address is looked up whatever else comes
 * from there, so that one client with a revoked key locks nobody out who shares its address. In memory; only digests are
 * kept.
 */
export class CredentialGuesses {
  readonly #counts: Readonly<Record<keyof CredentialGuessMaxima, MinuteCounts>>
  /** Addresses with the digests of credentials that were good from there, the oldest first. */
  readonly #known = new Set<string>()
  /** By address, the digests that are being looked up now and how many requests came with each. */
  readonly #pending = new Map<string, Map<string, number>>()

  constructor(maxima: Partial<CredentialGuessMaxima> = {}) {
    const { account, admin } = { ...credentialGuessMaxima, ...maxima }
    this.#counts = { admin: new MinuteCounts(admin), account: new MinuteCounts(account) }
  }

  /** Looks a credential up, unless its address has guessed too often. */
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
      const noted = Effect.map(lookUp, (found) => {
        if (found === undefined) {
          this.#known.delete(known)
          counts.take(address, Date.now())
        } else if (!isKnown) this.#remember(known)
        return found
      })
      if (isKnown) return noted
      return Effect.acquireUseRelease(
        Effect.sync(() => this.#begin(`${kind} ${address}`, digest)),
        () => noted,
        () => Effect.sync(() => this.#end(`${kind} ${address}`, digest))
      )
    })
  }

  /** Lookups that are under way may all fail; several requests with one credential are one guess until then. */
  #waitFor(kind: keyof CredentialGuessMaxima, address: string, digest: string): number | undefined {
    const pending = this.#pending.get(`${kind} ${address}`)
    const others = (pending?.size ?? 0) - (pending?.has(digest) === true ? 1 : 0)
    return this.#counts[kind].waitFor(address, others, Date.now())
  }

  #begin(place: string, digest: string): void {
    let pending = this.#pending.get(place)
    if (pending === undefined) this.#pending.set(place, pending = new Map())
    pending.set(digest, (pending.get(digest) ?? 0) + 1)
  }

  #end(place: string, digest: string): void {
    const pending = this.#pending.get(place)
    const left = (pending?.get(digest) ?? 1) - 1
    if (left > 0) pending?.set(digest, left)
    else pending?.delete(digest)
    if (pending?.size === 0) this.#pending.delete(place)
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
