import type { Authenticator } from "@auspex/domain/accounts"
import { framingRulesAsData, framingRulesVersion } from "@auspex/domain/framing"
import type { DecisionPacket } from "@auspex/domain/packets"
import { Findings, type ProjectParts, Projects, ProjectPanels } from "@auspex/domain/projects"
import type { StorageUnavailable, UseCaseEffect } from "@auspex/domain/kernel"
import { PanelRun, ProjectRuns } from "@auspex/domain/panelRuns"
import { type ProjectDossier, ProjectDossiers } from "@auspex/domain/packetPublication"
import { ProjectForecasts } from "@auspex/domain/projectForecasts"
import { Workspaces } from "@auspex/domain/workspaces"
import { Effect, Schema, Stream } from "effect"
import { listAnswer } from "../wire/listOf.ts"
import { FramingApi, WorkspaceApi } from "./ResearchApi.ts"
import { RunsApi } from "../research/panelRuns/RunsApi.ts"
import { markdownType, type PacketFormat, packetPageType } from "../research/packets/PacketFormat.ts"
import { packetHtml } from "../research/packets/PacketHtml.tsx"
import { packetMarkdown } from "../research/packets/PacketMarkdown.ts"
import { packetPolicy } from "../research/packets/packetPolicy.ts"
import { type Reply, reply, replyRaw } from "../engine/Reply.ts"
import { FindingsApi, ProjectsApi } from "../research/projects/ProjectsApi.ts"
import { eventOf, eventStream, reconnectHint } from "../platform/inference/eventOf.ts"
import { type GroupHandlers, handlersFor } from "../engine/handlersFor.ts"
import { responsesHandlers } from "../surveys/surveyLinks/responsesHandlers.ts"
import { researchSystemHandlers } from "../platform/system/systemHandlers.ts"

/** The full state of a project that was made just now. */
const newDossier = (parts: ProjectParts): ProjectDossier => ({ ...parts, reasonings: [], decision_packet: null })

const projectsHandlers = handlersFor(ProjectsApi, {
  list: ({ actor, query: { cursor, limit, offset, ...filter } }) =>
    Effect.map(
      Effect.flatMap(
        Projects,
        ({ list }) => list(actor, filter, { limit, offset, ...(cursor === undefined ? {} : { cursor }) })
      ),
      (page) => listAnswer("projects", page)
    ),
  project: ({ actor, path }) => Effect.flatMap(ProjectDossiers, ({ dossier }) => dossier(actor, path.id)),
  status: ({ actor, path }) => Effect.flatMap(Projects, ({ progress }) => progress(actor, path.id)),
  createResearch: ({ actor, payload }) =>
    Effect.map(Effect.flatMap(Projects, ({ createResearch }) => createResearch(actor, payload)), newDossier),
  createSurvey: ({ actor, payload }) =>
    Effect.map(Effect.flatMap(Projects, ({ createSurvey }) => createSurvey(actor, payload)), newDossier),
  createAudience: ({ actor, payload }) =>
    Effect.map(Effect.flatMap(ProjectPanels, ({ createAudience }) => createAudience(actor, payload)), newDossier),
  createSimulation: ({ actor, payload }) =>
    Effect.map(Effect.flatMap(ProjectPanels, ({ createSimulation }) => createSimulation(actor, payload)), newDossier),
  ask: ({ actor, path, payload }) => Effect.flatMap(Projects, ({ ask }) => ask(actor, path.id, payload)),
  attach: ({ actor, path, payload }) => Effect.flatMap(Projects, ({ attach }) => attach(actor, path.id, payload)),
  source: ({ actor, path }) => Effect.flatMap(Projects, ({ source }) => source(actor, path.id, path.source_id)),
  archive: ({ actor, path }) => Effect.flatMap(ProjectRuns, ({ archive }) => archive(actor, path.id))
})

/** A packet in the format that was asked for. */
const packetAs = (packet: DecisionPacket, format: PacketFormat): DecisionPacket | Reply<never> => {
  switch (format) {
    case "json":
      return packet
    case "markdown":
      return replyRaw({ contentType: markdownType, content: packetMarkdown(packet) })
    case "html":
      return replyRaw({ contentType: packetPageType, content: packetHtml(packet) }, {
        headers: { "Content-Security-Policy": packetPolicy }
      })
  }
}

