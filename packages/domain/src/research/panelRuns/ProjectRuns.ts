import { Context, Duration, Effect, Layer, Option, Schedule, Stream } from "effect"
import type { WorkspaceActor } from "../../platform/identity/WorkspaceActor.ts"
import type { Page, PageRequest } from "../../kernel/Page.ts"
import { foundOr, orRefuse, refuse } from "../../kernel/Refusal.ts"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import { UnitOfWork } from "../../kernel/UnitOfWork.ts"
import type { UseCaseEffect } from "../../kernel/UseCaseEffect.ts"
import type { Project } from "../projects/Project.ts"
import { permitted } from "../projects/ProjectAccess.ts"
import { projectMove } from "../projects/ProjectMove.ts"
import { Projects } from "../projects/Projects.ts"
import { ProjectStore } from "../projects/ProjectStore.ts"
import { WorkspaceAudit } from "../workspaces/WorkspaceAudit.ts"
import type { PanelBudget } from "./PanelBudget.ts"
import type { PanelRun } from "./PanelRun.ts"
import { PanelRuns } from "./PanelRuns.ts"
import { PanelRunStore } from "./PanelRunStore.ts"
import type { RunReasoning } from "./RunReasoning.ts"

/** How often a watched run is read. */
const watchInterval = Duration.seconds(1)

/** Runs of panels over the projects of a workspace, for its members. */
export class ProjectRuns extends Context.Tag("auspex/ProjectRuns")<ProjectRuns, {
  /**
   * Lets the panel reason over the questions of a project. Fails with PROJECT_NOT_FOUND, WRONG_WORKSPACE,
   * INSUFFICIENT_PERMISSIONS, INVALID_TRANSITION, INVALID_REQUEST for a budget, PROJECT_HAS_NO_QUESTIONS,
   * RUN_ALREADY_ACTIVE, and MODEL_NOT_CONFIGURED for audiences, simulations, and surveys with an assigned panel.
   */
  readonly start: (actor: WorkspaceActor, id: string, budget: Partial<PanelBudget>) => UseCaseEffect<PanelRun>
  /** Stops the live run and keeps its reasonings. Fails also with RUN_NOT_ACTIVE. */
  readonly cancel: (actor: WorkspaceActor, id: string) => UseCaseEffect<PanelRun>
  /**
   * Lets the last run go on after it stopped or failed, with a budget on top of its usage so far; nothing is asked twice.
   * Fails like `start`, and with RUN_NOT_RESUMABLE.
   */
  readonly resume: (actor: WorkspaceActor, id: string, budget: Partial<PanelBudget>) => UseCaseEffect<PanelRun>
  /** The last run. Fails with PROJECT_NOT_FOUND, WRONG_WORKSPACE and RUN_NOT_FOUND. */
  readonly latest: (actor: WorkspaceActor, id: string) => UseCaseEffect<PanelRun>
  /**
   * The last run now, and again after each change, until it has ended. It is read every second. Fails like `latest`.
   */
  readonly watch: (actor: WorkspaceActor, id: string) => UseCaseEffect<Stream.Stream<PanelRun, StorageUnavailable>>
  /**
   * The reasonings of all runs, or of one, in the order in which they were made. Fails with PROJECT_NOT_FOUND and
   * WRONG_WORKSPACE.
   */
  readonly reasonings: (
    actor: WorkspaceActor,
    id: string,
    runId: string | null,
    page: PageRequest
  ) => UseCaseEffect<Page<RunReasoning>>
  /** Ends a project for good, and its live run with it. Fails like `Projects.archive`. */
  readonly archive: (actor: WorkspaceActor, id: string) => UseCaseEffect<Project>
}>() {
  static readonly layer: Layer.Layer<
    ProjectRuns,
    never,
    PanelRuns | PanelRunStore | Projects | ProjectStore | UnitOfWork | WorkspaceAudit
  > = Layer.effect(
    ProjectRuns,
    Effect.gen(function*() {
      const services: Services = {
        audit: yield* WorkspaceAudit,
        projects: yield* Projects,
        runs: yield* PanelRuns,
        runStore: yield* PanelRunStore,
        store: yield* ProjectStore,
        unit: yield* UnitOfWork
      }
      return ProjectRuns.of({ ...reading(services), ...changing(services), archive: archiveWith(services) })
    })
  )
}

