import { Context, type Effect } from "effect"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import type { BriefText } from "./BriefWriter.ts"

/** What a model has written about a question. */
export interface StoredBriefText {
  /** The version of the material that the text, or the last attempt at one, is of. */
  readonly version: string
  /** Null while it is being written, and when the attempt failed. */
  readonly text: BriefText | null
  /** Whether the last attempt is so long ago that another one may be made. */
  readonly may_ask: boolean
}

/** Storage of the texts of briefs that a model wrote, one for each question. */
export class BriefTextStore extends Context.Tag("auspex/BriefTextStore")<BriefTextStore, {
  readonly find: (questionId: string) => Effect.Effect<StoredBriefText | undefined, StorageUnavailable>
  /**
   * Takes over writing the text of a version; false if another request of any instance has, or did so a short time ago.
   */
  readonly claim: (questionId: string, version: string) => Effect.Effect<boolean, StorageUnavailable>
  /** Stores the text of a version, unless writing a later one has begun. */
  readonly put: (questionId: string, version: string, text: BriefText) => Effect.Effect<void, StorageUnavailable>
}>() {}

/** The shortest time between two attempts to write about a question, in seconds. */
export const briefAttemptSeconds = 600
