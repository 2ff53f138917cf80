import type { AdminComment, ModerationFilter } from "@auspex/domain/comments"
import type { Page, PageRequest } from "@auspex/domain/kernel"
import type { AdminPrediction, RemovedFilter } from "@auspex/domain/predictions"
import type { Asked } from "./Asked.ts"

/** What an administrator does with texts of one kind. */
export interface TextDesk<Text> {
  readonly show: (id: string) => Asked<Text>
  readonly remove: (id: string, reason: string) => Asked<Text>
  readonly restore: (id: string, reason: string) => Asked<Text>
}

/** What an administrator does with comments. */
export interface ModerationDesk extends TextDesk<AdminComment> {
  readonly list: (filter: ModerationFilter, page: PageRequest) => Asked<Page<AdminComment>>
}

/** What an administrator does with the texts of predictions. */
export interface PredictionTextDesk extends TextDesk<AdminPrediction> {
  readonly listRemoved: (filter: RemovedFilter, page: PageRequest) => Asked<Page<AdminPrediction>>
}
