import { Context, type Effect } from "effect"
import type { StorageUnavailable } from "./StorageUnavailable.ts"

/** Which request this is a repetition of: the caller, the operation and the caller's Idempotency-Key. */
export interface IdempotencyScope {
  readonly principal: string
  readonly route: string
  readonly key: string
}

/** An answer as it was sent. */
export interface SavedReply {
  readonly status: number
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}

/**
 * - `new`: go ahead, then `complete`.
 * - `replay`: answer this again; do nothing.
 * - `mismatch`: the key was used with another body.
 * - `withheld`: done before, but the answer held a once-only secret and was not kept.
 * - `unanswered`: done before, but the answer was lost before it was saved.
 * - `in_progress`: another request with this key is being worked on now.
 */
export type IdempotencyVerdict =
  | { readonly kind: "new" }
  | ({ readonly kind: "replay" } & SavedReply)
  | { readonly kind: "mismatch" }
  | { readonly kind: "withheld" }
  | { readonly kind: "unanswered" }
  | { readonly kind: "in_progress" }

/** How long a claim lasts whose process died: longer than any request may take. */
export const idempotencyClaimSeconds = 60

/**
 * First answers, kept for 24 hours, in one of two ways.
 *
 * Work that the database alone does calls `begin` and `complete` inside its unit of work, so that the key commits with
 * the effect and is forgotten with it: a rolled-back request may be sent again. `begin` never waits for another request.
 *
 * Work that calls another machine or hashes a password may not hold a unit meanwhile. It calls `claim` before it begins,
 * `settle` inside the unit of its effect, and `complete` with the answer; or `release` when it failed. A repetition is
 * refused while the claim lasts, and the work is never done twice: a claim that ran out is taken over by the next
 * request, and `settle` then fails for the former holder, whose effect must be rolled back.
 */
export class IdempotencyStore extends Context.Tag("auspex/IdempotencyStore")<IdempotencyStore, {
  /** Takes the key. `bodyHash` is any digest of the request body; equal bodies must have equal digests. */
  readonly begin: (
    scope: IdempotencyScope,
    bodyHash: string
  ) => Effect.Effect<IdempotencyVerdict, StorageUnavailable>
  /** Claims the key under an id of the caller's own, a UUID, outside of any unit of work. */
  readonly claim: (
    scope: IdempotencyScope,
    bodyHash: string,
    claim: string
  ) => Effect.Effect<IdempotencyVerdict, StorageUnavailable>
  /** Commits with the effect of a claimed request; `withheld` when its answer must not be stored. False: the claim is lost. */
  readonly settle: (
    scope: IdempotencyScope,
    claim: string,
    withheld: boolean
  ) => Effect.Effect<boolean, StorageUnavailable>
  /** Gives back the key of a claimed request that had no effect; nothing when it had one. */
  readonly release: (scope: IdempotencyScope, claim: string) => Effect.Effect<void, StorageUnavailable>
  /** Saves the answer of a key that was `new`, claimed or not; `withheld` for an answer that must not be stored. */
  readonly complete: (
    scope: IdempotencyScope,
    reply: SavedReply | "withheld",
    claim?: string
  ) => Effect.Effect<void, StorageUnavailable>
  /** Deletes keys older than 24 hours; the number deleted. */
  readonly forget: Effect.Effect<number, StorageUnavailable>
}>() {}
