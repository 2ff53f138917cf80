import type { AdminComment, ModerationFilter } from "@auspex/domain/comments"
import type { Page, PageRequest } from "@auspex/domain/kernel"
import type { Asked } from "./Asked.ts"

/** What an administrator does with comments. */
export interface ModerationDesk {
  readonly list: (filter: ModerationFilter, page: PageRequest) => Asked<Page<AdminComment>>
  readonly show: (id: string) => Asked<AdminComment>
  readonly remove: (id: string, reason: string) => Asked<AdminComment>
  readonly restore: (id: string, reason: string) => Asked<AdminComment>
}
