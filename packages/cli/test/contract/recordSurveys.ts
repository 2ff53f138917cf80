import type { Cast } from "./exampleCast.ts"

/** Records a campaign from the plan to the pulled one. */
const campaigns = async ({ admin, record }: Cast): Promise<void> => {
  const campaign = {
    questions: [{
      key: "rhine-low",
      status: "approved",
      question: "Will the Rhine at Kaub fall below 40 cm before the end of September 2027?",
      category: "industry",
      timeframe: "short",
      resolution_source: "The gauge at Kaub, as published by the waterways administration",
      resolution_date: "2027-09-30"
    }],
    surveys: [{ key: "rivers-2027", title: "Rivers in 2027", status: "open", questions: ["rhine-low"] }]
  }
  const { plan } = await record("campaigns.planCampaign", { ...admin, body: { campaign } })
  await record("campaigns.applyCampaign", { ...admin, body: { campaign, expected: plan.changes } })
  await record("campaigns.pullCampaign", admin)
}

/** Records a survey from the draft to the archive, and one that comes from a file. */
export const recordSurveys = async (cast: Cast): Promise<void> => {
  const { ada, admin, agentId, at, record } = cast
  const draft = {
    title: "Water levels in spring",
    description: "What the gauges of the lower river will say.",
    category: "society",
    tags: "rivers, gauges",
    question_ids: [at.id]
  }
  const { survey } = await record("surveys.createSurvey", { ...admin, body: draft })
  const of = { ...admin, path: { id: survey.id } }
  await record("surveys.editSurvey", { ...of, body: { title: "Water levels in late spring" } })
  await record("surveys.unlinkSurveyQuestion", { ...admin, path: { id: survey.id, qid: at.id } })
  await record("surveys.linkSurveyQuestions", { ...of, body: { question_ids: [at.id] } })
  await record("surveys.surveyQuestions", { ...of, query: { limit: 1 } })
  await record("surveys.assignSurvey", { ...of, body: { user_ids: [agentId] } })
  const filter = { families: ["gpt", "claude", "gemini"], limit: 3, dry_run: true }
  await record("surveys.assignMatchingAgents", { ...of, body: filter })
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
  const second = { title: "Water levels in summer", question_ids: [at.id] }
  const { survey: later } = await record("surveys.createSurvey", { ...admin, body: second })
  await record("surveys.openSurvey", { ...admin, path: { id: later.id } })
  await record("surveys.compareSurveys", { ...admin, path: { id: survey.id, other_id: later.id } })
  await record("surveys.surveyResults", { ...ada, path: { id: survey.id } })
  await record("surveys.adminSurvey", of)
  await record("surveys.archiveSurvey", of)
  const unused = await record("surveys.createSurvey", {
    ...admin,
    body: draft
  })
  await record("surveys.deleteSurvey", { ...admin, path: { id: unused.survey.id } })
  await campaigns(cast)
}
