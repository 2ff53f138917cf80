import { KindOptions, questionTextMin, ResearchQuestionKind, ResolutionSignal } from "@auspex/domain/framing"
import { DecisionPacket } from "@auspex/domain/packets"
import {
  Audience,
  expertsMax,
  expertsMin,
  personaTextMax,
  personaTextMin,
  ProjectPanel,
  PanelReasoning,
  respondentsMax,
  roundsMax,
  roundsMin,
  segmentNameMax,
  segmentsMax,
  segmentSizeMax,
  segmentWeightMax
} from "@auspex/domain/panels"
import {
  briefLengthMax,
  briefLengthMin,
  Finding,
  FindingKind,
  findingQueryMax,
  Project,
  ProjectKind,
  ProjectProgress,
  ProjectQuestion,
  ProjectSource,
  ProjectStatus,
  projectTitleMax,
  questionsPerProjectMax,
  questionTextMax,
  sourceTitleGivenMax
} from "@auspex/domain/projects"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { bodyBytesMax } from "../../wire/bodyBytesMax.ts"
import { documentation } from "../../wire/documentation.ts"
import { InstantParam } from "../../wire/InstantParam.ts"
import { IdParam, LimitParam, listQuery, OffsetParam } from "../../wire/ListQuery.ts"
import { listOf } from "../../wire/listOf.ts"
import { operation } from "../../wire/OperationPolicy.ts"
import { ofWorkspace, reads, writes } from "../workspaces/workspaceOperation.ts"

export const ProjectPath = Schema.Struct({ id: Schema.String })
const SourcePath = Schema.Struct({ id: Schema.String, source_id: Schema.String })

/** Which projects are listed. */
export const ProjectsQuery = Schema.Struct({
  ...listQuery(50, 200),
  status: Schema.optionalWith(ProjectStatus, { exact: true }),
  kind: Schema.optionalWith(ProjectKind, { exact: true })
})

const lengthBetween = (minLength: number, maxLength: number) => ({ type: "string", minLength, maxLength } as const)

const nullable = <A, I>(schema: Schema.Schema<A, I>) => Schema.optional(Schema.NullOr(schema))

const ResearchRequest = Schema.Struct({
  brief: Schema.String.annotations({ jsonSchema: lengthBetween(briefLengthMin, briefLengthMax) }),
  audience: nullable(Audience)
}).annotations({
  identifier: "ResearchRequest",
  examples: [{
    brief: "Should we move a tenth of the bond portfolio into private credit before the end of 2027?",
    audience: "fo_principal"
  }]
})

const SurveyProjectRequest = Schema.Struct({
  title: Schema.String.annotations({ jsonSchema: lengthBetween(1, projectTitleMax) }),
  questions: Schema.Array(Schema.String).annotations({
    jsonSchema: {
      type: "array",
      minItems: 1,
      maxItems: questionsPerProjectMax,
      items: lengthBetween(questionTextMin, questionTextMax)
    }
  })
}).annotations({
  identifier: "SurveyProjectRequest",
  examples: [{ title: "Banking habits", questions: ["Which bank do you use most often?"] }]
})

const QuestionRequest = Schema.Struct({
  text: Schema.String.annotations({ jsonSchema: lengthBetween(questionTextMin, questionTextMax) }),
  kind: nullable(ResearchQuestionKind),
  kind_options: nullable(KindOptions),
  resolution_signal: nullable(
    Schema.String.annotations({ jsonSchema: { type: "string", enum: ResolutionSignal.literals } })
  ),
  resolution_date: nullable(Schema.String.annotations({ jsonSchema: { type: "string", format: "date" } })),
  resolution_threshold: nullable(Schema.String)
}).annotations({
  identifier: "ProjectQuestionRequest",
  examples: [{
    text: "Will the European Central Bank lower its deposit rate before 1 July 2027?",
    kind: "binary",
    resolution_signal: "press_release",
    resolution_date: "2027-06-30"
  }]
})

const draftQuestions = Schema.Array(QuestionRequest).annotations({
  description: `1 to ${questionsPerProjectMax} questions.`
})

const wholeFrom = (minimum: number, maximum: number) =>
  Schema.Number.annotations({ jsonSchema: { type: "integer", minimum, maximum } })

/** A segment of a request. */
export const SegmentRequest = Schema.Struct({
  name: Schema.String.annotations({ jsonSchema: lengthBetween(1, segmentNameMax) }),
  archetype: nullable(Schema.String),
  persona: nullable(Schema.String.annotations({ jsonSchema: lengthBetween(personaTextMin, personaTextMax) })),
  weight: Schema.Number.annotations({
    jsonSchema: { type: "number", exclusiveMinimum: 0, maximum: segmentWeightMax }
  }),
  size: wholeFrom(1, segmentSizeMax)
}).annotations({ identifier: "AudienceSegmentRequest" })

