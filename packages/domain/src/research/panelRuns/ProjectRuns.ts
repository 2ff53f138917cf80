import { Context, Duration, Effect, Layer, Option, Schedule, Stream } from "effect"
import type { WorkspaceActor } from "../../platform/identity/WorkspaceActor.ts"
import type { Page, PageRequest } from "../../kernel/Page.ts"
import { foundOr, orRefuse, refuse } from "../../kernel/Refusal.ts"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import { UnitOfWork } from "../../kernel/UnitOfWork.ts"
import type { UseCaseEffect } from "../../kernel/UseCaseEffect.ts"
import type { DecisionPacket } from "../packets/DecisionPacket.ts"
import type { PanelReasoning } from "../panels/PanelReasoning.ts"
import type { Project } from "../projects/Project.ts"
import { permitted } from "../projects/ProjectAccess.ts"
import { projectMove } from "../projects/ProjectMove.ts"
import { type ProjectParts, Projects } from "../projects/Projects.ts"
import { ProjectStore } from "../projects/ProjectStore.ts"
import { WorkspaceAudit } from "../workspaces/WorkspaceAudit.ts"
import { packetFrom } from "./packetPublication.ts"
import { PacketStore } from "./PacketStore.ts"
import type { PanelBudget } from "./PanelBudget.ts"
import type { PanelRun } from "./PanelRun.ts"
import { PanelRuns } from "./PanelRuns.ts"
import { PanelRunStore } from "./PanelRunStore.ts"
import type { RunReasoning } from "./RunReasoning.ts"

/** How often a run that is watched is looked at. */
const watchInterval = Duration.seconds(1)

const isSameProgress = (one: PanelRun, other: PanelRun): boolean =>
  one.id === other.id && one.status === other.status && one.reasoned === other.reasoned && one.calls === other.calls &&
  one.given_up.length === other.given_up.length

/** The full state of a project. */
export interface ProjectDossier extends ProjectParts {
  /** Of the live run, else of the last completed run, else of the last run; in the order in which they were made. */
  readonly reasonings: ReadonlyArray<PanelReasoning>
  /** The latest version; null before the first. */
  readonly decision_packet: DecisionPacket | null
}

/** A project without what its panel has written: its last run, and the latest version of its packet. */
export interface ProjectOverview extends ProjectParts {
  /** Null before the first. */
  readonly last_run: PanelRun | null
  /** 0 before the first. */
  readonly packet_version: number
}

