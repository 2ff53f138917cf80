import { framingRulesAsData, framingRulesVersion } from "@auspex/domain/framing"
import { Workspaces } from "@auspex/domain/workspaces"
import { Effect } from "effect"
import { listAnswer } from "../contract/listOf.ts"
import { FramingApi, WorkspaceApi } from "../contract/ResearchApi.ts"
import { handlersFor } from "../engine/handlersFor.ts"
import { researchSystemHandlers } from "./systemHandlers.ts"

const framingHandlers = handlersFor(FramingApi, {
  rules: () => Effect.succeed({ rules_version: framingRulesVersion, rules: framingRulesAsData })
})

const workspaceHandlers = handlersFor(WorkspaceApi, {
  audit: ({ actor, query }) =>
    Effect.map(
      Effect.flatMap(Workspaces, ({ auditOf }) => auditOf(actor, query)),
      (page) => listAnswer("entries", page)
    )
})

/** The handlers of every group of the research API. */
export const researchHandlers = [framingHandlers, workspaceHandlers, researchSystemHandlers]
