import {
  type AdminCommentRow,
  type CommentRow,
  CommentStore,
  type CommentVotes,
  type DebateLeaderboardEntry,
  type DiscussionRow,
  type PostingFacts,
  type ThreadPage
} from "@auspex/domain/comments"
import { mapPage, type PageRequest } from "@auspex/domain/kernel"
import * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { v7 as uuidv7 } from "uuid"
import { statementsOf } from "../database/statementsOf.ts"
import type { Cursor } from "../kernel/Cursor.ts"
import { ifUuid, isUuid } from "../kernel/isUuid.ts"
import { paged, pageOf, type PageRow } from "../kernel/PageRow.ts"
import {
  debatersCursor,
  debatesCursor,
  moderationCursor,
  ofPredictionCursor,
  ofQuestionCursor,
  type Placed,
  recentCursor,
  activeCursor,
  threadCursor,
  topCursor
} from "./commentPages.ts"
import * as statements from "./commentSql.ts"

type StoredRow = CommentRow & Placed
interface PostingRow extends Omit<PostingFacts, "predicted_by"> {
  readonly predicted_by: string | null
}
interface ReplyingRow extends Omit<PostingFacts, "predicted_by"> {
  readonly target_id: string
  readonly target_author_id: string
  readonly root_id: string
  readonly parent_comment_id: string | null
  readonly depth: number
}
interface VotingRow {
  readonly question_id: string
  readonly author_id: string
  readonly debate_bonus: number
  readonly is_hidden: boolean
  readonly same_owner: boolean
}

/** Roots and replies of one answer apart; the page is of roots. */
const threadPageOf = (
  rows: ReadonlyArray<PageRow<StoredRow>>,
  page: PageRequest,
  cursor: Cursor<number>,
  by: "seq" | "active_seq"
): ThreadPage => {
  const roots = rows.filter((row) => row.depth === null || row.depth === 0)
  const found = pageOf<StoredRow, number>(roots, "id", page, cursor, (row) => row[by])
  const shown = new Set(found.items.map(({ id }) => id))
  const replies = rows.filter((row) => row.depth !== null && row.depth > 0 && shown.has(row.root_id))
  return { ...found, replies: replies as ReadonlyArray<StoredRow> }
}

