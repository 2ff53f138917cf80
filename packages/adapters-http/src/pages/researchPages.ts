import type { PlainRoute } from "../engine/Route.ts"
import { auditPageRoutes } from "./auditPages.ts"
import { keyPageRoutes } from "./keyPages.ts"
import { linkPageRoutes } from "./linkPages.ts"
import { loginPageRoutes } from "./loginPages.ts"
import { signupPageRoutes } from "./signupPages.ts"
import { memberPageRoutes } from "./memberPages.ts"
import { packetPageRoutes } from "./packetPages.ts"
import { projectListPageRoutes } from "./projectListPages.ts"
import { projectPageRoutes } from "./projectPages.ts"
import { responsesPageRoutes } from "./responsesPages.ts"
import { webhookPageRoutes } from "./webhookPages.ts"
import { workspacePageRoutes } from "./workspacePages.ts"

/** Pages of a session: log-in and sign-up, links of agents, and research with its workspaces, projects and packets. */
export const researchPageRoutes = [
  ...loginPageRoutes,
  ...signupPageRoutes,
  ...linkPageRoutes,
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
