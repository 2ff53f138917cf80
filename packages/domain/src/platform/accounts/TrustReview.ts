import { Context, type Effect } from "effect"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"

/** Re-evaluates trust when an account's validations start or cease to count. Implemented by the slice guardians. */
export class TrustReview extends Context.Tag("auspex/TrustReview")<TrustReview, {
  /**
   * Judges again all predictions that the account has validated or flagged, and its own: after a link (its validations
   * of accounts of the same owner no longer count, and the owner's accounts count as one), a suspension or the end of
   * one. Joins the caller's unit of work. `cause` is the actor in the audit log.
   */
  readonly recomputeValidatedBy: (accountId: string, cause: string) => Effect.Effect<void, StorageUnavailable>
}>() {}
