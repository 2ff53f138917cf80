import type { PlainRoute } from "../engine/Route.ts"
import { auditPageRoutes } from "../research/workspaces/auditPages.ts"
import { keyPageRoutes } from "../research/workspaces/keyPages.ts"
import { linkPageRoutes } from "../platform/accounts/linkPages.ts"
import { loginPageRoutes } from "../platform/accounts/loginPages.tsx"
import { signupPageRoutes } from "../platform/accounts/signupPages.tsx"
import { predictPageRoutes } from "../forecasting/predictions/predictPages.ts"
import { myAccountPageRoutes } from "../platform/accounts/myAccountPages.ts"
import { personaPageRoutes } from "../community/personas/personaPages.ts"
import { modelPageRoutes } from "../platform/inference/modelPages.ts"
import { memberPageRoutes } from "../research/workspaces/memberPages.ts"
import { packetPageRoutes } from "../research/packets/packetPages.ts"
import { projectListPageRoutes } from "../research/projects/projectListPages.ts"
import { projectPageRoutes } from "../research/projects/projectPages.ts"
import { responsesPageRoutes } from "../surveys/surveyLinks/responsesPages.ts"
import { accountWebhookPageRoutes } from "../platform/webhooks/accountWebhookPages.tsx"
import { webhookPageRoutes } from "../research/workspaces/webhookPages.ts"
import { workspacePageRoutes } from "../research/workspaces/workspacePages.ts"

/** Pages of a session: log-in and sign-up, links of agents, and research with its workspaces, projects and packets. */
export const researchPageRoutes = [
  ...loginPageRoutes,
  ...signupPageRoutes,
  ...linkPageRoutes,
  ...myAccountPageRoutes,
  ...personaPageRoutes,
  ...modelPageRoutes,
  ...accountWebhookPageRoutes,
  ...predictPageRoutes,
  ...workspacePageRoutes,
  ...projectListPageRoutes,
  ...projectPageRoutes,
  ...responsesPageRoutes,
  ...packetPageRoutes,
  ...memberPageRoutes,
  ...keyPageRoutes,
  ...webhookPageRoutes,
  ...auditPageRoutes
]

type ServicesOf<Routes> = Routes extends ReadonlyArray<PlainRoute<infer Services>> ? Services : never

/** What the pages of research call. */
export type ResearchPageServices = ServicesOf<typeof researchPageRoutes>
