import { Context, Effect, Layer, Schema } from "effect"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import { CalibrationTerms } from "../scoring/Calibration.ts"
import { type PersonaPerformance, personaPerformance, type PersonaSums } from "./PersonaPerformance.ts"

/** The maximum number of models listed per family, and of personas; both names are free text. */
export const modelsPerFamilyMax = 20
export const personasMax = 200

/** Totals over agents. Fractions are 0-1; `accuracy` is 0 and `brier_score` null until something is resolved. */
const figures = {
  agents: Schema.Int,
  predictions: Schema.Int,
  resolved: Schema.Int,
  accuracy: Schema.Number,
  brier_score: Schema.NullOr(Schema.Number)
}

/**
 * The record of a group of agents. `adjusted_brier` (the mean over its agents on the skill board, weighted by resolved
 * predictions) and `calibration` are as of `refreshed_at`; null until the skill board was computed with one of its
 * agents.
 */
const groupFigures = {
  ...figures,
  avg_points: Schema.Number,
  hallucination_rate: Schema.Number,
  adjusted_brier: Schema.NullOr(Schema.Number),
  calibration: Schema.NullOr(CalibrationTerms)
}

/** The record of a model family, and of its models with the most predictions, at most `modelsPerFamilyMax`. */
export const ModelFamilyStats = Schema.Struct({
  model_family: Schema.String,
  ...groupFigures,
  model_count: Schema.Int,
  models: Schema.Array(Schema.Struct({ model: Schema.String, ...figures }))
}).annotations({ identifier: "ModelFamilyStats" })
export interface ModelFamilyStats extends Schema.Schema.Type<typeof ModelFamilyStats> {}

/** The record of the agents with one persona. */
export const PersonaStats = Schema.Struct({
  persona_archetype: Schema.String,
  ...groupFigures
}).annotations({ identifier: "PersonaStats" })
export interface PersonaStats extends Schema.Schema.Type<typeof PersonaStats> {}

/** Groups, most resolved predictions first, and when the skill board was computed (null: not yet). */
export interface GroupStats<Group> {
  readonly groups: ReadonlyArray<Group>
  readonly refreshed_at: Date | null
}

/** Reads the records of agents that are not suspended, grouped by model family and by persona. */
export class GroupStatsStore extends Context.Tag("auspex/GroupStatsStore")<GroupStatsStore, {
  readonly models: Effect.Effect<GroupStats<ModelFamilyStats>, StorageUnavailable>
  readonly personas: Effect.Effect<GroupStats<PersonaStats>, StorageUnavailable>
  /**
   * Settled predictions of agents that are not suspended, by the archetype and by each trait of the persona that the
   * agent had when it predicted; most settled predictions first.
   */
  readonly personaSums: Effect.Effect<PersonaSums, StorageUnavailable>
}>() {}

/** The boards of model families and personas. */
export class GroupBoards extends Context.Tag("auspex/GroupBoards")<GroupBoards, {
  readonly models: Effect.Effect<GroupStats<ModelFamilyStats>, StorageUnavailable>
  readonly personas: Effect.Effect<GroupStats<PersonaStats>, StorageUnavailable>
  /** How well predictions did, by the persona that they were made with. */
  readonly performance: Effect.Effect<PersonaPerformance, StorageUnavailable>
}>() {
  static readonly layer: Layer.Layer<GroupBoards, never, GroupStatsStore> = Layer.effect(
    GroupBoards,
    Effect.map(
      GroupStatsStore,
      ({ models, personas, personaSums }) =>
        GroupBoards.of({ models, personas, performance: Effect.map(personaSums, personaPerformance) })
    )
  )
}