/** Runs of panels over the projects of a workspace, and what they yield, for its members. */
export class ProjectRuns extends Context.Tag("auspex/ProjectRuns")<ProjectRuns, {
  /**
   * Lets the panel reason over the questions of a project. Fails with PROJECT_NOT_FOUND, WRONG_WORKSPACE,
   * INSUFFICIENT_PERMISSIONS, INVALID_TRANSITION, INVALID_REQUEST for a budget, PROJECT_HAS_NO_QUESTIONS,
   * RUN_ALREADY_ACTIVE, and MODEL_NOT_CONFIGURED for projects that say who answers in them.
   */
  readonly start: (actor: WorkspaceActor, id: string, budget: Partial<PanelBudget>) => UseCaseEffect<PanelRun>
  /** Stops the live run; what it has stays. Fails also with RUN_NOT_ACTIVE. */
  readonly cancel: (actor: WorkspaceActor, id: string) => UseCaseEffect<PanelRun>
  /**
   * Lets the last run go on, which stopped or failed, with a budget on top of what it has used; nothing is asked twice.
   * Fails like `start`, and with RUN_NOT_RESUMABLE.
   */
  readonly resume: (actor: WorkspaceActor, id: string, budget: Partial<PanelBudget>) => UseCaseEffect<PanelRun>
  /** The last run. Fails with PROJECT_NOT_FOUND, WRONG_WORKSPACE and RUN_NOT_FOUND. */
  readonly latest: (actor: WorkspaceActor, id: string) => UseCaseEffect<PanelRun>
  /**
   * The last run now, and again whenever it has changed, until it has ended; it is looked at every second. Fails like
   * `latest`.
   */
  readonly watch: (actor: WorkspaceActor, id: string) => UseCaseEffect<Stream.Stream<PanelRun, StorageUnavailable>>
  /** The full state of a project. Fails with PROJECT_NOT_FOUND and WRONG_WORKSPACE. */
  readonly dossier: (actor: WorkspaceActor, id: string) => UseCaseEffect<ProjectDossier>
  /** The reasonings of all runs, or of one, in the order in which they were made. Fails like `dossier`. */
  readonly reasonings: (
    actor: WorkspaceActor,
    id: string,
    runId: string | null,
    page: PageRequest
  ) => UseCaseEffect<Page<RunReasoning>>
  /** What there is to know of a project at a glance. Fails like `dossier`. */
  readonly overview: (actor: WorkspaceActor, id: string) => UseCaseEffect<ProjectOverview>
  /** A packet, the latest unless a version is given. Fails also with PACKET_NOT_FOUND. */
  readonly packet: (actor: WorkspaceActor, id: string, version: number | null) => UseCaseEffect<DecisionPacket>
  /** Ends a project for good, and its live run with it. Fails like `Projects.archive`. */
  readonly archive: (actor: WorkspaceActor, id: string) => UseCaseEffect<Project>
}>() {
  static readonly layer: Layer.Layer<
    ProjectRuns,
    never,
    PacketStore | PanelRuns | PanelRunStore | Projects | ProjectStore | UnitOfWork | WorkspaceAudit
  > = Layer.effect(
    ProjectRuns,
    Effect.gen(function*() {
      const audit = yield* WorkspaceAudit
      const packets = yield* PacketStore
      const projects = yield* Projects
      const runs = yield* PanelRuns
      const runStore = yield* PanelRunStore
      const store = yield* ProjectStore
      const unit = yield* UnitOfWork

      const readable = (actor: WorkspaceActor, id: string) =>
        Effect.flatMap(store.find(id), (found) => permitted(found, actor, "read"))

      const record = ({ account_id, key_id, workspace_id }: WorkspaceActor, action: string, run: PanelRun) =>
        audit.record({
          workspace_id,
          by: { account_id, key_id },
          action,
          subject_type: "run",
          subject_id: run.id,
          detail: { project_id: run.project_id }
        })

      const projectOf = ({ workspace_id }: WorkspaceActor, project_id: string) => ({ workspace_id, project_id })

      const latest = (actor: WorkspaceActor, id: string) =>
        Effect.zipRight(
          readable(actor, id),
          foundOr(
            runs.latest(projectOf(actor, id)),
            refuse("RUN_NOT_FOUND", "The panel of this project has not run.")
          )
        )

      return ProjectRuns.of({
        start: (actor, id, budget) =>
          unit.transact(Effect.gen(function*() {
            const project = yield* permitted(yield* store.lock(id), actor, "write")
            yield* store.move(id, yield* orRefuse(projectMove(project.status, "run", "member")))
            const run = yield* runs.start({ ...projectOf(actor, id), by: actor.account_id, budget })
            yield* record(actor, "run.start", run)
            return run
          })),
        resume: (actor, id, budget) =>
          unit.transact(Effect.gen(function*() {
            const project = yield* permitted(yield* store.lock(id), actor, "write")
            yield* store.move(id, yield* orRefuse(projectMove(project.status, "run", "member")))
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
          })),
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
        dossier: (actor, id) =>
          Effect.gen(function*() {
            const parts = yield* projects.detail(actor, id)
            const reasonings = yield* runStore.shownReasonings(id)
            const stored = yield* packets.find(id, null)
            return { ...parts, reasonings, decision_packet: stored === undefined ? null : packetFrom(stored.json) }
          }),
        reasonings: (actor, id, runId, page) =>
          Effect.zipRight(readable(actor, id), runStore.listReasonings(id, runId, page)),
        overview: (actor, id) =>
          Effect.gen(function*() {
            const parts = yield* projects.detail(actor, id)
            const last_run = (yield* runs.latest(projectOf(actor, id))) ?? null
            return { ...parts, last_run, packet_version: (yield* packets.find(id, null))?.version ?? 0 }
          }),
        packet: (actor, id, version) =>
          Effect.gen(function*() {
            yield* readable(actor, id)
            const stored = yield* foundOr(
              packets.find(id, version),
              refuse("PACKET_NOT_FOUND", "The project has no such packet.")
            )
            return packetFrom(stored.json)
          }),
        archive: (actor, id) =>
          unit.transact(Effect.gen(function*() {
            const project = yield* projects.archive(actor, id)
            const run = yield* runs.latest(projectOf(actor, id))
            if (run !== undefined && run.ended_at === null) yield* runs.cancel(projectOf(actor, id))
            return project
          }))
      })
    })
  )
}
