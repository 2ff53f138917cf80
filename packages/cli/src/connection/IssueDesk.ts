import type { Issue, IssueFilter, IssueUpdate } from "@auspex/domain/issues"
import type { Page, PageRequest } from "@auspex/domain/kernel"
import type { Asked } from "./Asked.ts"

/** What an administrator does with issues. */
export interface IssueDesk {
  readonly list: (filter: IssueFilter, page: PageRequest) => Asked<Page<Issue>>
  readonly show: (id: string) => Asked<Issue>
  readonly update: (id: string, update: IssueUpdate) => Asked<Issue>
}
