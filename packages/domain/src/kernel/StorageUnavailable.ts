import { Data } from "effect"

/** The database did not answer or broke off, and nothing is known to be stored. */
export class StorageUnavailable extends Data.TaggedError("StorageUnavailable")<{
  /** The operation that failed, for the log. */
  readonly operation: string
  readonly cause: unknown
}> {}
