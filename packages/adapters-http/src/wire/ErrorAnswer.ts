import { optional } from "@auspex/domain/kernel"
import { Schema } from "effect"

const Text = Schema.NonEmptyTrimmedString

/** What HTTP adds to the cause of an error: the status, and what the caller can do. */
export const ErrorAnswer = Schema.Struct({
  status: Schema.Int,
  /** Replaces the owning slice's cause where a request over HTTP can fail in more ways. */
  cause: optional(Text),
  /** What to do about it, with the paths and headers to use. */
  fix: Text,
  example: Text
})
export interface ErrorAnswer extends Schema.Schema.Type<typeof ErrorAnswer> {}
