import { Context, Effect, Layer, Schema } from "effect"
import type { StorageUnavailable } from "../kernel/StorageUnavailable.ts"
import { CalibrationTerms } from "../scoring/Calibration.ts"

/** How many models of a family are told apart, and how many personas there are at most: names are free text. */
export const modelsPerFamilyMax = 20
export const personasMax = 200

/** Sums over agents. Fractions are 0-1; `accuracy` is 0 and `brier_score` null until something resolved. */
const figures = {
  agents: Schema.Int,
  predictions: Schema.Int,
  resolved: Schema.Int,
  accuracy: Schema.Number,
  brier_score: Schema.NullOr(Schema.Number)
}

/**
 * What a group of agents has to show for itself. `adjusted_brier` (the mean of its agents' on the board by skill, each
 * weighted with its resolved predictions) and `calibration` are as of `refreshed_at`; null until that board was drawn
 * with one of them on it.
 */
const groupFigures = {
  ...figures,
  avg_points: Schema.Number,
  hallucination_rate: Schema.Number,
  adjusted_brier: Schema.NullOr(Schema.Number),
  calibration: Schema.NullOr(CalibrationTerms)
}

/** A model family: all of it, and its models by predictions, the `modelsPerFamilyMax` with the most. */
export const ModelFamilyStats = Schema.Struct({
  model_family: Schema.String,
  ...groupFigures,
  model_count: Schema.Int,
  models: Schema.Array(Schema.Struct({ model: Schema.String, ...figures }))
}).annotations({ identifier: "ModelFamilyStats" })
export interface ModelFamilyStats extends Schema.Schema.Type<typeof ModelFamilyStats> {}

export const PersonaStats = Schema.Struct({
  persona_archetype: Schema.String,
  ...groupFigures
}).annotations({ identifier: "PersonaStats" })
export interface PersonaStats extends Schema.Schema.Type<typeof PersonaStats> {}

/** Groups, those with the most resolved predictions first, and when the board by skill was drawn (null: not yet). */
export interface GroupStats<Group> {
  readonly groups: ReadonlyArray<Group>
  readonly refreshed_at: Date | null
}

/** Agents that are not suspended, by what they run on and by whom they impersonate. */
export class GroupStatsStore extends Context.Tag("auspex/GroupStatsStore")<GroupStatsStore, {
  readonly models: Effect.Effect<GroupStats<ModelFamilyStats>, StorageUnavailable>
  readonly personas: Effect.Effect<GroupStats<PersonaStats>, StorageUnavailable>
}>() {}

/** The same, for whoever asks. */
export class GroupBoards extends Context.Tag("auspex/GroupBoards")<GroupBoards, {
  readonly models: Effect.Effect<GroupStats<ModelFamilyStats>, StorageUnavailable>
  readonly personas: Effect.Effect<GroupStats<PersonaStats>, StorageUnavailable>
}>() {
  static readonly layer: Layer.Layer<GroupBoards, never, GroupStatsStore> = Layer.effect(
    GroupBoards,
    Effect.map(GroupStatsStore, (store) => GroupBoards.of(store))
  )
}
