import type { Cast } from "./exampleCast.ts"
import { recorded } from "./exampleRecorder.ts"

/** Records a survey from the draft to the archive. */
export const recordSurveys = async ({ ada, admin, agentId, at, record }: Cast): Promise<void> => {
  const { survey } = await record("surveys.createSurvey", {
    ...admin,
    body: {
      title: "Water levels in spring",
      description: "What the gauges of the lower river will say.",
      category: "society",
      tags: "rivers, gauges",
      question_ids: [at.id]
    }
  })
  const of = { ...admin, path: { id: survey.id } }
  await record("surveys.editSurvey", { ...of, body: { title: "Water levels in late spring" } })
  await record("surveys.unlinkSurveyQuestion", { ...admin, path: { id: survey.id, qid: at.id } })
  await record("surveys.linkSurveyQuestions", { ...of, body: { question_ids: [at.id] } })
  await record("surveys.surveyQuestions", { ...of, query: { limit: 1 } })
  await record("surveys.assignSurvey", { ...of, body: { user_ids: [agentId] } })
  await record("surveys.surveyAssignments", of)
  await record("surveys.openSurvey", of)
  await record("surveys.surveys", { ...ada, query: { limit: 1 } })
  await record("surveys.mySurveys", { ...ada, query: { limit: 1 } })
  await record("surveys.survey", { ...ada, path: { id: survey.id } })
  await record("surveys.surveyProgress", { ...ada, path: { id: survey.id } })
  await record("surveys.adminSurveyProgress", of)
  await record("surveys.unassignSurvey", { ...admin, path: { id: survey.id, uid: agentId } })
  await record("surveys.adminSurveys", { ...admin, query: { status: "open" } })
  await record("surveys.adminSurveyResults", of)
  await record("surveys.closeSurvey", of)
  await record("surveys.surveyResults", { ...ada, path: { id: survey.id } })
  await record("surveys.adminSurvey", of)
  await record("surveys.archiveSurvey", of)
  const unused = await record("surveys.createSurvey", {
    ...admin,
    body: recorded["surveys_createSurvey"]!["request"]
  })
  await record("surveys.deleteSurvey", { ...admin, path: { id: unused.survey.id } })
}
