import { fresh, registerAgent } from "../people.ts"
import { approvedQuestion, draftSurvey, surveyIn } from "../surveys/surveying.ts"
import { body, on, plain, type RequestRecipe, type Scene } from "./requestRecipe.ts"

const draft = async ({ auspex }: Scene): Promise<string> => (await draftSurvey(auspex)).id
const open = ({ auspex }: Scene): Promise<string> => surveyIn(auspex, "open")

/** For each operation on surveys, by `group.name`. */
export const surveyRequests: Readonly<Record<string, RequestRecipe>> = {
  "surveys.surveys": plain,
  "surveys.mySurveys": plain,
  "surveys.survey": on(open),
  "surveys.surveyProgress": on(open),
  "surveys.surveyResults": on(({ auspex }) => surveyIn(auspex, "closed")),
  "surveys.adminSurveyResults": on(open),
  "surveys.adminSurveys": plain,
  "surveys.createSurvey": body(() => ({ title: `Survey ${fresh()}` })),
  "surveys.adminSurvey": on(draft),
  "surveys.editSurvey": on(draft, { body: { title: "Another title" } }),
  "surveys.deleteSurvey": on(draft),
  "surveys.openSurvey": on(draft),
  "surveys.closeSurvey": on(open),
  "surveys.archiveSurvey": on(({ auspex }) => surveyIn(auspex, "closed")),
  "surveys.surveyQuestions": on(draft),
  "surveys.linkSurveyQuestions": {
    request: async (scene) => ({
      path: { id: await draft(scene) },
      body: { question_ids: [await approvedQuestion(scene.auspex)] }
    })
  },
  "surveys.unlinkSurveyQuestion": {
    request: async ({ auspex }) => {
      const qid = await approvedQuestion(auspex)
      return { path: { id: (await draftSurvey(auspex, { question_ids: [qid] })).id, qid } }
    }
  },
  "surveys.adminSurveyProgress": on(open),
  "surveys.assignSurvey": {
    request: async (scene) => ({
      path: { id: await open(scene) },
      body: { user_ids: [(await registerAgent(scene.auspex)).id] }
    })
  },
  "surveys.compareSurveys": {
    request: async (scene) => ({ path: { id: await open(scene), other_id: await open(scene) } })
  },
  "surveys.assignMatchingAgents": on(open, { body: { trust: ["trusted"], dry_run: true } }),
  "surveys.unassignSurvey": {
    request: async (scene) => {
      const [id, uid] = [await open(scene), (await registerAgent(scene.auspex)).id]
      const options = { as: scene.auspex.adminKey, body: { user_ids: [uid] } }
      await scene.auspex.call("POST", `/api/admin/surveys/${id}/assign`, options)
      return { path: { id, uid } }
    }
  },
  "surveys.surveyAssignments": on(draft)
}
