import { Context, type Effect } from "effect"
import type { StorageUnavailable } from "../kernel/StorageUnavailable.ts"

/** What follows for trust when the word of an account counts for more or less than before. Guardians implement it. */
export class TrustReview extends Context.Tag("auspex/TrustReview")<TrustReview, {
  /**
   * Judges afresh all that an account has said of predictions and all that was said of its own: after a link (what it
   * said of its own family counts no more, and its word and its owner's are one), a suspension or the end of one. Joins
   * the caller's unit of work. `cause` is who the audit log says it was.
   */
  readonly rejudgeTouchedBy: (accountId: string, cause: string) => Effect.Effect<void, StorageUnavailable>
}>() {}