/** A request to create an audience. */
export const AudienceProjectRequest = Schema.Struct({
  title: Schema.String.annotations({ jsonSchema: lengthBetween(1, projectTitleMax) }),
  questions: draftQuestions,
  segments: Schema.Array(SegmentRequest).annotations({
    description: `1 to ${segmentsMax} segments, of at most ${respondentsMax} respondents together.`
  })
}).annotations({
  identifier: "AudienceProjectRequest",
  examples: [{
    title: "A fee for paper statements",
    questions: [{ text: "Would you pay one euro a month for statements on paper?", kind: "binary" }],
    segments: [
      { name: "Savers", persona: "Retired, keeps accounts on paper and visits the branch.", weight: 2, size: 10 },
      { name: "Analysts", archetype: "quant_systematic_trader", weight: 1, size: 5 }
    ]
  }]
})

/** A request to create a simulation. */
export const SimulationProjectRequest = Schema.Struct({
  title: Schema.String.annotations({ jsonSchema: lengthBetween(1, projectTitleMax) }),
  brief: nullable(Schema.String.annotations({ jsonSchema: lengthBetween(briefLengthMin, briefLengthMax) })),
  questions: draftQuestions,
  experts: wholeFrom(expertsMin, expertsMax),
  rounds_max: wholeFrom(roundsMin, roundsMax)
}).annotations({
  identifier: "SimulationProjectRequest",
  examples: [{
    title: "The deposit rate in 2027",
    questions: [{
      text: "Will the European Central Bank lower its deposit rate before 1 July 2027?",
      kind: "binary",
      resolution_signal: "press_release",
      resolution_date: "2027-06-30"
    }],
    experts: 5,
    rounds_max: 4
  }]
})

const SourceRequest = Schema.Struct({
  uri: Schema.String.annotations({ jsonSchema: { type: "string", format: "uri" } }),
  title: nullable(Schema.String.annotations({ jsonSchema: { type: "string", maxLength: sourceTitleGivenMax } }))
}).annotations({
  identifier: "SourceRequest",
  examples: [{ uri: "https://www.example.org/rates", title: "Rates" }]
})

/** A project with everything in it. */
export const ProjectState = Schema.Struct({
  ...Project.fields,
  /** Who answers in an audience, a simulation, or a survey with an assigned panel; null for other projects. */
  panel: Schema.NullOr(ProjectPanel),
  questions: Schema.Array(ProjectQuestion),
  sources: Schema.Array(ProjectSource),
  reasonings: Schema.Array(PanelReasoning),
  decision_packet: Schema.NullOr(DecisionPacket)
}).annotations({ identifier: "ProjectState" })

