import { Context, type Effect } from "effect"
import type { FramingRecord } from "../framing/frameQuestion.ts"
import type { Page, PageRequest } from "../../kernel/Page.ts"
import type { Refusal } from "../../kernel/Refusal.ts"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import type { Audience } from "../panels/Audience.ts"
import type { PanelQuestion } from "../panels/PanelQuestion.ts"
import type { ProjectPanel } from "../panels/ProjectPanel.ts"
import type { Project, ProjectKind, ProjectStatus } from "./Project.ts"
import type { ProjectMove } from "./ProjectMove.ts"
import type { ProjectQuestion } from "./ProjectQuestion.ts"

type Stored<A> = Effect.Effect<A, StorageUnavailable>

/** A project with the workspace that it belongs to. */
export interface OwnedProject {
  readonly workspace_id: string
  readonly project: Project
}

/** A project to be stored. */
export interface NewProject {
  readonly workspace_id: string
  readonly created_by: string
  readonly kind: ProjectKind
  readonly title: string
  readonly brief: string | null
  readonly audience: Audience | null
}

/** A question to be stored; `fingerprint` is what no other question of the project may have. */
export interface NewProjectQuestion extends Omit<PanelQuestion, "id"> {
  readonly framing: FramingRecord
  readonly fingerprint: string
}

/** Stores projects and their questions. An id that is not a UUID matches nothing. */
export class ProjectStore extends Context.Tag("auspex/ProjectStore")<ProjectStore, {
  readonly insert: (move: ProjectMove, project: NewProject) => Stored<Project>
  /**
   * How many projects a workspace has; no unit of work that asks the same goes on before this one has ended.
   */
  readonly lockCount: (workspaceId: string) => Stored<number>
  /** The projects of a workspace, newest first. A cursor of another list is refused. */
  readonly list: (
    workspaceId: string,
    filter: { readonly status?: ProjectStatus; readonly kind?: ProjectKind },
    page: PageRequest
  ) => Effect.Effect<Page<Project>, Refusal | StorageUnavailable>
  readonly find: (id: string) => Stored<OwnedProject | undefined>
  /**
   * The same; the row stays locked until the end of the unit of work, so that changes of a project are made in
   * sequence.
   */
  readonly lock: (id: string) => Stored<OwnedProject | undefined>
  /** Writes the status that a move leads to. */
  readonly move: (id: string, move: ProjectMove) => Stored<Project>
  /** Replaces the stored panel of a project. Joins the unit of work that inserts or has locked it. */
  readonly putPanel: (id: string, panel: ProjectPanel) => Stored<void>
  /** Who answers in an audience, a simulation, or a survey with an assigned panel; undefined for other projects. */
  readonly panel: (id: string) => Stored<ProjectPanel | undefined>
  /** The questions in the order in which they were added. */
  readonly questions: (id: string) => Stored<ReadonlyArray<ProjectQuestion>>
  /** The fingerprints of all questions. */
  readonly fingerprints: (id: string) => Stored<ReadonlyArray<string>>
  /** Adds questions, and counts them in the project. Their fingerprints are new. */
  readonly addQuestions: (
    id: string,
    move: ProjectMove,
    questions: ReadonlyArray<NewProjectQuestion>
  ) => Stored<ReadonlyArray<ProjectQuestion>>
}>() {}
