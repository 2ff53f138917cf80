import { Context, Effect, Layer } from "effect"
import type { WorkspaceActor } from "../../platform/identity/WorkspaceActor.ts"
import { foundOr, refuse } from "../../kernel/Refusal.ts"
import type { UseCaseEffect } from "../../kernel/UseCaseEffect.ts"
import type { DecisionPacket } from "../packets/DecisionPacket.ts"
import { packetFrom } from "../packets/packetJson.ts"
import type { PanelRun } from "../panelRuns/PanelRun.ts"
import { PanelRunStore } from "../panelRuns/PanelRunStore.ts"
import type { PanelReasoning } from "../panels/PanelReasoning.ts"
import { permitted } from "../projects/ProjectAccess.ts"
import { type ProjectParts, Projects } from "../projects/Projects.ts"
import { ProjectStore } from "../projects/ProjectStore.ts"
import { PacketStore } from "./PacketStore.ts"

/** A project with the reasonings of its panel and its latest decision packet. */
export interface ProjectDossier extends ProjectParts {
  /** Of the live run, else of the last completed run, else of the last run; in the order in which they were made. */
  readonly reasonings: ReadonlyArray<PanelReasoning>
  /** The latest version; null before the first. */
  readonly decision_packet: DecisionPacket | null
}

/** A project with its last run and the latest version of its packet, without their contents. */
export interface ProjectOverview extends ProjectParts {
  /** Null before the first. */
  readonly last_run: PanelRun | null
  /** 0 before the first. */
  readonly packet_version: number
}

/** Projects of a workspace with the results of their panels, for its members. */
export class ProjectDossiers extends Context.Tag("auspex/ProjectDossiers")<ProjectDossiers, {
  /** The full state of a project. Fails with PROJECT_NOT_FOUND and WRONG_WORKSPACE. */
  readonly dossier: (actor: WorkspaceActor, id: string) => UseCaseEffect<ProjectDossier>
  /** A summary of a project's state. Fails like `dossier`. */
  readonly overview: (actor: WorkspaceActor, id: string) => UseCaseEffect<ProjectOverview>
  /** A packet, the latest unless a version is given. Fails also with PACKET_NOT_FOUND. */
  readonly packet: (actor: WorkspaceActor, id: string, version: number | null) => UseCaseEffect<DecisionPacket>
}>() {
  static readonly layer: Layer.Layer<
    ProjectDossiers,
    never,
    PacketStore | PanelRunStore | Projects | ProjectStore
  > = Layer.effect(
    ProjectDossiers,
    Effect.gen(function*() {
      const packets = yield* PacketStore
      const projects = yield* Projects
      const runs = yield* PanelRunStore
      const store = yield* ProjectStore
      return ProjectDossiers.of({
        dossier: (actor, id) =>
          Effect.gen(function*() {
            const parts = yield* projects.detail(actor, id)
            const reasonings = yield* runs.shownReasonings(id)
            const stored = yield* packets.find(id, null)
            return { ...parts, reasonings, decision_packet: stored === undefined ? null : packetFrom(stored.json) }
          }),
        overview: (actor, id) =>
          Effect.gen(function*() {
            const parts = yield* projects.detail(actor, id)
            const last_run = (yield* runs.latest(actor.workspace_id, id)) ?? null
            return { ...parts, last_run, packet_version: (yield* packets.find(id, null))?.version ?? 0 }
          }),
        packet: (actor, id, version) =>
          Effect.gen(function*() {
            yield* permitted(yield* store.find(id), actor, "read")
            const stored = yield* foundOr(
              packets.find(id, version),
              refuse("PACKET_NOT_FOUND", "The project has no such packet.")
            )
            return packetFrom(stored.json)
          })
      })
    })
  )
}
