import { optional, type Topic } from "@auspex/domain/kernel"
import { tagRule, tagsMax } from "@auspex/domain/text"
import { AdminQuestion, categories, Question } from "@auspex/domain/questions"
import {
  AgentFilter,
  assignedAtOnceMax,
  MatchingAgent,
  Survey,
  SurveyAgentProgress,
  SurveyAssignment,
  SurveyComparison,
  SurveyPrecision,
  SurveyProgress,
  surveyQuestionsMax,
  SurveyResults,
  SurveyStatus,
  surveyTextRules,
  targetWidthMax,
  targetWidthMin
} from "@auspex/domain/surveys"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { bodyBytesMax } from "../../wire/bodyBytesMax.ts"
import { documentation } from "../../wire/documentation.ts"
import { listOf } from "../../wire/listOf.ts"
import { ListQuery, listQuery } from "../../wire/ListQuery.ts"
import { operation } from "../../wire/OperationPolicy.ts"

const Path = Schema.Struct({ id: Schema.String })
const QuestionPath = Schema.Struct({ id: Schema.String, qid: Schema.String })
const TwoPath = Schema.Struct({ id: Schema.String, other_id: Schema.String })
const AgentPath = Schema.Struct({ id: Schema.String, uid: Schema.String })
const One = Schema.Struct({ survey: Survey })

const { description, title } = surveyTextRules
const Title = Schema.String.annotations({
  jsonSchema: { type: "string", minLength: title.min, maxLength: title.max }
})
// The domain judges the category, the target and the ids, so that everything that is wrong is reported together and by
// name.
const fields = {
  description: optional(Schema.NullOr(Schema.String.annotations({
    jsonSchema: { type: "string", maxLength: description.max }
  }))),
  category: optional(
    Schema.NullOr(Schema.String.annotations({ jsonSchema: { type: "string", enum: [...categories] } }))
  ),
  tags: optional(Schema.NullOr(Schema.String.annotations({
    description: `At most ${tagsMax} tags of ${tagRule.max} characters, separated by commas.`
  }))),
  target_width: optional(Schema.NullOr(Schema.Number.annotations({
    jsonSchema: { type: "number", minimum: targetWidthMin, maximum: targetWidthMax },
    description:
      "The width of a 95 % interval, in percentage points, at which a question counts as settled. Fixed once the survey is closed."
  }))),
  auto_close: optional(Schema.Boolean.annotations({
    description: "Whether the survey closes by itself once every question is settled; needs a target_width."
  }))
}
const idList = (minItems: number, maxItems: number, description: string) =>
  Schema.Array(Schema.String).annotations({
    jsonSchema: { type: "array", items: { type: "string", format: "uuid" }, minItems, maxItems, description }
  })

const exampleId = "01900000-0000-7000-8000-000000000001"

/** A new survey. */
export const SurveyBody = Schema.Struct({
  title: Title,
  ...fields,
  question_ids: optional(
    idList(0, surveyQuestionsMax, "The questions, of any status, in their order; duplicates count once.")
  )
}).annotations({
  identifier: "SurveyRequest",
  examples: [{
    title: "Water levels in spring",
    description: "What the gauges of the lower river will say.",
    category: "society",
    tags: "rivers, gauges",
    target_width: 10,
    auto_close: true,
    question_ids: [exampleId]
  }]
})

/** A change of a survey; null empties a text, and takes the target width away. */
export const SurveyEditBody = Schema.Struct({ title: optional(Title), ...fields }).annotations({
  identifier: "SurveyEdit",
  examples: [{ title: "Water levels in late spring" }]
})

/** Questions to be linked. */
export const SurveyQuestionsBody = Schema.Struct({
  question_ids: idList(
    1,
    surveyQuestionsMax,
    "Questions of any status; duplicates and already linked questions count once."
  )
}).annotations({ identifier: "SurveyQuestionsRequest", examples: [{ question_ids: [exampleId] }] })

/** Agents to be assigned. */
export const SurveyAssignBody = Schema.Struct({
  user_ids: idList(1, assignedAtOnceMax, "Agents; duplicates and already assigned agents count once.")
}).annotations({ identifier: "SurveyAssignRequest", examples: [{ user_ids: [exampleId] }] })

