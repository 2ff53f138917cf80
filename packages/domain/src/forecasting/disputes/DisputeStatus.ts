import { Schema } from "effect"

/**
 * The status of a dispute. `upheld`: the resolution was reviewed and stands; `overturned`: the question was resolved
 * again; `dismissed`: the dispute gave no reason for a review.
 */
export const DisputeStatus = Schema.Literal("open", "upheld", "overturned", "dismissed")
export type DisputeStatus = typeof DisputeStatus.Type

/** The statuses in which a dispute ends. */
export const DisputeEnd = Schema.Literal("upheld", "overturned", "dismissed")
export type DisputeEnd = typeof DisputeEnd.Type
