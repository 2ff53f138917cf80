import type { PlainRoute } from "../engine/Route.ts"
import { agentPageRoutes } from "../forecasting/boards/agentPages.ts"
import { boardPageRoutes } from "../forecasting/boards/boardPages.ts"
import { questionPictureRoute } from "../forecasting/consensus/questionPictureRoute.ts"
import { insightPageRoutes } from "../forecasting/insight/insightPages.ts"
import { questionPageRoutes } from "../forecasting/questions/questionPages.ts"
import { scoringPageRoutes } from "../forecasting/scoring/scoringPages.ts"
import { articlePageRoutes } from "../publishing/articles/articlePages.ts"
import { robotsRoute } from "../publishing/widgets/robotsRoute.ts"
import { pageFileRoutes } from "../pages/pageFiles.ts"
import { statusPageRoutes } from "../platform/system/statusPages.ts"
import { surveySitePageRoutes } from "../surveys/surveys/surveyPages.ts"

/** Pages for everybody, and the files that pages load. */
export const sitePageRoutes = [
  ...pageFileRoutes,
  ...insightPageRoutes,
  ...questionPageRoutes,
  ...boardPageRoutes,
  ...agentPageRoutes,
  ...statusPageRoutes,
  ...articlePageRoutes,
  ...surveySitePageRoutes,
  ...scoringPageRoutes,
  questionPictureRoute,
  robotsRoute
]

type ServicesOf<Routes> = Routes extends ReadonlyArray<PlainRoute<infer Services>> ? Services : never

/** What the pages for everybody call. */
export type SitePageServices = ServicesOf<typeof sitePageRoutes>
