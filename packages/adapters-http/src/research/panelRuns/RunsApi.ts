import { DecisionPacket } from "@auspex/domain/packets"
import { optional } from "@auspex/domain/kernel"
import { categories } from "@auspex/domain/questions"
import { PanelRun, RunReasoning } from "@auspex/domain/panelRuns"
import { PlacedForecast } from "@auspex/domain/projectForecasts"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { eventStreamType } from "../../platform/inference/InferenceApi.ts"
import { documentation } from "../../wire/documentation.ts"
import { IdParam, listQuery } from "../../wire/ListQuery.ts"
import { listOf } from "../../wire/listOf.ts"
import { operation } from "../../wire/OperationPolicy.ts"
import { markdownType, packetPageType, PacketQuery } from "../packets/PacketFormat.ts"
import { ProjectPath } from "../projects/ProjectsApi.ts"
import { ofWorkspace, reads, writes } from "../workspaces/workspaceOperation.ts"

const QuestionPath = Schema.Struct({ id: Schema.String, question_id: Schema.String })

const count = (description: string) =>
  optional(Schema.Number.annotations({ jsonSchema: { type: "integer", minimum: 1 }, description }))

const RunRequest = Schema.Struct({
  calls_max: count("Maximum number of requests to models."),
  tokens_max: count("Estimated maximum of tokens of all requests and answers."),
  seconds_max: count("Maximum time from the first step on.")
}).annotations({ identifier: "PanelRunRequest", examples: [{ calls_max: 60 }] })

const ForecastRequest = Schema.Struct({ category: Schema.Literal(...categories) }).annotations({
  identifier: "ForecastRequest",
  examples: [{ category: "society" }]
})

const ReasoningsQuery = Schema.Struct({
  ...listQuery(50, 200),
  run: Schema.optionalWith(
    IdParam.annotations({
      jsonSchema: { type: "string", format: "uuid", description: "Only reasonings of this run." }
    }),
    { exact: true }
  )
})

/** Runs of panels, and the packets that they publish. */
export const RunsApi = HttpApiGroup.make("runs").annotate(
  OpenApi.Description,
  "Runs of the panel over the questions of a project, and the decision packets that they publish."
)
  .add(operation(
    HttpApiEndpoint.post("start", "/api/projects/:id/runs").annotateContext(
      documentation(
        "Start a run",
        "Each specialist of the panel reasons over each question. Then a packet is published and the project is completed. Without a model the sources are only quoted, and neither respondents nor experts can be asked."
      )
    ).setPath(ProjectPath).setPayload(RunRequest).addSuccess(PanelRun, { status: 201 }),
    {
      ...ofWorkspace,
      creates: {},
      bodyIsOptional: true,
      refuses: [...writes, "PROJECT_HAS_NO_QUESTIONS", "RUN_ALREADY_ACTIVE", "MODEL_NOT_CONFIGURED"]
    }
  ))
  .add(operation(
    HttpApiEndpoint.get("latest", "/api/projects/:id/runs/latest").annotateContext(
      documentation("Get the last run", "Its progress, the budget that it has used, and the specialists that gave up.")
    ).setPath(ProjectPath).addSuccess(PanelRun),
    { ...ofWorkspace, refuses: [...reads.refuses, "RUN_NOT_FOUND"] }
  ))
  .add(operation(
    HttpApiEndpoint.get("watch", "/api/projects/:id/runs/latest/events").annotateContext(
      documentation(
        "Watch the last run",
        "Server-sent events: progress with the run whenever it has changed, done with the run when it has ended, error when it cannot be read any more. done has an id; a client that sends it back as Last-Event-ID, as an EventSource does, gets 204, so that it stops reconnecting, until the run is resumed or another run begins. When the service stops, it ends the events with a time to reconnect."
      )
    ).setPath(ProjectPath).addSuccess(Schema.String).addSuccess(HttpApiSchema.NoContent),
    { ...ofWorkspace, produces: [eventStreamType], refuses: [...reads.refuses, "RUN_NOT_FOUND"] }
  ))
  .add(operation(
    HttpApiEndpoint.post("resume", "/api/projects/:id/runs/resume").annotateContext(
      documentation(
        "Resume the last run",
        "For a run that stopped or failed. It makes only the missing requests; the budget is added to what it has used."
      )
    ).setPath(ProjectPath).setPayload(RunRequest).addSuccess(PanelRun),
    { ...ofWorkspace, bodyIsOptional: true, refuses: [...writes, "RUN_NOT_RESUMABLE"] }
  ))
  .add(operation(
    HttpApiEndpoint.post("cancel", "/api/projects/:id/runs/cancel").annotateContext(
      documentation("Cancel the run", "Finished reasonings stay; no packet is published.")
    ).setPath(ProjectPath).addSuccess(PanelRun),
    { ...ofWorkspace, refuses: [...writes, "RUN_NOT_ACTIVE"] }
  ))
  .add(operation(
    HttpApiEndpoint.get("reasonings", "/api/projects/:id/reasonings").annotateContext(
      documentation("List the reasonings", "The reasonings of all runs, or of one run, the oldest first.")
    ).setPath(ProjectPath).setUrlParams(ReasoningsQuery).addSuccess(listOf("reasonings", RunReasoning)),
    reads
  ))
  .add(operation(
    HttpApiEndpoint.get("packet", "/api/projects/:id/packet").annotateContext(
      documentation(
        "Get the decision packet",
        "The latest version, or an earlier one: as JSON, as Markdown, or as a page that can be printed."
      )
    ).setPath(ProjectPath).setUrlParams(PacketQuery).addSuccess(DecisionPacket),
    {
      ...ofWorkspace,
      alsoProduces: [markdownType, packetPageType],
      refuses: [...reads.refuses, "PACKET_NOT_FOUND"]
    }
  ))
  .add(operation(
    HttpApiEndpoint.post("forecast", "/api/projects/:id/questions/:question_id/forecast").annotateContext(
      documentation(
        "Put a question on the platform",
        "It becomes a draft there. Packets show its crowd beside the panel, and its outcome scores the specialists."
      )
    ).setPath(QuestionPath).setPayload(ForecastRequest).addSuccess(PlacedForecast, { status: 201 }),
    {
      ...ofWorkspace,
      creates: {},
      refuses: [...writes, "QUESTION_NOT_FOUND", "FORECAST_EXISTS", "DUPLICATE_QUESTION"]
    }
  ))
