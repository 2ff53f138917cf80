import { Schema } from "effect"
import { PanelBudget } from "./PanelBudget.ts"

/**
 * The status of a run. `queued`: no step has begun. `completed`: every specialist has reasoned over every question, or
 * was given up. `stopped`: its budget is used up, or it was cancelled. `failed`: no model answered.
 */
export const PanelRunStatus = Schema.Literal("queued", "running", "completed", "stopped", "failed")
export type PanelRunStatus = typeof PanelRunStatus.Type

/** Why a run stopped or failed. `calls`, `tokens`, `time`: that part of its budget is used up. */
export const PanelRunReason = Schema.Literal(
  "cancelled",
  "calls",
  "tokens",
  "time",
  "model_unavailable",
  "no_answers"
)
export type PanelRunReason = typeof PanelRunReason.Type

/**
 * How a panel works: specialists (or respondents, or experts in rounds) reason with a model; without a model, the
 * sources are quoted.
 */
export const PanelMethod = Schema.Literal("specialists", "extractive")
export type PanelMethod = typeof PanelMethod.Type

/**
 * Why a specialist has no reasoning about a question. `no_answer`: its model began to answer and failed each time.
 * `unreadable_answer`: neither its first nor its second answer had the required shape.
 */
export const GivenUpReason = Schema.Literal("no_answer", "unreadable_answer")
export type GivenUpReason = typeof GivenUpReason.Type

/** A run of a panel over the questions that its project had when it was started. */
export const PanelRun = Schema.Struct({
  id: Schema.String,
  project_id: Schema.String,
  status: PanelRunStatus,
  /** Null unless stopped or failed. */
  reason: Schema.NullOr(PanelRunReason),
  method: PanelMethod,
  prompt_version: Schema.Int,
  /** The number of reasonings wanted: one of each specialist for each question, in each round that has begun. */
  planned: Schema.Int,
  /** The number of reasonings made so far. */
  reasoned: Schema.Int,
  given_up: Schema.Array(
    Schema.Struct({ question_id: Schema.String, specialist: Schema.String, why: GivenUpReason })
  ),
  budget: PanelBudget,
  /** The requests to models so far, and their estimated tokens. */
  calls: Schema.Int,
  tokens: Schema.Int,
  created_at: Schema.Date,
  began_at: Schema.NullOr(Schema.Date),
  ended_at: Schema.NullOr(Schema.Date)
}).annotations({ identifier: "PanelRun" })
export interface PanelRun extends Schema.Schema.Type<typeof PanelRun> {}
