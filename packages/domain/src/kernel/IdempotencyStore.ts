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
 * - `in_progress`: another request with this key is being worked on now.
 */
export type IdempotencyVerdict =
  | { readonly kind: "new" }
  | ({ readonly kind: "replay" } & SavedReply)
  | { readonly kind: "mismatch" }
  | { readonly kind: "withheld" }
  | { readonly kind: "in_progress" }

/**
 * First answers, kept for 24 hours. Call `begin` and `complete` inside the unit of work of the effect they guard, so
 * that the key commits with the effect and is forgotten with it: a rolled-back request may be sent again. `begin` never
 * waits for another request.
 */
export class IdempotencyStore extends Context.Tag("auspex/IdempotencyStore")<IdempotencyStore, {
  /** Claims the key. `bodyHash` is any digest of the request body; equal bodies must have equal digests. */
  readonly begin: (
    scope: IdempotencyScope,
    bodyHash: string
  ) => Effect.Effect<IdempotencyVerdict, StorageUnavailable>
  /** Saves the answer of a key claimed as `new`; `withheld` for an answer that must not be stored. */
  readonly complete: (
    scope: IdempotencyScope,
    reply: SavedReply | "withheld"
  ) => Effect.Effect<void, StorageUnavailable>
  /** Deletes keys older than 24 hours; the number deleted. */
  readonly forget: Effect.Effect<number, StorageUnavailable>
}>() {}