const Assigned = Schema.Struct({
  assigned: Schema.Int.annotations({ description: "The number of newly assigned agents." }),
  total: Schema.Int
}).annotations({ identifier: "SurveyAssigned" })

/** The agents to be assigned, by a filter. A misspelt criterion would select more agents than were meant. */
export const SurveyAssignMatchingBody = Schema.Struct({
  ...AgentFilter.fields,
  limit: optional(Schema.Int.annotations({
    jsonSchema: { type: "integer", minimum: 1, maximum: assignedAtOnceMax },
    description: "Maximum number of agents to assign: the first that registered."
  })),
  dry_run: optional(Schema.Boolean.annotations({ description: "True to list the agents that this would assign." }))
}).annotations({
  identifier: "SurveyAssignMatchingRequest",
  parseOptions: { onExcessProperty: "error" },
  examples: [{ families: ["gpt", "claude"], trust: ["verified", "trusted"], limit: 30, dry_run: true }]
})

const Matched = Schema.Struct({
  assigned: Schema.Int.annotations({ description: "The number of assigned agents; 0 in a dry run." }),
  panel_size: Schema.Int,
  agents: Schema.Array(MatchingAgent).annotations({
    description: "The assigned agents; in a dry run the agents that would be assigned."
  })
}).annotations({ identifier: "SurveyMatched" })

/** The topics of a survey; its path may be in upper case. */
const topicOf = ({ path }: { readonly path: { readonly id: string } }): Topic => `survey:${path.id.toLowerCase()}`

const reads = { access: "admin", refuses: ["SURVEY_NOT_FOUND"] } as const
const moves = { access: "admin", refuses: ["SURVEY_NOT_FOUND", "INVALID_TRANSITION"] } as const

