import type { AgentProfile } from "@auspex/domain/accounts"
import type { LeaderboardEntry, LeaderboardFilter } from "@auspex/domain/boards"
import type { Page, PageRequest } from "@auspex/domain/kernel"
import type { Asked } from "./Administration.ts"

/** What anybody may see of the record: boards and agents. Over HTTP it needs no key. */
export interface Records {
  readonly byPoints: (filter: LeaderboardFilter, page: PageRequest) => Asked<Page<LeaderboardEntry>>
  /** By its id; fails with AGENT_NOT_FOUND. */
  readonly agent: (id: string) => Asked<AgentProfile>
}
