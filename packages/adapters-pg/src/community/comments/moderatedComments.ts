import type { CommentStore, HeldBonus } from "@auspex/domain/comments"
import { Effect } from "effect"
import { isUuid } from "../../kernel/isUuid.ts"
import type { Statements } from "../../database/statementsOf.ts"
import { ifUuid } from "../../kernel/ifUuid.ts"
import { paged, pageOf, type PageRow } from "../../kernel/PageRow.ts"
import { moderationCursor } from "./commentPages.ts"
import { bonusOf, moveBonus } from "./debateBonusSql.ts"
import * as statements from "./moderationSql.ts"

type Moderated = Pick<CommentStore["Type"], "list" | "find" | "lock" | "moderate" | "bonusOf" | "moveBonus">

/** Lists, finds and moderates comments for administrators. */
export const moderatedComments = ({ all, first, only, run }: Statements): Moderated => {
  const findRow = (id: string) => first<statements.ModeratedRow>("find", statements.find, [id])
  return {
    list: (filter, page) =>
      Effect.gen(function*() {
        const slice = yield* paged(page, moderationCursor)
        const isMalformed = (id: string | undefined) => id !== undefined && !isUuid(id)
        if (isMalformed(filter.question_id) || isMalformed(filter.user_id))
          return { items: [], total: 0, next_cursor: null }
        const { params, text } = statements.listing(filter, slice)
        const rows = yield* all<PageRow<statements.ModeratedRow>>("list", text, params)
        return pageOf<statements.ModeratedRow, number>(rows, "id", page, moderationCursor, (row) => row.seq)
      }),

    find: (id) => ifUuid(id, findRow(id)),

    lock: (id) =>
      ifUuid(
        id,
        run("lock", statements.lockAuthor, [id]).pipe(
          Effect.zipRight(run("lock", statements.lockComment, [id])),
          Effect.zipRight(findRow(id))
        )
      ),

    moderate: (id, { to }, { by, reason }) =>
      Effect.zipRight(
        run("moderate", statements.moderate, { id, to, by, reason }),
        only<statements.ModeratedRow>("find", statements.find, [id])
      ),

    bonusOf: (id) => first<HeldBonus>("bonusOf", bonusOf, [id]),

    moveBonus: (id, held) => run("moveBonus", moveBonus, [id, held])
  }
}