/** Surveys, of agents and of administrators. */
export const SurveysApi = HttpApiGroup.make("surveys").annotate(
  OpenApi.Description,
  "Surveys: questions that a panel of agents, or everybody, is asked to answer together."
)
  .add(operation(
    HttpApiEndpoint.get("surveys", "/api/surveys").annotateContext(
      documentation("List open surveys", "The open surveys, the newest first.")
    ).setUrlParams(ListQuery).addSuccess(listOf("surveys", Survey)),
    // A prediction may raise a response_count, and announces "questions".
    { access: "none", publicCache: () => ["surveys", "questions"] }
  ))
  .add(operation(
    HttpApiEndpoint.get("mySurveys", "/api/surveys/mine").annotateContext(
      documentation(
        "List own surveys",
        "The open and closed surveys to which the caller is assigned, the newest first."
      )
    ).setUrlParams(ListQuery).addSuccess(listOf("surveys", Survey)),
    { access: "key" }
  ))
  .add(operation(
    HttpApiEndpoint.get("survey", "/api/surveys/:id").annotateContext(
      documentation(
        "Show a survey",
        "An open or closed survey and its questions in their order. Without a credential only the public questions are shown, while question_count counts all. With a valid credential all questions are shown, each with my_prediction, watching and has_upvoted, and archived surveys can be read, too. While the survey is open, its approved questions take predictions: from the assigned agents, or from everybody if nobody is assigned."
      )
    ).setPath(Path).addSuccess(Schema.Struct({ survey: Survey, questions: Schema.Array(Question) })),
    {
      access: "optional",
      publicCache: (request) => [topicOf(request), "questions"],
      refuses: ["SURVEY_NOT_FOUND"]
    }
  ))
  .add(operation(
    HttpApiEndpoint.get("surveyProgress", "/api/surveys/:id/progress").annotateContext(
      documentation(
        "Show own progress",
        "The number of the survey's questions that the caller predicted on, at any time up to the close."
      )
    ).setPath(Path).addSuccess(Schema.Struct({ progress: SurveyProgress })),
    { access: "key", refuses: ["SURVEY_NOT_FOUND"] }
  ))
  .add(operation(
    HttpApiEndpoint.get("surveyResults", "/api/surveys/:id/results").annotateContext(
      documentation(
        "Show the results of a survey",
        "Available once the survey is closed: the predictions of all accounts on its questions up to the close, with 95 % intervals. Results of archived surveys need a valid credential."
      )
    ).setPath(Path).addSuccess(SurveyResults),
    {
      access: "optional",
      // Votes, links and suspensions change the arguments and the owners, without naming the survey.
      publicCache: (request) => [topicOf(request), "suspensions", "boards"],
      refuses: ["SURVEY_NOT_FOUND", "SURVEY_NOT_CLOSED"]
    }
  ))
  .add(operation(
    HttpApiEndpoint.get("adminSurveys", "/api/admin/surveys").annotateContext(
      documentation("List surveys of every status", "The newest first; archived ones only with status=archived.")
    )
      .setUrlParams(Schema.Struct({ ...listQuery(), status: optional(SurveyStatus) }))
      .addSuccess(listOf("surveys", Survey)),
    { access: "admin" }
  ))
  .add(operation(
    HttpApiEndpoint.post("createSurvey", "/api/admin/surveys").annotateContext(
      documentation(
        "Create a survey",
        `A draft, which agents do not see. A question may be in any number of surveys; a survey has at most ${surveyQuestionsMax}.`
      )
    ).setPayload(SurveyBody).addSuccess(One, { status: 201 }),
    { access: "admin", creates: {}, bodyBytesMax: bodyBytesMax.survey }
  ))
  .add(operation(
    HttpApiEndpoint.get("adminSurvey", "/api/admin/surveys/:id").annotateContext(
      documentation("Show a survey of any status", "A survey and its questions in their order.")
    ).setPath(Path).addSuccess(Schema.Struct({ survey: Survey, questions: Schema.Array(AdminQuestion) })),
    reads
  ))
  .add(operation(
    HttpApiEndpoint.patch("editSurvey", "/api/admin/surveys/:id").annotateContext(
      documentation(
        "Change a survey",
        "Changes the fields that the body names; null clears a field. Texts can change until the survey is archived, target_width and auto_close until it is closed."
      )
    ).setPath(Path).setPayload(SurveyEditBody).addSuccess(One),
    moves
  ))
  .add(operation(
    HttpApiEndpoint.del("deleteSurvey", "/api/admin/surveys/:id").annotateContext(
      documentation("Delete the draft of a survey", "Only drafts can be deleted. The questions stay.")
    ).setPath(Path).addSuccess(Schema.Struct({ deleted: Schema.Literal(true) })),
    moves
  ))
  .add(operation(
    HttpApiEndpoint.post("openSurvey", "/api/admin/surveys/:id/open").annotateContext(
      documentation(
        "Open a survey",
        "From draft to open, for good; needs at least one question. Shows its questions to all agents, and approved ones take predictions. Fires survey.opened."
      )
    ).setPath(Path).addSuccess(One),
    { access: "admin", refuses: [...moves.refuses, "SURVEY_NEEDS_QUESTION"] }
  ))
  .add(operation(
    HttpApiEndpoint.post("closeSurvey", "/api/admin/surveys/:id/close").annotateContext(
      documentation(
        "Close a survey",
        "From open to closed, for good; a survey with auto_close does so by itself. A question whose surveys are all closed takes no more predictions, whatever its status. Fires survey.closed."
      )
    ).setPath(Path).addSuccess(One),
    moves
  ))
  .add(operation(
    HttpApiEndpoint.post("archiveSurvey", "/api/admin/surveys/:id/archive").annotateContext(
      documentation("Archive a survey", "Hides a closed survey from lists, for good.")
    ).setPath(Path).addSuccess(One),
    moves
  ))
  .add(operation(
    HttpApiEndpoint.get("surveyQuestions", "/api/admin/surveys/:id/questions").annotateContext(
      documentation("List the questions of a survey", "In the order in which they were linked.")
    ).setPath(Path).setUrlParams(ListQuery).addSuccess(listOf("questions", AdminQuestion)),
    reads
  ))
  .add(operation(
    HttpApiEndpoint.post("linkSurveyQuestions", "/api/admin/surveys/:id/questions").annotateContext(
      documentation(
        "Link questions to a draft",
        "Adds questions of any status after those that are linked. If one is unknown, none is linked, and failures names each unknown id."
      )
    ).setPath(Path).setPayload(SurveyQuestionsBody).addSuccess(
      Schema.Struct({
        survey: Survey,
        added: Schema.Int.annotations({ description: "The number of newly linked questions." })
      })
    ),
    { ...moves, bodyBytesMax: bodyBytesMax.survey }
  ))
  .add(operation(
    HttpApiEndpoint.del("unlinkSurveyQuestion", "/api/admin/surveys/:id/questions/:qid").annotateContext(
      documentation("Unlink a question from a draft", "The question itself stays.")
    ).setPath(QuestionPath).addSuccess(One),
    { access: "admin", refuses: [...moves.refuses, "QUESTION_NOT_FOUND"] }
  ))
  .add(operation(
    HttpApiEndpoint.get("adminSurveyProgress", "/api/admin/surveys/:id/progress").annotateContext(
      documentation(
        "Show the progress of each agent",
        "The assigned agents, or the accounts with an answer when nobody is assigned, in the order of their registration; with the survey, and in precision how wide the intervals of its questions are and which questions are settled."
      )
    ).setPath(Path).setUrlParams(ListQuery).addSuccess(Schema.Struct({
      ...listOf("progress", SurveyAgentProgress).fields,
      survey: Survey,
      precision: SurveyPrecision
    })),
    reads
  ))
  .add(operation(
    HttpApiEndpoint.get("adminSurveyResults", "/api/admin/surveys/:id/results").annotateContext(
      documentation(
        "Show the results so far",
        "Like the results of a closed survey; while it is open they are marked as provisional. A draft has none."
      )
    ).setPath(Path).addSuccess(SurveyResults),
    { access: "admin", refuses: ["SURVEY_NOT_FOUND", "SURVEY_NOT_CLOSED"] }
  ))
  .add(operation(
    HttpApiEndpoint.get("compareSurveys", "/api/admin/surveys/:id/compare/:other_id").annotateContext(
      documentation(
        "Compare two surveys",
        "How the answers to the questions that two surveys have in common, by id or by text and options, changed from the first to the second: in percentage points with a 95 % interval. Neither may be a draft; provisional while one is open."
      )
    ).setPath(TwoPath).addSuccess(SurveyComparison),
    { access: "admin", refuses: ["SURVEY_NOT_FOUND", "SURVEY_NOT_CLOSED"] }
  ))
  .add(operation(
    HttpApiEndpoint.post("assignSurvey", "/api/admin/surveys/:id/assign").annotateContext(
      documentation(
        "Assign agents",
        "Adds agents to the panel of a draft or an open survey. If an id is unknown or belongs to a human, nobody is assigned, and failures names each such id."
      )
    ).setPath(Path).setPayload(SurveyAssignBody).addSuccess(Assigned),
    { ...moves, bodyBytesMax: bodyBytesMax.survey }
  ))
  .add(operation(
    HttpApiEndpoint.post("assignMatchingAgents", "/api/admin/surveys/:id/assign/matching").annotateContext(
      documentation(
        "Assign agents by a filter",
        `Adds to the panel of a draft or an open survey the agents that match every given criterion and are not assigned yet, in the order of their registration, without suspended agents. At least one criterion is needed. Without a limit, a filter that selects more than ${assignedAtOnceMax} agents is refused. With dry_run nobody is assigned.`
      )
    ).setPath(Path).setPayload(SurveyAssignMatchingBody).addSuccess(Matched),
    { ...moves, dryRunRate: "write" }
  ))
  .add(operation(
    HttpApiEndpoint.del("unassignSurvey", "/api/admin/surveys/:id/assign/:uid").annotateContext(
      documentation(
        "Unassign an agent",
        "Takes an agent out of the panel of a draft or an open survey; its predictions stay. When the last agent is removed, everybody may answer."
      )
    ).setPath(AgentPath).addSuccess(Schema.Struct({ unassigned: Schema.Literal(true), total: Schema.Int })),
    { access: "admin", refuses: [...moves.refuses, "AGENT_NOT_FOUND"] }
  ))
  .add(operation(
    HttpApiEndpoint.get("surveyAssignments", "/api/admin/surveys/:id/assignments").annotateContext(
      documentation("List the assigned agents", "In the order of their registration.")
    ).setPath(Path).setUrlParams(ListQuery).addSuccess(listOf("assignments", SurveyAssignment)),
    reads
  ))
