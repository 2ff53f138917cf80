import { Effect, Either, Layer } from "effect"
import { consensus as consensusOf } from "../../forecasting/consensus/Consensus.ts"
import { ConsensusStore } from "../../forecasting/consensus/ConsensusStore.ts"
import { EventOutbox } from "../../platform/events/EventOutbox.ts"
import type { DecisionPacket } from "../packets/DecisionPacket.ts"
import { packetFrom, packetJson } from "../packets/packetJson.ts"
import { packetInSteps } from "../packets/packetOf.ts"
import { PanelRunStore } from "../panelRuns/PanelRunStore.ts"
import { type CompletedRun, RunCompletion } from "../panelRuns/RunCompletion.ts"
import type { PanelQuestion } from "../panels/PanelQuestion.ts"
import type { PanelReasoning } from "../panels/PanelReasoning.ts"
import { crowdOf } from "../projectForecasts/crowdOf.ts"
import { ForecastStore } from "../projectForecasts/ForecastStore.ts"
import { type ProjectMove, projectMove } from "../projects/ProjectMove.ts"
import { type OwnedProject, ProjectStore } from "../projects/ProjectStore.ts"
import { SourceStore } from "../projects/SourceStore.ts"
import { Retrieval } from "../retrieval/Retrieval.ts"
import { WorkspaceAudit } from "../workspaces/WorkspaceAudit.ts"
import { PacketStore } from "./PacketStore.ts"

/**
 * Publishes the packet of a project when a run of its panel completes: the packet, the status of the project, its events
 * and the findings that can be searched, all in the unit of work of the run's end. A project that was archived meanwhile
 * gets no packet.
 */
export const packetPublication: Layer.Layer<
  RunCompletion,
  never,
  | ConsensusStore
  | EventOutbox
  | ForecastStore
  | PacketStore
  | PanelRunStore
  | ProjectStore
  | Retrieval
  | SourceStore
  | WorkspaceAudit
> = Layer.effect(
  RunCompletion,
  Effect.gen(function*() {
    const services: Services = {
      audit: yield* WorkspaceAudit,
      consensus: yield* ConsensusStore,
      forecasts: yield* ForecastStore,
      outbox: yield* EventOutbox,
      packets: yield* PacketStore,
      projects: yield* ProjectStore,
      retrieval: yield* Retrieval,
      runs: yield* PanelRunStore,
      sources: yield* SourceStore
    }
    return RunCompletion.of({
      onCompleted: (run) =>
        Effect.catchTag(
          publish(services, run),
          "Refusal",
          (refusal) => Effect.dieMessage(`a packet cannot be published: ${refusal.message}`)
        )
    })
  })
)

interface Services {
  readonly audit: WorkspaceAudit["Type"]
  readonly consensus: ConsensusStore["Type"]
  readonly forecasts: ForecastStore["Type"]
  readonly outbox: EventOutbox["Type"]
  readonly packets: PacketStore["Type"]
  readonly projects: ProjectStore["Type"]
  readonly retrieval: Retrieval["Type"]
  readonly runs: PanelRunStore["Type"]
  readonly sources: SourceStore["Type"]
}

/** The next version of a project's packet, with the questions and reasonings that it was made from. */
interface MadePacket {
  readonly packet: DecisionPacket
  readonly questions: ReadonlyArray<PanelQuestion>
  readonly reasonings: ReadonlyArray<PanelReasoning>
}

const publish = (services: Services, run: CompletedRun) =>
  Effect.gen(function*() {
    const { audit, packets, projects } = services
    const { project_id, workspace_id } = run
    const owned = yield* projects.lock(project_id)
    if (owned === undefined) return yield* Effect.dieMessage(`a run completed without its project ${project_id}`)
    const before = owned.project.status
    const move = projectMove(before, "publish", "run")
    if (Either.isLeft(move)) return
    const made = yield* makePacket(services, owned, run.id)
    const { headline, id, published_at, version } = made.packet
    yield* packets.insert(project_id, { id, version, published_at, headline, json: packetJson(made.packet) })
    yield* projects.move(project_id, move.right)
    yield* recordEvents(services, workspace_id, made.packet, before === "active" ? move.right : undefined)
    yield* audit.record({
      workspace_id,
      by: { administrator: "system" },
      action: "packet.publish",
      subject_type: "packet",
      subject_id: id,
      detail: { project_id, version }
    })
    yield* putFindings(services, owned, made)
  })

/** Makes the next version from the stored data. */
const makePacket = (services: Services, { project, workspace_id }: OwnedProject, runId: string) =>
  Effect.gen(function*() {
    const { forecasts, packets, projects, runs, sources } = services
    const { audience, brief, id, kind, title } = project
    const questions = yield* projects.questions(id)
    const reasonings = yield* runs.reasonings(id, null)
    const ids = new Set(reasonings.flatMap(citedBy).map(({ passage_id }) => passage_id))
    const passages = yield* sources.passages(workspace_id, [...ids])
    const listed = yield* sources.list(id)
    const previous = yield* packets.find(id, null)
    const next = yield* packets.next
    const panel = yield* projects.panel(id)
    const packet = yield* packetInSteps({
      ...next,
      project: { id, kind, title, brief, audience },
      questions,
      reasonings,
      sources: listed.map((source) => ({ ...source, title: source.title ?? source.uri })),
      passages: new Map(passages.map((passage) => [passage.id, passage])),
      records: yield* forecasts.records(workspace_id),
      crowd: yield* crowdsOf(services, id),
      ...(panel === undefined ? {} : { panel, rounds: yield* runs.reasonings(id, runId) }),
      ...(previous === undefined ? {} : { previous: packetFrom(previous.json) })
    })
    return { packet, questions, reasonings }
  })

/** The crowds' answers to the questions of a project that are on the platform. */
const crowdsOf = ({ consensus, forecasts }: Services, projectId: string) =>
  Effect.gen(function*() {
    const crowds = yield* Effect.forEach(yield* forecasts.list(projectId), ({ platform_question_id, question_id }) =>
      Effect.map(consensus.facts(platform_question_id), (facts) =>
        facts === undefined ? undefined : crowdOf(question_id, consensusOf(facts))))
    return crowds.filter((crowd) =>
      crowd !== undefined
    )
  })

const recordEvents = (
  { outbox }: Services,
  workspace_id: string,
  { headline, id, project_id, version }: DecisionPacket,
  completion: ProjectMove | undefined
) => {
  const about = { project_id, packet_id: id, version }
  return outbox.record([
    { event: "decision_packet.published", workspace_id, data: { ...about, headline } },
    ...(completion === undefined
      ? []
      : [{ event: "project.completed" as const, workspace_id, data: { ...about, status: completion.to } }])
  ])
}

/** Makes the reasonings that cite sources searchable. */
const putFindings = (
  { retrieval }: Services,
  { project, workspace_id }: OwnedProject,
  { questions, reasonings }: MadePacket
) => {
  const textOf = new Map(questions.map((question) => [question.id, question.text]))
  return retrieval.put(
    workspace_id,
    reasonings.filter((reasoning) => citedBy(reasoning).length > 0).map((reasoning) => ({
      id: reasoning.id,
      project_id: project.id,
      kind: "reasoning",
      source_id: citedBy(reasoning)[0]!.source_id,
      at: reasoning.created_at,
      title: textOf.get(reasoning.question_id) ?? null,
      text: reasoning.narrative
    }))
  )
}

const citedBy = ({ counter_evidence, evidence }: PanelReasoning) => [...evidence, ...counter_evidence]
