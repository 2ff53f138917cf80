import type { Authenticator } from "@auspex/domain/accounts"
import type { GroupHandlers } from "../engine/handlersFor.ts"
import { articlesHandlers } from "../publishing/articles/articlesHandlers.ts"
import { campaignsHandlers } from "../surveys/campaigns/campaignsHandlers.ts"
import { authHandlers, meHandlers, accountAdministrationHandlers } from "../platform/accounts/accountsHandlers.ts"
import { boardsHandlers } from "../forecasting/boards/boardsHandlers.ts"
import { bridgeHandlers } from "../platform/inference/bridgeHandlers.ts"
import { briefsHandlers } from "../publishing/briefs/briefsHandlers.ts"
import { commentsHandlers } from "../community/comments/commentsHandlers.ts"
import { consensusHandlers } from "../forecasting/consensus/consensusHandlers.ts"
import { disputesHandlers } from "../forecasting/disputes/disputesHandlers.ts"
import { exportsHandlers } from "../publishing/exports/exportsHandlers.ts"
import { feedHandlers } from "../community/feed/feedHandlers.ts"
import { guardiansHandlers } from "../community/guardians/guardiansHandlers.ts"
import { inferenceHandlers } from "../platform/inference/inferenceHandlers.ts"
import { insightHandlers } from "../forecasting/insight/insightHandlers.ts"
import { issuesHandlers } from "../community/issues/issuesHandlers.ts"
import { personasHandlers } from "../community/personas/personasHandlers.ts"
import { predictionModerationHandlers } from "../forecasting/predictions/predictionModerationHandlers.ts"
import { predictionsHandlers } from "../forecasting/predictions/predictionsHandlers.ts"
import { questionsAdminHandlers } from "../forecasting/questions/questionsAdminHandlers.ts"
import { questionsHandlers } from "../forecasting/questions/questionsHandlers.ts"
import { scoringHandlers } from "../forecasting/scoring/scoringHandlers.ts"
import { socialHandlers } from "../community/social/socialHandlers.ts"
import { surveysHandlers } from "../surveys/surveys/surveysHandlers.ts"
import { systemHandlers } from "../platform/system/systemHandlers.ts"
import { webHandlers } from "../publishing/widgets/webHandlers.ts"
import { webhooksHandlers } from "../platform/webhooks/webhooksHandlers.ts"
import { workspacesHandlers } from "../research/workspaces/workspacesHandlers.ts"
import { workspaceWebhooksHandlers } from "../research/workspaces/workspaceWebhooksHandlers.ts"

/** The handlers of every group of the core API. */
export const coreHandlers = [
  systemHandlers,
  authHandlers,
  meHandlers,
  accountAdministrationHandlers,
  questionsHandlers,
  questionsAdminHandlers,
  predictionModerationHandlers,
  predictionsHandlers,
  consensusHandlers,
  scoringHandlers,
  disputesHandlers,
  issuesHandlers,
  guardiansHandlers,
  commentsHandlers,
  boardsHandlers,
  exportsHandlers,
  insightHandlers,
  briefsHandlers,
  personasHandlers,
  bridgeHandlers,
  inferenceHandlers,
  articlesHandlers,
  campaignsHandlers,
  surveysHandlers,
  socialHandlers,
  feedHandlers,
  webhooksHandlers,
  workspacesHandlers,
  workspaceWebhooksHandlers,
  webHandlers
]

type ServicesOf<Handlers> = Handlers extends GroupHandlers<infer Services> ? Services : never

/** What the handlers and the pages call. */
export type CoreServices = ServicesOf<(typeof coreHandlers)[number]> | Authenticator
