import { Effect } from "effect"
import { grouped } from "../../kernel/Counted.ts"
import { type Failure, failure } from "../../kernel/Failure.ts"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import type { AgentFilter } from "../surveys/AgentFilter.ts"
import type { SurveyStore } from "../surveys/SurveyStore.ts"
import { campaignAgentsPerSurveyMax } from "./Campaign.ts"

/**
 * The ids of the agents that a filter selects, at most `campaignAgentsPerSurveyMax` + 1, which shows that there are too
 * many.
 */
export const matchingIds = (
  store: typeof SurveyStore.Service,
  filter: AgentFilter
): Effect.Effect<ReadonlyArray<string>, StorageUnavailable> =>
  Effect.map(
    store.matching(filter, { limit: campaignAgentsPerSurveyMax + 1 }),
    (agents) => agents.map(({ user_id }) => user_id)
  )

/**
 * Refuses a filter that selects more agents than a survey of a campaign may have, instead of leaving some out. `field` is
 * the place of the filter.
 *
 * @example judgeSelected(10_000, "surveys.0.agents") // undefined
 * @example judgeSelected(10_001, "surveys.0.agents")?.message // "The filter selects more than 10,000 agents; narrow it."
 */
export const judgeSelected = (count: number, field: string): Failure | undefined =>
  count <= campaignAgentsPerSurveyMax ? undefined : failure(
    "INVALID_REQUEST",
    `The filter selects more than ${grouped(campaignAgentsPerSurveyMax)} agents; narrow it.`,
    { field, limit: campaignAgentsPerSurveyMax }
  )
