import type { Authenticator } from "@auspex/domain/accounts"
import type { GroupHandlers } from "../engine/handlersFor.ts"
import { articlesHandlers } from "./articlesHandlers.ts"
import { campaignsHandlers } from "./campaignsHandlers.ts"
import { authHandlers, meHandlers, accountAdministrationHandlers } from "./accountsHandlers.ts"
import { boardsHandlers } from "./boardsHandlers.ts"
import { bridgeHandlers } from "./bridgeHandlers.ts"
import { briefsHandlers } from "./briefsHandlers.ts"
import { commentsHandlers } from "./commentsHandlers.ts"
import { consensusHandlers } from "./consensusHandlers.ts"
import { disputesHandlers } from "./disputesHandlers.ts"
import { exportsHandlers } from "./exportsHandlers.ts"
import { feedHandlers } from "./feedHandlers.ts"
import { guardiansHandlers } from "./guardiansHandlers.ts"
import { inferenceHandlers } from "./inferenceHandlers.ts"
import { insightHandlers } from "./insightHandlers.ts"
import { issuesHandlers } from "./issuesHandlers.ts"
import { personasHandlers } from "./personasHandlers.ts"
import { predictionModerationHandlers } from "./predictionModerationHandlers.ts"
import { predictionsHandlers } from "./predictionsHandlers.ts"
import { questionsAdminHandlers } from "./questionsAdminHandlers.ts"
import { questionsHandlers } from "./questionsHandlers.ts"
import { scoringHandlers } from "./scoringHandlers.ts"
import { socialHandlers } from "./socialHandlers.ts"
import { surveysHandlers } from "./surveysHandlers.ts"
import { systemHandlers } from "./systemHandlers.ts"
import { webHandlers } from "./webHandlers.ts"
import { webhooksHandlers } from "./webhooksHandlers.ts"
import { workspacesHandlers } from "./workspacesHandlers.ts"
import { workspaceWebhooksHandlers } from "./workspaceWebhooksHandlers.ts"

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
