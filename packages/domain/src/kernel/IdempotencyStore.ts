import { Context, type Effect } from "effect"
import type { StorageUnavailable } from "./StorageUnavailable.ts"

/** Identifies a repeated request by caller, operation and the caller's Idempotency-Key. */
export interface IdempotencyScope {
  readonly principal: string
  readonly route: string
  readonly key: string
}

/** A saved HTTP response. */
export interface SavedReply {
  readonly status: number
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}

/**
 * What to do with a request that has an Idempotency-Key.
 *
 * - `new`: do the work, then call `complete`.
 * - `replay`: send this saved response; do nothing else.
 * - `mismatch`: the key was used with another body.
 * - `withheld`: done before, but the response held a secret that is shown once and was not saved.
 * - `unanswered`: done before, but the response was lost before it was saved.
 * - `in_progress`: another request with this key is running.
 */
export type IdempotencyVerdict =
  | { readonly kind: "new" }
  | ({ readonly kind: "replay" } & SavedReply)
  | { readonly kind: "mismatch" }
  | { readonly kind: "withheld" }
  | { readonly kind: "unanswered" }
  | { readonly kind: "in_progress" }

/** How long, in seconds, a claim outlives its process; longer than any request may take. */
export const idempotencyClaimSeconds = 60

/**
 * The first response for each Idempotency-Key, kept for 24 hours. There are two protocols.
 *
 * Work that only touches the database calls `begin` and `complete` inside its unit of work, so that the key commits or
 * rolls back with the effect, and a rolled-back request may be sent again. `begin` never waits for another request.
 *
 * Work that calls another machine or hashes a password must not hold a unit of work in the meantime. It calls `claim`
 * before it begins, `settle` inside the unit of its effect, and `complete` with the response; or `release` when it
 * failed. Repetitions are refused while the claim is valid, and the work is never done twice: the next request takes
 * over an expired claim, and `settle` then returns false to the former holder, who must roll back.
 */
export class IdempotencyStore extends Context.Tag("auspex/IdempotencyStore")<IdempotencyStore, {
  /** Takes the key. `bodyHash` is any digest of the request body; equal bodies must have equal digests. */
  readonly begin: (
    scope: IdempotencyScope,
    bodyHash: string
  ) => Effect.Effect<IdempotencyVerdict, StorageUnavailable>
  /** Claims the key outside of any unit of work. `claim` is a UUID that the caller chooses. */
  readonly claim: (
    scope: IdempotencyScope,
    bodyHash: string,
    claim: string
  ) => Effect.Effect<IdempotencyVerdict, StorageUnavailable>
  /**
   * Commits with the effect of a claimed request; `withheld` when its response must not be stored. Returns false when
   * the claim was lost.
   */
  readonly settle: (
    scope: IdempotencyScope,
    claim: string,
    withheld: boolean
  ) => Effect.Effect<boolean, StorageUnavailable>
  /** Frees the key of a claimed request that had no effect; does nothing when it had one. */
  readonly release: (scope: IdempotencyScope, claim: string) => Effect.Effect<void, StorageUnavailable>
  /** Saves the response for a key that was `new`, claimed or not; `"withheld"` when it must not be stored. */
  readonly complete: (
    scope: IdempotencyScope,
    reply: SavedReply | "withheld",
    claim?: string
  ) => Effect.Effect<void, StorageUnavailable>
  /** Deletes keys older than 24 hours and returns how many it deleted. */
  readonly forget: Effect.Effect<number, StorageUnavailable>
}>() {}
