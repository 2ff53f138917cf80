import { Schema } from "effect"
import { optional } from "../../kernel/optional.ts"

const Value = Schema.Union(Schema.String, Schema.Number, Schema.Boolean, Schema.Null, Schema.Array(Schema.String))

/** A field that applying the campaign would change; see `FieldChange`. */
export const PlannedField = Schema.Struct({
  field: Schema.String,
  from: Value,
  to: Value,
  drifted: Schema.Boolean
}).annotations({ identifier: "PlannedField" })

/** Questions or agents to add to a survey or to remove from it; at most a hundred of each are named. */
export const PlannedMembers = Schema.Struct({
  added: Schema.Array(Schema.String),
  removed: Schema.Array(Schema.String),
  added_count: Schema.Int,
  removed_count: Schema.Int
}).annotations({ identifier: "PlannedMembers" })

/** The planned change of one entry. */
export const PlannedChange = Schema.Struct({
  kind: Schema.Literal("question", "survey", "article"),
  /** The key of a question or survey, the slug of an article. */
  key: Schema.String,
  title: Schema.String,
  /** Absent for an entry that does not exist yet. */
  id: optional(Schema.String),
  action: Schema.Literal("create", "adopt", "change"),
  fields: Schema.Array(PlannedField),
  questions: optional(PlannedMembers),
  agents: optional(PlannedMembers),
  /** The moves of its life cycle, in order. */
  moves: Schema.Array(Schema.String),
  /** The events that the moves fire. */
  fires: Schema.Array(Schema.String)
}).annotations({ identifier: "PlannedChange" })
export interface PlannedChange extends Schema.Schema.Type<typeof PlannedChange> {}

/** The changes that applying a campaign would make, in their order. */
export const CampaignPlan = Schema.Struct({
  changes: Schema.Array(PlannedChange),
  /** The number of entries that already are as the campaign wants them. */
  unchanged: Schema.Int
}).annotations({ identifier: "CampaignPlan" })
export interface CampaignPlan extends Schema.Schema.Type<typeof CampaignPlan> {}