const layer: Layer.Layer<CommentStore, never, SqlClient.SqlClient> = Layer.effect(
  CommentStore,
  Effect.map(SqlClient.SqlClient, (sql) => {
    const { all, first } = statementsOf(sql, "comments")
    const uuidOrNull = (id: string | undefined) => id !== undefined && isUuid(id) ? id : null
    const lockedIf = (lock: boolean, accountId: string) =>
      lock ? Effect.asVoid(first("lockAccount", statements.lockAccount, [accountId])) : Effect.void
    const one = (id: string) => first<AdminCommentRow>("find", statements.find, [id])

    const threads = (
      operation: string,
      statement: string,
      cursor: Cursor<number>,
      by: "seq" | "active_seq"
    ) =>
    (ids: ReadonlyArray<string>, page: PageRequest, viewerId: string | undefined) =>
      Effect.gen(function*() {
        const parameters = yield* paged(page, cursor)
        if (!ids.every(isUuid)) return undefined
        const [questionId, ...others] = ids
        const rows = yield* all<PageRow<StoredRow>>(operation, statement, [
          questionId,
          ...parameters,
          viewerId ?? null,
          ...others
        ])
        return rows.length === 0 ? undefined : threadPageOf(rows, page, cursor, by)
      })
    const ofQuestion = threads("ofQuestion", statements.ofQuestion, ofQuestionCursor, "seq")
    const ofPrediction = threads("ofPrediction", statements.ofPrediction, ofPredictionCursor, "seq")
    const debates = threads("debates", statements.debates, debatesCursor, "active_seq")

    return CommentStore.of({
      postingFacts: ({ account_id, content_digest, lock, prediction_id, question_id }) =>
        ifUuid(
          question_id,
          Effect.zipRight(
            lockedIf(lock, account_id),
            Effect.map(
              first<PostingRow>("postingFacts", statements.postingFacts, [
                account_id,
                question_id,
                content_digest,
                uuidOrNull(prediction_id)
              ]),
              (row) => row && { ...row, predicted_by: row.predicted_by ?? undefined }
            )
          )
        ),

      replyingFacts: ({ account_id, comment_id, content_digest, lock }) =>
        ifUuid(
          comment_id,
          Effect.zipRight(
            lockedIf(lock, account_id),
            Effect.map(
              first<ReplyingRow>("replyingFacts", statements.replyingFacts, [account_id, comment_id, content_digest]),
              (row) => {
                if (row === undefined) return undefined
                const { depth, parent_comment_id, root_id, target_author_id, target_id, ...facts } = row
                const target = { id: target_id, author_id: target_author_id, root_id, parent_comment_id, depth }
                return { ...facts, target }
              }
            )
          )
        ),

      insert: (comment) => {
        const id = uuidv7()
        return Effect.map(
          first<CommentRow>("insert", statements.insert, [
            id,
            comment.question_id,
            comment.account_id,
            comment.place?.root_id ?? id,
            comment.place?.parent_comment_id ?? null,
            comment.place?.depth ?? 0,
            comment.target_prediction_id,
            comment.content,
            comment.content_digest
          ]),
          (row) => row!
        )
      },

      vote: ({ account_id, comment_id, withdraw }) =>
        ifUuid(
          comment_id,
          Effect.gen(function*() {
            const who = [comment_id, account_id]
            yield* first("vote", statements.lockVoters, who)
            const locked = yield* first<VotingRow>("vote", statements.lockForVote, who)
            if (locked === undefined) return undefined
            const { author_id, debate_bonus, is_hidden, question_id, same_owner } = locked
            if (same_owner) return "same_owner" as const
            if (is_hidden && !withdraw) return undefined
            const votes = yield* first<CommentVotes & { readonly owners: number }>("vote", statements.setVote, [
              ...who,
              withdraw
            ])
            return { comment_id, question_id, author_id, debate_bonus, ...votes!, owners: withdraw ? 0 : votes!.owners }
          })
        ),

      markBonus: (id, amount) => Effect.asVoid(first("markBonus", statements.markBonus, [id, amount])),

      ofQuestion: (questionId, page, viewerId) => ofQuestion([questionId], page, viewerId),
      ofPrediction: (questionId, predictionId, page, viewerId) =>
        ofPrediction([questionId, predictionId], page, viewerId),
      debates: (questionId, page, viewerId) => debates([questionId], page, viewerId),

      thread: (commentId, page, viewerId) =>
        Effect.gen(function*() {
          const parameters = yield* paged(page, threadCursor)
          if (!isUuid(commentId)) return undefined
          const rows = yield* all<PageRow<StoredRow>>("thread", statements.thread, [
            commentId,
            ...parameters,
            viewerId ?? null
          ])
          return rows.length === 0
            ? undefined
            : pageOf<StoredRow, number>(rows, "id", page, threadCursor, (row) => row.seq)
        }),

      discussions: (tab, page, viewerId) =>
        Effect.gen(function*() {
          type Row = DiscussionRow & Placed & { readonly owner_upvotes: number }
          if (tab === "top") {
            const [limit, offset, after] = yield* paged(page, topCursor)
            const parameters = [limit, offset, viewerId ?? null, after?.[0] ?? null, after?.[1] ?? null]
            const rows = yield* all<PageRow<Row>>("discussions", statements.top, parameters)
            return pageOf<Row, readonly [number, number]>(rows, "id", page, topCursor, (row) => [
              row.owner_upvotes,
              row.seq
            ])
          }
          const [statement, cursor, by] = tab === "recent"
            ? [statements.recent, recentCursor, "seq"] as const
            : [statements.active, activeCursor, "active_seq"] as const
          const [limit, offset, after] = yield* paged(page, cursor)
          const rows = yield* all<PageRow<Row>>("discussions", statement, [limit, offset, viewerId ?? null, after])
          return pageOf<Row, number>(rows, "id", page, cursor, (row) => row[by])
        }),

      debaters: (page) =>
        Effect.gen(function*() {
          const [limit, offset, after] = yield* paged(page, debatersCursor)
          type Row = Omit<DebateLeaderboardEntry, "rank"> & { readonly first_seq: number }
          const rows = yield* all<PageRow<Row>>("debaters", statements.debaters, [
            limit,
            offset,
            after?.[1] ?? null,
            after?.[2] ?? null,
            after?.[3] ?? null
          ])
          const before = after?.[0] ?? offset
          const ranked = rows.map((row, at) => ({ ...row, rank: before + at + 1 }))
          const found = pageOf<Row & { readonly rank: number }, readonly [number, number, number, number]>(
            ranked as ReadonlyArray<PageRow<Row & { readonly rank: number }>>,
            "user_id",
            page,
            debatersCursor,
            (row) => [row.rank, row.total_upvotes, row.comment_count, row.first_seq]
          )
          return mapPage(found, ({ first_seq: _, ...entry }) => entry)
        }),

      list: ({ question_id, status, user_id }, page) =>
        Effect.gen(function*() {
          type Row = AdminCommentRow & Placed
          const parameters = yield* paged(page, moderationCursor)
          const said = [question_id, user_id].filter((id) => id !== undefined)
          if (!said.every(isUuid)) return { items: [], total: 0, next_cursor: null }
          const of = said.length === 2
            ? "both"
            : question_id !== undefined
            ? "ofQuestion"
            : user_id !== undefined
            ? "byAccount"
            : "any"
          const statement = statements.lists[of][status ?? "all"]
          const rows = yield* all<PageRow<Row>>("list", statement, [...parameters, ...said])
          return pageOf<Row, number>(rows, "id", page, moderationCursor, (row) => row.seq)
        }),

      find: (id) => ifUuid(id, one(id)),

      lock: (id) =>
        ifUuid(
          id,
          first("lock", statements.lockAuthor, [id]).pipe(
            Effect.zipRight(first("lock", statements.lockComment, [id])),
            Effect.zipRight(one(id))
          )
        ),

      moderate: (id, { to }, { by, reason }) =>
        Effect.zipRight(
          first("moderate", statements.moderate, [id, to, by, reason]),
          Effect.map(one(id), (row) => row!)
        )
    })
  })
)

/** Comments in one table; triggers count them, `inspection` counts them afresh. */
export const CommentStorePg = { layer }