type Service = Context.Tag.Service<ProjectRuns>

interface Services {
  readonly audit: WorkspaceAudit["Type"]
  readonly projects: Projects["Type"]
  readonly runs: PanelRuns["Type"]
  readonly runStore: PanelRunStore["Type"]
  readonly store: ProjectStore["Type"]
  readonly unit: UnitOfWork["Type"]
}

const projectOf = ({ workspace_id }: WorkspaceActor, project_id: string) => ({ workspace_id, project_id })

const isSameProgress = (one: PanelRun, other: PanelRun): boolean =>
  one.id === other.id && one.status === other.status && one.reasoned === other.reasoned && one.calls === other.calls &&
  one.given_up.length === other.given_up.length

const reading = ({ runs, runStore, store }: Services): Pick<Service, "latest" | "watch" | "reasonings"> => {
  const readable = (actor: WorkspaceActor, id: string) =>
    Effect.flatMap(store.find(id), (found) => permitted(found, actor, "read"))

  const latest: Service["latest"] = (actor, id) =>
    Effect.zipRight(
      readable(actor, id),
      foundOr(runs.latest(projectOf(actor, id)), refuse("RUN_NOT_FOUND", "The panel of this project has not run yet."))
    )

  return {
    latest,
    watch: (actor, id) =>
      Effect.as(
        latest(actor, id),
        Stream.repeatEffectWithSchedule(runs.latest(projectOf(actor, id)), Schedule.spaced(watchInterval)).pipe(
          Stream.filterMap(Option.fromNullable),
          Stream.changesWith(isSameProgress),
          Stream.takeUntil(({ ended_at }) => ended_at !== null)
        )
      ),
    reasonings: (actor, id, runId, page) =>
      Effect.zipRight(readable(actor, id), runStore.listReasonings(id, runId, page))
  }
}

const changing = ({ audit, runs, store, unit }: Services): Pick<Service, "start" | "resume" | "cancel"> => {
  const record = ({ account_id, key_id, workspace_id }: WorkspaceActor, action: string, run: PanelRun) =>
    audit.record({
      workspace_id,
      by: { account_id, key_id },
      action,
      subject_type: "run",
      subject_id: run.id,
      detail: { project_id: run.project_id }
    })

  /** Locks a project, and applies `run` to its status. */
  const moveToRun = (actor: WorkspaceActor, id: string) =>
    Effect.gen(function*() {
      const project = yield* permitted(yield* store.lock(id), actor, "write")
      yield* store.move(id, yield* orRefuse(projectMove(project.status, "run", "member")))
    })

  return {
    start: (actor, id, budget) =>
      unit.transact(Effect.gen(function*() {
        yield* moveToRun(actor, id)
        const run = yield* runs.start({ ...projectOf(actor, id), by: actor.account_id, budget })
        yield* record(actor, "run.start", run)
        return run
      })),
    resume: (actor, id, budget) =>
      unit.transact(Effect.gen(function*() {
        yield* moveToRun(actor, id)
        const run = yield* runs.resume({ ...projectOf(actor, id), budget })
        yield* record(actor, "run.resume", run)
        return run
      })),
    cancel: (actor, id) =>
      unit.transact(Effect.gen(function*() {
        yield* permitted(yield* store.lock(id), actor, "write")
        const run = yield* runs.cancel(projectOf(actor, id))
        yield* record(actor, "run.cancel", run)
        return run
      }))
  }
}

const archiveWith = ({ projects, runs, unit }: Services): Service["archive"] => (actor, id) =>
  unit.transact(Effect.gen(function*() {
    const project = yield* projects.archive(actor, id)
    const run = yield* runs.latest(projectOf(actor, id))
    if (run !== undefined && run.ended_at === null) yield* runs.cancel(projectOf(actor, id))
    return project
  }))
