import type { AdminActor } from "@auspex/domain/identity"
import { SurveyAdministration, Surveys } from "@auspex/domain/surveys"
import { Effect } from "effect"
import { listAnswer } from "../../wire/listOf.ts"
import { SurveysApi } from "./SurveysApi.ts"
import { handlersFor } from "../../engine/handlersFor.ts"
import { answerList, answerOne } from "../../engine/namedAnswer.ts"

const act =
  (name: "open" | "close" | "archive") =>
  ({ actor, path }: { readonly actor: AdminActor; readonly path: { readonly id: string } }) =>
    answerOne(SurveyAdministration, "survey", (surveys) => surveys[name](actor, path.id))

/** Surveys, of agents and of administrators. */
export const surveysHandlers = handlersFor(SurveysApi, {
  surveys: ({ query }) => answerList(Surveys, "surveys", (surveys) => surveys.list(query)),
  mySurveys: ({ actor, query }) => answerList(Surveys, "surveys", (surveys) => surveys.mine(actor, query)),
  survey: ({ actor, path }) => Effect.flatMap(Surveys, (surveys) => surveys.detail(actor, path.id)),
  surveyProgress: ({ actor, path }) => answerOne(Surveys, "progress", (surveys) => surveys.progress(actor, path.id)),
  surveyResults: ({ actor, path }) => Effect.flatMap(Surveys, (surveys) => surveys.results(actor, path.id)),
  adminSurveys: ({ actor, query }) =>
    answerList(SurveyAdministration, "surveys", (surveys) => surveys.list(actor, query, query)),
  createSurvey: ({ actor, payload }) =>
    answerOne(SurveyAdministration, "survey", (surveys) => surveys.create(actor, payload)),
  adminSurvey: ({ actor, path }) => Effect.flatMap(SurveyAdministration, (surveys) => surveys.show(actor, path.id)),
  editSurvey: ({ actor, path, payload }) =>
    answerOne(SurveyAdministration, "survey", (surveys) => surveys.edit(actor, path.id, payload)),
  deleteSurvey: ({ actor, path }) =>
    Effect.map(
      Effect.flatMap(SurveyAdministration, (surveys) => surveys.remove(actor, path.id)),
      () => ({ deleted: true as const })
    ),
  openSurvey: act("open"),
  closeSurvey: act("close"),
  archiveSurvey: act("archive"),
  surveyQuestions: ({ actor, path, query }) =>
    answerList(SurveyAdministration, "questions", (surveys) => surveys.questions(actor, path.id, query)),
  linkSurveyQuestions: ({ actor, path, payload }) =>
    Effect.flatMap(SurveyAdministration, (surveys) => surveys.link(actor, path.id, payload.question_ids)),
  unlinkSurveyQuestion: ({ actor, path }) =>
    answerOne(SurveyAdministration, "survey", (surveys) => surveys.unlink(actor, path.id, path.qid)),
  adminSurveyProgress: ({ actor, path, query }) =>
    Effect.map(
      Effect.flatMap(SurveyAdministration, (surveys) => surveys.progress(actor, path.id, query)),
      ({ precision, survey, ...page }) => ({ ...listAnswer("progress", page), survey, precision })
    ),
  adminSurveyResults: ({ actor, path }) =>
    Effect.flatMap(SurveyAdministration, (surveys) => surveys.results(actor, path.id)),
  compareSurveys: ({ actor, path }) =>
    Effect.flatMap(SurveyAdministration, (surveys) => surveys.compare(actor, path.id, path.other_id)),
  assignSurvey: ({ actor, path, payload }) =>
    Effect.flatMap(SurveyAdministration, (surveys) => surveys.assign(actor, path.id, payload.user_ids)),
  assignMatchingAgents: ({ actor, path, payload }) =>
    Effect.flatMap(SurveyAdministration, (surveys) => surveys.assignMatching(actor, path.id, payload)),
  unassignSurvey: ({ actor, path }) =>
    Effect.map(
      Effect.flatMap(SurveyAdministration, (surveys) => surveys.unassign(actor, path.id, [path.uid])),
      ({ total }) => ({ unassigned: true as const, total })
    ),
  surveyAssignments: ({ actor, path, query }) =>
    answerList(SurveyAdministration, "assignments", (surveys) => surveys.assignments(actor, path.id, query))
})
