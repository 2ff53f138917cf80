import { Effect } from "effect"
import type { StorageUnavailable } from "../kernel/StorageUnavailable.ts"
import type { AgentFilter } from "../surveys/AgentFilter.ts"
import type { SurveyStore } from "../surveys/SurveyStore.ts"
import { campaignAgentsPerSurveyMax } from "./Campaign.ts"

/** The ids of the agents that a filter selects; one more than `campaignAgentsPerSurveyMax` when there are too many. */
export const matchingIds = (
  store: typeof SurveyStore.Service,
  filter: AgentFilter
): Effect.Effect<ReadonlyArray<string>, StorageUnavailable> =>
  Effect.map(
    store.matching(filter, { limit: campaignAgentsPerSurveyMax + 1 }),
    (agents) => agents.map(({ user_id }) => user_id)
  )
