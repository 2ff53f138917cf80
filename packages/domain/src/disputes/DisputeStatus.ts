import { Schema } from "effect"

/**
 * Where a dispute is: waiting for an administrator, or ended. `upheld`: the resolution was looked at and stands;
 * `overturned`: the question was resolved again; `dismissed`: there was nothing to look at.
 */
export const DisputeStatus = Schema.Literal("open", "upheld", "overturned", "dismissed")
export type DisputeStatus = typeof DisputeStatus.Type

/** How a dispute ends. */
export const DisputeEnd = Schema.Literal("upheld", "overturned", "dismissed")
export type DisputeEnd = typeof DisputeEnd.Type
