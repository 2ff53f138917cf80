import type { QuestionAdministration } from "../../forecasting/questions/QuestionAdministration.ts"
import type { QuestionStore } from "../../forecasting/questions/QuestionStore.ts"
import type { ArticleAdministration } from "../../publishing/articles/ArticleAdministration.ts"
import type { SurveyAdministration } from "../surveys/SurveyAdministration.ts"
import type { SurveyStore } from "../surveys/SurveyStore.ts"
import type { CampaignStore } from "./CampaignStore.ts"

/** The services that apply and pull campaigns. */
export interface CampaignServices {
  readonly articles: ArticleAdministration["Type"]
  readonly questions: QuestionAdministration["Type"]
  readonly questionStore: QuestionStore["Type"]
  readonly store: CampaignStore["Type"]
  readonly surveys: SurveyAdministration["Type"]
  readonly surveyStore: SurveyStore["Type"]
}
