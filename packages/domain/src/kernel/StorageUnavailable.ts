import { Data } from "effect"

/** The database did not answer, or broke off; nothing is known to be stored. */
export class StorageUnavailable extends Data.TaggedError("StorageUnavailable")<{
  /** What was being done, for the log. */
  readonly operation: string
  readonly cause: unknown
}> {}