const encodeRun = Schema.encodeSync(PanelRun)

/** The id of a run's end. A run that is resumed ends again, with another id. */
const endOf = ({ ended_at, id }: PanelRun): string => `${id}/${ended_at?.toISOString()}`

const runEvents = (runs: Stream.Stream<PanelRun, StorageUnavailable>): Stream.Stream<string> =>
  runs.pipe(
    Stream.map((run) =>
      run.ended_at === null
        ? eventOf("progress", encodeRun(run))
        : eventOf("done", encodeRun(run), endOf(run))
    ),
    Stream.catchAll(() =>
      Stream.succeed(eventOf("error", {
        error: { code: "service_unavailable", message: "The run cannot be read at the moment.", field: null }
      }))
    )
  )

const runsHandlers = handlersFor(RunsApi, {
  start: ({ actor, path, payload }) => Effect.flatMap(ProjectRuns, ({ start }) => start(actor, path.id, payload)),
  latest: ({ actor, path }) => Effect.flatMap(ProjectRuns, ({ latest }) => latest(actor, path.id)),
  resume: ({ actor, path, payload }) => Effect.flatMap(ProjectRuns, ({ resume }) => resume(actor, path.id, payload)),
  watch: ({ actor, headers, path }) =>
    Effect.flatMap(
      ProjectRuns,
      (runs) =>
        Effect.flatMap(runs.latest(actor, path.id), (run): UseCaseEffect<Reply<never>> =>
          // An EventSource comes back after every end but this one.
          run.ended_at !== null && headers["last-event-id"] === endOf(run)
            ? Effect.succeed(reply<never>(undefined as never, { status: 204 }))
            : Effect.map(runs.watch(actor, path.id), (states) =>
              eventStream({
                content: runEvents(states),
                silence: ": the panel works\n\n",
                farewell: reconnectHint
              })))
    ),
  cancel: ({ actor, path }) => Effect.flatMap(ProjectRuns, ({ cancel }) => cancel(actor, path.id)),
  reasonings: ({ actor, path, query: { cursor, limit, offset, run = null } }) =>
    Effect.map(
      Effect.flatMap(
        ProjectRuns,
        ({ reasonings }) =>
          reasonings(actor, path.id, run, { limit, offset, ...(cursor === undefined ? {} : { cursor }) })
      ),
      (page) => listAnswer("reasonings", page)
    ),
  packet: ({ actor, path, query: { format, version = null } }) =>
    Effect.map(
      Effect.flatMap(ProjectDossiers, ({ packet }) => packet(actor, path.id, version)),
      (packet) => packetAs(packet, format)
    ),
  forecast: ({ actor, path, payload }) =>
    Effect.flatMap(ProjectForecasts, ({ place }) => place(actor, path.id, path.question_id, payload.category))
})

const findingsHandlers = handlersFor(FindingsApi, {
  search: ({ actor, query: { limit, offset, q, ...filters } }) =>
    Effect.flatMap(Findings, ({ search }) => search(actor, { q, filters, limit, offset }))
})

const framingHandlers = handlersFor(FramingApi, {
  rules: () => Effect.succeed({ rules_version: framingRulesVersion, rules: framingRulesAsData })
})

const workspaceHandlers = handlersFor(WorkspaceApi, {
  audit: ({ actor, query }) =>
    Effect.map(
      Effect.flatMap(Workspaces, ({ auditOf }) => auditOf(actor, query)),
      (page) => listAnswer("entries", page)
    )
})

/** The handlers of every group of the research API. */
export const researchHandlers = [
  projectsHandlers,
  runsHandlers,
  responsesHandlers,
  findingsHandlers,
  framingHandlers,
  workspaceHandlers,
  researchSystemHandlers
]

type ServicesOf<Handlers> = Handlers extends GroupHandlers<infer Services> ? Services : never

/** What the handlers of the research API call. */
export type ResearchServices = ServicesOf<(typeof researchHandlers)[number]> | Authenticator
