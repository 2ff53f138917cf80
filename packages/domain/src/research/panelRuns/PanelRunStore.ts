import { Context, type Effect } from "effect"
import type { Page, PageRequest } from "../../kernel/Page.ts"
import type { Refusal } from "../../kernel/Refusal.ts"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import type { Audience } from "../panels/Audience.ts"
import type { PanelQuestion } from "../panels/PanelQuestion.ts"
import type { ProjectPanel } from "../panels/ProjectPanel.ts"
import type { PanelReasoning } from "../panels/PanelReasoning.ts"
import type { PanelBudget, PanelUsage } from "./PanelBudget.ts"
import type { PanelMethod, PanelRun, PanelRunStatus } from "./PanelRun.ts"
import type { PanelRunEnd, PanelRunMove } from "./PanelRunMove.ts"
import type { PanelStep, StepOutcome } from "./PanelStep.ts"
import type { RunReasoning } from "./RunReasoning.ts"

type Stored<A> = Effect.Effect<A, StorageUnavailable>

/** The subject of a run. */
export interface RunSubject {
  readonly audience: Audience | null
  /** Who answers in an audience, a simulation, or a survey with an assigned panel; null for other projects. */
  readonly panel: ProjectPanel | null
  /** In the order in which they were added. */
  readonly question_ids: ReadonlyArray<string>
}

/** A run to be stored. */
export interface NewPanelRun {
  readonly project_id: string
  /** The account that started it; null for the service itself. */
  readonly started_by: string | null
  readonly method: PanelMethod
  readonly prompt_version: number
  readonly budget: PanelBudget
  readonly steps: ReadonlyArray<PanelStep>
  readonly move: PanelRunMove
}

/**
 * A claim to a step. Each claim of a step has its own number, so that the holder of an expired claim cannot continue.
 */
export interface StepLease {
  readonly step_id: string
  readonly claim: number
}

/** The answer of a model to a step. */
export interface StepAnswer {
  readonly content: string
  readonly model: string
}

/** A step that is to be worked on. */
export interface ClaimedStep extends PanelStep {
  readonly lease: StepLease
  readonly run: {
    readonly id: string
    readonly workspace_id: string
    readonly project_id: string
    readonly method: PanelMethod
  }
  readonly audience: Audience | null
  readonly panel: ProjectPanel | null
  readonly question: PanelQuestion
  /** The answer that a model gave before; null without an answer. */
  readonly answer: StepAnswer | null
  /** The number of failed requests of the step. */
  readonly failures: number
  readonly now: Date
}

/** The progress of a run. */
export interface RunCounts {
  /** The number of steps that are not settled. */
  readonly open: number
  readonly reasoned: number
}

/**
 * Storage of runs, their steps and reasonings. A run is live until it has ended; a project has at most one live run.
 * Steps are leased by the database's clock. Ids that are not UUIDs are unknown.
 */
export class PanelRunStore extends Context.Tag("auspex/PanelRunStore")<PanelRunStore, {
  /** Undefined when the workspace has no such project. */
  readonly subject: (workspaceId: string, projectId: string) => Stored<RunSubject | undefined>
  /** Adds a run with its first steps; undefined when the project has a live run. */
  readonly insert: (run: NewPanelRun) => Stored<PanelRun | undefined>
  /**
   * Leases a due step of a live run that nobody has leased, and applies `begin` to its run if the run is queued.
   * Steps with an answer are leased at any time, other steps only while the budget of their run lasts. Runs take turns:
   * the run with the fewest leased steps is first.
   */
  readonly claim: (seconds: number, begin: PanelRunMove) => Stored<ClaimedStep | undefined>
  /** Extends a lease; false when it was lost. */
  readonly renew: (lease: StepLease, seconds: number) => Stored<boolean>
  /**
   * Counts a request that is about to be made, with the tokens of its prompt, and fixes the passages that it shows. False
   * when the lease was lost, the run has ended, or its budget is used up, which is exact for requests.
   */
  readonly begin: (
    lease: StepLease,
    request: { readonly tokens: number; readonly passage_ids: ReadonlyArray<string> }
  ) => Stored<boolean>
  /** Keeps the answer to a step, and counts its tokens. Returns the first answer that was kept, from any worker. */
  readonly saveAnswer: (stepId: string, answer: StepAnswer & { readonly tokens: number }) => Stored<StepAnswer>
  /** Releases a lease; the step is due again after the given seconds. Does nothing when the lease was lost. */
  readonly release: (
    lease: StepLease,
    after: { readonly seconds: number; readonly failed: boolean }
  ) => Stored<void>
  /** The status of a run, which is locked until the end of the unit of work, together with its project. */
  readonly lock: (runId: string) => Stored<PanelRunStatus>
  /**
   * Settles a step: with the next step, with a reasoning, which also counts and dates its project, or without. Returns the
   * progress of the run; undefined when the lease was lost. Joins the caller's unit of work, which has locked the run.
   */
  readonly settle: (lease: StepLease, outcome: StepOutcome) => Stored<RunCounts | undefined>
  /** Adds the steps of another round to a run. Joins the caller's unit of work, which has locked the run. */
  readonly addSteps: (runId: string, steps: ReadonlyArray<PanelStep>) => Stored<void>
  /** The questions of a run in the order in which they were added. */
  readonly questions: (runId: string) => Stored<ReadonlyArray<PanelQuestion>>
  /** Ends a run. Joins the caller's unit of work, which has locked the run. */
  readonly end: (runId: string, end: PanelRunEnd) => Stored<void>
  /**
   * Lets a run that has ended go on with a budget on top of its usage so far. Steps that were given up are open again,
   * without their unreadable answers. Joins the caller's unit of work, which has locked the run.
   */
  readonly resume: (runId: string, move: PanelRunMove, budget: PanelBudget) => Stored<void>
  /** A live run whose budget is used up, while none of its steps is leased or has an answer to be settled. */
  readonly exhausted: Stored<
    { readonly id: string; readonly usage: PanelUsage; readonly budget: PanelBudget } | undefined
  >
  /** The last run of a project; undefined when there is none or the project is another workspace's. */
  readonly latest: (workspaceId: string, projectId: string) => Stored<PanelRun | undefined>
  /** The reasonings of a project, or only those of a given run, in the order in which they were made. */
  readonly reasonings: (projectId: string, runId: string | null) => Stored<ReadonlyArray<PanelReasoning>>
  /**
   * The reasonings of the run that a project shows, in the order in which they were made: the live run, else the last
   * completed run, else the last run.
   */
  readonly shownReasonings: (projectId: string) => Stored<ReadonlyArray<PanelReasoning>>
  /** A page of `reasonings`. A cursor of another list is refused. */
  readonly listReasonings: (
    projectId: string,
    runId: string | null,
    page: PageRequest
  ) => Effect.Effect<Page<RunReasoning>, Refusal | StorageUnavailable>
}>() {}
