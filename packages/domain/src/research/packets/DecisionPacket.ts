import { Schema } from "effect"
import { Interval } from "../../kernel/Interval.ts"
import { optional } from "../../kernel/optional.ts"
import { Audience } from "../panels/Audience.ts"
import { PanelQuestion } from "../panels/PanelQuestion.ts"
import { Quote } from "../panels/PanelReasoning.ts"
import { AnswerText, PooledAnswer, PooledRow } from "./PooledAnswer.ts"

/** What a packet says of its project, so that it can be read by itself. */
export const PacketProject = Schema.Struct({
  id: Schema.String,
  kind: Schema.Literal("research", "survey", "audience", "simulation"),
  title: Schema.String,
  brief: Schema.NullOr(Schema.String),
  audience: Schema.NullOr(Audience)
}).annotations({ identifier: "PacketProject" })
export interface PacketProject extends Schema.Schema.Type<typeof PacketProject> {}

/** The exact words of a source; they were compared with the stored passage when the packet was made. */
export const PacketCitation = Quote.omit("claim").annotations({ identifier: "PacketCitation" })
export interface PacketCitation extends Schema.Schema.Type<typeof PacketCitation> {}

/** For or against which answer a claim was cited, and by whom. */
export const ClaimUse = Schema.Struct({
  question_id: Schema.String,
  /** The answer of these specialists; null where no model answered. */
  answer: Schema.NullOr(AnswerText),
  stance: Schema.Literal("for", "against"),
  specialists: Schema.Array(Schema.String)
}).annotations({ identifier: "ClaimUse" })
export interface ClaimUse extends Schema.Schema.Type<typeof ClaimUse> {}

/** A claim that quotes support, with every near duplicate merged into it. */
export const PacketClaim = Schema.Struct({
  claim: Schema.String,
  citations: Schema.NonEmptyArray(PacketCitation),
  specialists: Schema.Array(Schema.String),
  uses: Schema.Array(ClaimUse)
}).annotations({ identifier: "PacketClaim" })
export interface PacketClaim extends Schema.Schema.Type<typeof PacketClaim> {}

/** The specialist that differs most from the pool of the others, with its strongest supported claim. */
export const PacketDissent = Schema.Struct({
  specialist: Schema.String,
  reasoning_id: Schema.String,
  answer: Schema.NullOr(AnswerText),
  probability: Schema.NullOr(Schema.Number),
  /** 0 to 1: the Jensen–Shannon distance, for scales the earth mover's distance. */
  distance: Schema.Number,
  claim: Schema.NullOr(Schema.Struct({ claim: Schema.String, citation: PacketCitation }))
}).annotations({ identifier: "PacketDissent" })
export interface PacketDissent extends Schema.Schema.Type<typeof PacketDissent> {}

/** What one specialist answered, and how much it counted. */
export const PacketContribution = Schema.Struct({
  specialist: Schema.String,
  reasoning_id: Schema.String,
  model: Schema.NullOr(Schema.String),
  answer: Schema.NullOr(AnswerText),
  probability: Schema.NullOr(Schema.Number),
  distribution: Schema.NullOr(Schema.Array(Schema.Array(Schema.Number))),
  /** Its share of the pool; 0 when it was not pooled. */
  weight: Schema.Number
}).annotations({ identifier: "PacketContribution" })
export interface PacketContribution extends Schema.Schema.Type<typeof PacketContribution> {}

/** What the crowd of the platform says to the same question. */
export const PacketCrowd = Schema.Struct({
  predictors: Schema.Int,
  /** As `PooledAnswer.probability`: of the same option as the panel's. */
  probability: Schema.NullOr(Schema.Number),
  distribution: Schema.Array(Schema.Array(Schema.Number))
}).annotations({ identifier: "PacketCrowd" })
export interface PacketCrowd extends Schema.Schema.Type<typeof PacketCrowd> {}

/** What a segment of an audience answers. */
export const PacketSegment = Schema.Struct({
  segment: Schema.String,
  /** Its share of the overall answer. */
  weight: Schema.Number,
  /** How many were asked, and how many answered. */
  respondents: Schema.Int,
  answered: Schema.Int,
  /** The shares of the answers; empty for a question that is answered in words. */
  rows: Schema.Array(PooledRow)
}).annotations({ identifier: "PacketSegment" })
export interface PacketSegment extends Schema.Schema.Type<typeof PacketSegment> {}

/** What the experts of a simulation estimated together after a round. */
export const PacketRound = Schema.Struct({
  round: Schema.Int,
  /** How many have answered so far. */
  experts: Schema.Int,
  answer: Schema.NullOr(AnswerText),
  /** As `PooledAnswer.probability`. */
  probability: Schema.NullOr(Schema.Number),
  interval: Schema.NullOr(Interval),
  /** The mean width of the intervals of all options; null with fewer than two experts. */
  width: Schema.NullOr(Schema.Number)
}).annotations({ identifier: "PacketRound" })
export interface PacketRound extends Schema.Schema.Type<typeof PacketRound> {}

