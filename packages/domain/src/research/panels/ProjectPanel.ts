import { Schema } from "effect"

/** The limits of the fields of a segment; texts in code points. `PanelSize` limits how many there are. */
export const segmentNameMax = 80
export const segmentWeightMax = 1_000
export const personaTextMin = 20
export const personaTextMax = 2_000

/** A part of an audience: a number of respondents, each a variation of the same persona. */
export const AudienceSegment = Schema.Struct({
  name: Schema.String,
  /** The archetype of its persona; null when `persona` describes it. */
  archetype: Schema.NullOr(Schema.String),
  persona: Schema.NullOr(Schema.String),
  /** The weight of the segment relative to the others, independent of its size. */
  weight: Schema.Number,
  /** How many respondents answer for it. */
  size: Schema.Int
}).annotations({ identifier: "AudienceSegment" })
export interface AudienceSegment extends Schema.Schema.Type<typeof AudienceSegment> {}

/** The respondents of an audience. */
export const AudiencePanel = Schema.Struct({
  segments: Schema.Array(AudienceSegment)
}).annotations({ identifier: "AudiencePanel" })
export interface AudiencePanel extends Schema.Schema.Type<typeof AudiencePanel> {}

/** The number of experts of a simulation, and the maximum number of its rounds. */
export const SimulationPanel = Schema.Struct({
  experts: Schema.Int,
  rounds_max: Schema.Int
}).annotations({ identifier: "SimulationPanel" })
export interface SimulationPanel extends Schema.Schema.Type<typeof SimulationPanel> {}

/** Who answers in a project of the kind audience or simulation. */
export const ProjectPanel = Schema.Union(AudiencePanel, SimulationPanel)
export type ProjectPanel = typeof ProjectPanel.Type

/** Whether a panel belongs to an audience. */
export const isAudiencePanel = (panel: ProjectPanel | null): panel is AudiencePanel =>
  panel !== null && "segments" in panel

/** Whether a panel belongs to a simulation. */
export const isSimulationPanel = (panel: ProjectPanel | null): panel is SimulationPanel =>
  panel !== null && "rounds_max" in panel
