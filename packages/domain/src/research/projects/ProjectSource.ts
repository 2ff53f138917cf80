import { Schema } from "effect"
import { rejectionReasons } from "../evidence/RejectionReason.ts"

/** `queued` until a worker has read the page, and again when it is to be read again. */
export const SourceStatus = Schema.Literal("queued", "ready", "rejected")
export type SourceStatus = typeof SourceStatus.Type

const readingReasons = Object.keys(rejectionReasons) as ReadonlyArray<keyof typeof rejectionReasons>

/** Why a source is rejected: a reason of its reading, or `duplicate` for a text that the project has already. */
export const SourceReason = Schema.Literal(...readingReasons, "duplicate")
export type SourceReason = typeof SourceReason.Type

/** A source of a project. */
export const ProjectSource = Schema.Struct({
  id: Schema.String,
  project_id: Schema.String,
  uri: Schema.String,
  /** As its submitter named it, else the title of the page; null until it has been read. */
  title: Schema.NullOr(Schema.String),
  status: SourceStatus,
  reason: Schema.NullOr(SourceReason),
  /** The particulars of the reason, in one sentence; of a source that is ready, what text of the page was left out. */
  detail: Schema.NullOr(Schema.String),
  /** The source of the project that holds the same text. */
  duplicate_of: Schema.NullOr(Schema.String),
  /** The number of versions that were read; each differs from the one before. */
  version: Schema.Int,
  /** Of the newest version; null before the first. */
  content_hash: Schema.NullOr(Schema.String),
  retrieved_at: Schema.NullOr(Schema.Date),
  passage_count: Schema.Int,
  /** What the newest version changed, in one sentence; null for the first. */
  change: Schema.NullOr(Schema.String),
  created_at: Schema.Date
}).annotations({ identifier: "ProjectSource" })
export interface ProjectSource extends Schema.Schema.Type<typeof ProjectSource> {}