/** Projects with their questions and sources. */
export const ProjectsApi = HttpApiGroup.make("projects").annotate(
  OpenApi.Description,
  "Projects of the key's workspace: briefs and surveys, their questions and sources."
)
  .add(operation(
    HttpApiEndpoint.get("list", "/api/projects").annotateContext(
      documentation("List projects", "The projects of the workspace, the newest first.")
    ).setUrlParams(ProjectsQuery).addSuccess(listOf("projects", Project)),
    ofWorkspace
  ))
  .add(operation(
    HttpApiEndpoint.get("project", "/api/projects/:id").annotateContext(
      documentation(
        "Get a project",
        "The full state: questions, sources, the reasonings of the active or last completed run, and the latest packet."
      )
    ).setPath(ProjectPath).addSuccess(ProjectState),
    reads
  ))
  .add(operation(
    HttpApiEndpoint.get("status", "/api/projects/:id/status").annotateContext(
      documentation("Get the status of a project", "The progress of a project.")
    ).setPath(ProjectPath).addSuccess(ProjectProgress),
    reads
  ))
  .add(operation(
    HttpApiEndpoint.post("createResearch", "/api/projects/research").annotateContext(
      documentation(
        "Create a research project",
        "A panel of specialists, chosen by the audience, reasons over its questions and sources."
      )
    ).setPayload(ResearchRequest).addSuccess(ProjectState, { status: 201 }),
    {
      ...ofWorkspace,
      creates: {},
      bodyBytesMax: bodyBytesMax.webhook,
      refuses: ["INSUFFICIENT_PERMISSIONS", "PROJECT_LIMIT"]
    }
  ))
  .add(operation(
    HttpApiEndpoint.post("createSurvey", "/api/projects/survey").annotateContext(
      documentation("Create a survey", "Its questions are texts; every one must pass the framing rules for surveys.")
    ).setPayload(SurveyProjectRequest).addSuccess(ProjectState, { status: 201 }),
    {
      ...ofWorkspace,
      creates: {},
      bodyBytesMax: bodyBytesMax.survey,
      refuses: ["INSUFFICIENT_PERMISSIONS", "PROJECT_LIMIT", "FRAMING_REFUSED"]
    }
  ))
  .add(operation(
    HttpApiEndpoint.post("createAudience", "/api/projects/audience").annotateContext(
      documentation(
        "Create an audience",
        "A weighted panel of personas answers its questions; results come by segment. A segment has an archetype, or a persona in words."
      )
    ).setPayload(AudienceProjectRequest).addSuccess(ProjectState, { status: 201 }),
    {
      ...ofWorkspace,
      creates: {},
      bodyBytesMax: bodyBytesMax.survey,
      refuses: ["INSUFFICIENT_PERMISSIONS", "PROJECT_LIMIT", "FRAMING_REFUSED"]
    }
  ))
  .add(operation(
    HttpApiEndpoint.post("createSimulation", "/api/projects/simulation").annotateContext(
      documentation(
        "Create a simulation",
        "Experts estimate in rounds and see the estimates of the others, without names, until the intervals stop shrinking. Its questions are binary or multi forecasts."
      )
    ).setPayload(SimulationProjectRequest).addSuccess(ProjectState, { status: 201 }),
    {
      ...ofWorkspace,
      creates: {},
      bodyBytesMax: bodyBytesMax.survey,
      refuses: ["INSUFFICIENT_PERMISSIONS", "PROJECT_LIMIT", "FRAMING_REFUSED"]
    }
  ))
  .add(operation(
    HttpApiEndpoint.post("ask", "/api/projects/:id/questions").annotateContext(
      documentation(
        "Add a question",
        "It must pass the framing rules (CP1). A refusal has the id of the broken rule as its code, and all of them in `failures`."
      )
    ).setPath(ProjectPath).setPayload(QuestionRequest).addSuccess(ProjectQuestion, { status: 201 }),
    { ...ofWorkspace, creates: {}, refuses: [...writes, "PROJECT_LIMIT", "FRAMING_REFUSED"] }
  ))
  .add(operation(
    HttpApiEndpoint.post("attach", "/api/projects/:id/sources").annotateContext(
      documentation(
        "Add a source",
        "The page is queued; a worker reads it into the evidence. A known address is read again; a changed text becomes a new version."
      )
    ).setPath(ProjectPath).setPayload(SourceRequest).addSuccess(ProjectSource, { status: 201 }),
    {
      ...ofWorkspace,
      creates: {},
      waitsFor: "lookup",
      bodyBytesMax: bodyBytesMax.webhook,
      refuses: [...writes, "PROJECT_LIMIT", "HTTPS_REQUIRED", "SSRF_BLOCKED"]
    }
  ))
  .add(operation(
    HttpApiEndpoint.get("source", "/api/projects/:id/sources/:source_id").annotateContext(
      documentation("Get a source", "Whether the source has been read, and if not, why.")
    ).setPath(SourcePath).addSuccess(ProjectSource),
    { ...ofWorkspace, refuses: [...reads.refuses, "SOURCE_NOT_FOUND"] }
  ))
  .add(operation(
    HttpApiEndpoint.post("archive", "/api/projects/:id/archive").annotateContext(
      documentation("Archive a project", "The project stays readable and no longer changes.")
    ).setPath(ProjectPath).addSuccess(Project),
    { ...ofWorkspace, refuses: writes }
  ))

const FindingsQuery = Schema.Struct({
  q: Schema.String.annotations({ jsonSchema: lengthBetween(1, findingQueryMax) }),
  limit: Schema.optionalWith(LimitParam(100), { default: () => 10 }),
  offset: Schema.optionalWith(OffsetParam, { default: () => 0 }),
  project_id: Schema.optionalWith(IdParam, { exact: true }),
  kind: Schema.optionalWith(FindingKind, { exact: true }),
  source_id: Schema.optionalWith(IdParam, { exact: true }),
  after: Schema.optionalWith(InstantParam, { exact: true }),
  before: Schema.optionalWith(InstantParam, { exact: true })
})

/** The search over everything that a workspace knows. */
export const FindingsApi = HttpApiGroup.make("findings").annotate(
  OpenApi.Description,
  "Search over the evidence of all projects of the workspace, by words and by meaning."
)
  .add(operation(
    HttpApiEndpoint.get("search", "/api/findings/search").annotateContext(
      documentation(
        "Search the findings",
        "The best passages for a text, each with the citation of its source. `\"Phrases\"` are required, `-words` excluded."
      )
    ).setUrlParams(FindingsQuery).addSuccess(
      Schema.Struct({ findings: Schema.Array(Finding), total: Schema.Int })
    ),
    { ...ofWorkspace, ownRate: "search" }
  ))
