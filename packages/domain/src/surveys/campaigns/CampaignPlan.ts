import { Schema } from "effect"
import { optional } from "../../kernel/optional.ts"

const Value = Schema.Union(Schema.String, Schema.Number, Schema.Boolean, Schema.Null, Schema.Array(Schema.String))

/** A field that an application would change; see `FieldChange`. */
export const PlannedField = Schema.Struct({
  field: Schema.String,
  from: Value,
  to: Value,
  drifted: Schema.Boolean
}).annotations({ identifier: "PlannedField" })

/** Questions or agents that would be added to a survey, or taken from it: at most a hundred of each are named. */
export const PlannedMembers = Schema.Struct({
  added: Schema.Array(Schema.String),
  removed: Schema.Array(Schema.String),
  added_count: Schema.Int,
  removed_count: Schema.Int
}).annotations({ identifier: "PlannedMembers" })

/** What would happen to one entry. */
export const PlannedChange = Schema.Struct({
  kind: Schema.Literal("question", "survey", "article"),
  /** The key of a question or survey, the slug of an article. */
  key: Schema.String,
  title: Schema.String,
  /** Absent for what does not exist yet. */
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

/** What applying a campaign would do, in the order in which it would be done. */
export const CampaignPlan = Schema.Struct({
  changes: Schema.Array(PlannedChange),
  /** How many entries are as the campaign wants them. */
  unchanged: Schema.Int
}).annotations({ identifier: "CampaignPlan" })
export interface CampaignPlan extends Schema.Schema.Type<typeof CampaignPlan> {}