/** What the panel answers to one question. */
export const PacketAnswer = Schema.Struct({
  question_id: Schema.String,
  question: PanelQuestion,
  /** The numbers as a sentence. */
  reading: Schema.String,
  aggregate: Schema.NullOr(PooledAnswer),
  /** The 95 % interval of `aggregate.probability`; null with fewer than two specialists. */
  interval: Schema.NullOr(Interval),
  /** 0 to 1; null with fewer than two specialists. */
  agreement: Schema.NullOr(Schema.Number),
  /** Null when nobody differs much from the others. */
  dissent: Schema.NullOr(PacketDissent),
  contributions: Schema.Array(PacketContribution),
  crowd: Schema.NullOr(PacketCrowd),
  /** By segment, in an audience only. */
  segments: optional(Schema.Array(PacketSegment)),
  /** Round by round, in a simulation only. */
  rounds: optional(Schema.Array(PacketRound)),
  /** Why the rounds ended, in a simulation only. */
  rounds_ended: optional(Schema.Literal("converged", "rounds_max", "unmeasured"))
}).annotations({ identifier: "PacketAnswer" })
export interface PacketAnswer extends Schema.Schema.Type<typeof PacketAnswer> {}

/** An observation that would show that an answer is wrong. */
export const MindChanger = Schema.Struct({
  text: Schema.String,
  question_ids: Schema.Array(Schema.String),
  specialists: Schema.Array(Schema.String)
}).annotations({ identifier: "MindChanger" })
export interface MindChanger extends Schema.Schema.Type<typeof MindChanger> {}

/**
 * A version of a source with the words cited from it. A source of which several versions are cited has a row for
 * each.
 */
export const EvidenceRow = Schema.Struct({
  source_id: Schema.String,
  title: Schema.String,
  uri: Schema.String,
  retrieved_at: Schema.Date,
  /** Of the text that the quotes stand in. */
  content_hash: Schema.String,
  quotes: Schema.Array(PacketCitation.omit("source_id")),
  /** All different quotes of the version; `quotes` has at most 40 of them. */
  quote_count: Schema.Int
}).annotations({ identifier: "EvidenceRow" })
export interface EvidenceRow extends Schema.Schema.Type<typeof EvidenceRow> {}

/** How the packet was made: enough to make it again from the stored data. */
export const PacketMethod = Schema.Struct({
  rules_version: Schema.String,
  /** In plain sentences. */
  steps: Schema.Array(Schema.String),
  constants: Schema.Record({ key: Schema.String, value: Schema.Number }),
  specialists: Schema.Array(Schema.Struct({
    specialist: Schema.String,
    resolved: Schema.Int,
    mean_brier: Schema.NullOr(Schema.Number),
    weight: Schema.Number
  })),
  models: Schema.Array(Schema.String),
  /** The reasonings that count: the latest of each specialist on each question. */
  reasoning_ids: Schema.Array(Schema.String),
  quotes_checked: Schema.Int,
  /** Quotes that do not stand in the stored passage, and claims that put false words into quotation marks. */
  quotes_dropped: Schema.Int,
  /** Claims that the panel itself had found to be without a matching quote. */
  unsupported_claims: Schema.Int,
  /** Answers whose distribution does not fit their question. */
  answers_dropped: Schema.Int
}).annotations({ identifier: "PacketMethod" })
export interface PacketMethod extends Schema.Schema.Type<typeof PacketMethod> {}

/** An answer that differs from the packet before. */
export const MovedAnswer = Schema.Struct({
  question_id: Schema.String,
  /** What `before` and `after` measure: the probability of this option, or the mean of a scale ("mean"). */
  measured: Schema.String,
  before: Schema.NullOr(Schema.Number),
  after: Schema.NullOr(Schema.Number),
  answer_before: Schema.NullOr(AnswerText),
  answer_after: Schema.NullOr(AnswerText),
  /** Sentences, the specialist that moved the pool most first. */
  why: Schema.Array(Schema.String)
}).annotations({ identifier: "MovedAnswer" })
export interface MovedAnswer extends Schema.Schema.Type<typeof MovedAnswer> {}

/** What differs from the packet before. */
export const PacketChanges = Schema.Struct({
  from_version: Schema.Int,
  moved: Schema.Array(MovedAnswer),
  /** What changed beneath the answers, in sentences: reasonings, sources, weights, rules. */
  why: Schema.Array(Schema.String)
}).annotations({ identifier: "PacketChanges" })
export interface PacketChanges extends Schema.Schema.Type<typeof PacketChanges> {}

/** What a project's panel found, with everything that is needed to check it. */
export const DecisionPacket = Schema.Struct({
  id: Schema.String,
  project_id: Schema.String,
  version: Schema.Int,
  published_at: Schema.Date,
  project: PacketProject,
  /** `extractive` when no model answered: evidence for and against, no probabilities. */
  mode: Schema.Literal("panel", "extractive"),
  headline: Schema.String,
  recommendation: Schema.String,
  answers: Schema.Array(PacketAnswer),
  /** What speaks for the answers. */
  key_findings: Schema.Array(PacketClaim),
  /** What speaks against them. */
  risks: Schema.Array(PacketClaim),
  what_would_change_our_mind: Schema.Array(MindChanger),
  evidence_table: Schema.Array(EvidenceRow),
  method: PacketMethod,
  /** Null for the first version. */
  changes: Schema.NullOr(PacketChanges)
}).annotations({ identifier: "DecisionPacket" })
export interface DecisionPacket extends Schema.Schema.Type<typeof DecisionPacket> {}
