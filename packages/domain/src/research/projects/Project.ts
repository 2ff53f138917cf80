import { Schema } from "effect"
import { Audience } from "../panels/Audience.ts"

/** The length of a brief, in code points. */
export const briefLengthMin = 50
export const briefLengthMax = 2_000

/** The longest title of a project and of a source, in code points. */
export const projectTitleMax = 200
export const sourceTitleGivenMax = 300

/** How many questions and sources a project may have, and how many projects a workspace. */
export const questionsPerProjectMax = 100
export const sourcesPerProjectMax = 200
/** How many choices the questions of a survey may offer together: its page shows all of them. */
export const choicesPerSurveyMax = 3_000
export const projectsPerWorkspaceMax = 10_000

/**
 * What a project is. `research` lets a panel of specialists reason over evidence, `survey` asks people or personas,
 * `audience` asks a weighted panel of personas, `simulation` repeats estimates with anonymous feedback.
 */
export const ProjectKind = Schema.Literal("research", "survey", "audience", "simulation")
export type ProjectKind = typeof ProjectKind.Type

/** `completed` projects have a published packet; `archived` ones change no more. */
export const ProjectStatus = Schema.Literal("active", "completed", "archived")
export type ProjectStatus = typeof ProjectStatus.Type

/** A project of a workspace. */
export const Project = Schema.Struct({
  id: Schema.String,
  kind: ProjectKind,
  title: Schema.String,
  /** Null for a survey. */
  brief: Schema.NullOr(Schema.String),
  audience: Schema.NullOr(Audience),
  status: ProjectStatus,
  created_at: Schema.Date,
  last_updated_at: Schema.Date,
  question_count: Schema.Int,
  source_count: Schema.Int,
  reasoning_count: Schema.Int
}).annotations({ identifier: "Project" })
export interface Project extends Schema.Schema.Type<typeof Project> {}

/** How far a project is. */
export const ProjectProgress = Schema.Struct({
  id: Schema.String,
  status: ProjectStatus,
  last_updated_at: Schema.Date,
  question_count: Schema.Int,
  reasoning_count: Schema.Int
}).annotations({ identifier: "ProjectStatusReport" })
export interface ProjectProgress extends Schema.Schema.Type<typeof ProjectProgress> {}
