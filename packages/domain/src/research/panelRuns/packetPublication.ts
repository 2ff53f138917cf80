import { Effect, Either, Layer, Schema } from "effect"
import { consensus as consensusOf } from "../../forecasting/consensus/Consensus.ts"
import { ConsensusStore } from "../../forecasting/consensus/ConsensusStore.ts"
import { EventOutbox } from "../../platform/events/EventOutbox.ts"
import type { Refusal } from "../../kernel/Refusal.ts"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import { DecisionPacket } from "../packets/DecisionPacket.ts"
import { packetJson } from "../packets/packetJson.ts"
import { packetInSteps } from "../packets/packetOf.ts"
import type { PanelReasoning } from "../panels/PanelReasoning.ts"
import { projectMove } from "../projects/ProjectMove.ts"
import { type OwnedProject, ProjectStore } from "../projects/ProjectStore.ts"
import { SourceStore } from "../projects/SourceStore.ts"
import { Retrieval } from "../retrieval/Retrieval.ts"
import { WorkspaceAudit } from "../workspaces/WorkspaceAudit.ts"
import { crowdOf } from "./crowdOf.ts"
import { ForecastStore } from "./ForecastStore.ts"
import { PacketStore } from "./PacketStore.ts"
import { PanelRunStore } from "./PanelRunStore.ts"
import { type CompletedRun, RunCompletion } from "./RunCompletion.ts"

const decode = Schema.decodeSync(Schema.parseJson(DecisionPacket))

/** The packet that a stored text holds. */
export const packetFrom = (json: string): DecisionPacket => decode(json)

const citedBy = ({ counter_evidence, evidence }: PanelReasoning) => [...evidence, ...counter_evidence]

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
    const audit = yield* WorkspaceAudit
    const consensus = yield* ConsensusStore
    const forecasts = yield* ForecastStore
    const outbox = yield* EventOutbox
    const packets = yield* PacketStore
    const projects = yield* ProjectStore
    const retrieval = yield* Retrieval
    const runs = yield* PanelRunStore
    const sources = yield* SourceStore

    const crowds = (projectId: string) =>
      Effect.flatMap(
        forecasts.list(projectId),
        (linked) =>
          Effect.forEach(linked, ({ platform_question_id, question_id }) =>
            Effect.map(consensus.facts(platform_question_id), (facts) =>
              facts === undefined ? undefined : crowdOf(question_id, consensusOf(facts))))
      )

    /** Makes the next version from the stored data. */
    const make = ({ project, workspace_id }: OwnedProject, runId: string) =>
      Effect.gen(function*() {
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
          crowd: (yield* crowds(id)).filter((one) => one !== undefined),
          ...(panel === undefined ? {} : { panel, rounds: yield* runs.reasonings(id, runId) }),
          ...(previous === undefined ? {} : { previous: packetFrom(previous.json) })
        })
        return { packet, questions, reasonings }
      })

    const publish = (run: CompletedRun): Effect.Effect<void, Refusal | StorageUnavailable> =>
      Effect.gen(function*() {
        const { project_id, workspace_id } = run
        const owned = yield* projects.lock(project_id)
        if (owned === undefined) return yield* Effect.dieMessage(`a run completed without its project ${project_id}`)
        const before = owned.project.status
        const move = projectMove(before, "publish", "run")
        if (Either.isLeft(move)) return
        const { packet, questions, reasonings } = yield* make(owned, run.id)
        const { headline, id, published_at, version } = packet
        yield* packets.insert(project_id, { id, version, published_at, headline, json: packetJson(packet) })
        yield* projects.move(project_id, move.right)
        const about = { project_id, packet_id: id, version }
        yield* outbox.record([
          { event: "decision_packet.published", workspace_id, data: { ...about, headline } },
          ...(before === "active"
            ? [{ event: "project.completed" as const, workspace_id, data: { ...about, status: move.right.to } }]
            : [])
        ])
        yield* audit.record({
          workspace_id,
          by: { administrator: "system" },
          action: "packet.publish",
          subject_type: "packet",
          subject_id: id,
          detail: { project_id, version }
        })
        const textOf = new Map(questions.map((question) => [question.id, question.text]))
        yield* retrieval.put(
          workspace_id,
          reasonings.filter((reasoning) => citedBy(reasoning).length > 0).map((reasoning) => ({
            id: reasoning.id,
            project_id,
            kind: "reasoning",
            source_id: citedBy(reasoning)[0]!.source_id,
            at: reasoning.created_at,
            title: textOf.get(reasoning.question_id) ?? null,
            text: reasoning.narrative
          }))
        )
      })

    return RunCompletion.of({
      onCompleted: (run) =>
        Effect.catchTag(
          publish(run),
          "Refusal",
          (refusal) => Effect.dieMessage(`a packet cannot be published: ${refusal.message}`)
        )
    })
  })
)
