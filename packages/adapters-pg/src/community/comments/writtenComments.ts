import type { CommentStore } from "@auspex/domain/comments"
import { debateUpvotes } from "@auspex/domain/scoring"
import { Effect } from "effect"
import { v7 as uuidv7 } from "uuid"
import { isUuid } from "../../kernel/isUuid.ts"
import type { Statements } from "../../database/statementsOf.ts"
import { ifUuid } from "../../kernel/ifUuid.ts"
import { textDigest } from "../../kernel/textDigest.ts"
import * as statements from "./commentSql.ts"
import { debateFacts, type DebateFacts, earnBonus } from "./debateBonusSql.ts"

type Written = Pick<
  CommentStore["Type"],
  "postingFacts" | "replyingFacts" | "insert" | "vote" | "earnBonus"
>

const uuidOrNull = (id: string | undefined): string | null => id !== undefined && isUuid(id) ? id : null

const targetOf = (
  { depth, parent_comment_id, root_id, target_author_id, target_id, ...facts }: statements.ReplyingRow
) => ({ ...facts, target: { id: target_id, author_id: target_author_id, root_id, parent_comment_id, depth } })

/** The facts when no bonus can be earned, whatever they are. */
const noDebateFacts: DebateFacts = { bonuses_today: 0, helpers: [] }

const vote = ({ first, only, run }: Statements): Written["vote"] => ({ account_id, comment_id, withdraw }) =>
  ifUuid(
    comment_id,
    Effect.gen(function*() {
      const ids = [comment_id, account_id]
      yield* run("vote", statements.lockVoters, ids)
      const locked = yield* first<statements.VotingRow>("vote", statements.lockForVote, ids)
      if (locked === undefined) return undefined
      const { author_id, has_earned, is_hidden, question_id, same_owner } = locked
      if (same_owner) return "same_owner" as const
      if (is_hidden && !withdraw) return undefined
      const { owners, ...votes } = yield* only<statements.VotedRow>("vote", statements.setVote, [...ids, withdraw])
      const isDecided = withdraw || has_earned || owners < debateUpvotes
      const facts = isDecided ? noDebateFacts : yield* only<DebateFacts>("vote", debateFacts, ids)
      return { comment_id, question_id, author_id, has_earned, ...votes, ...facts }
    })
  )

/** Writes comments and the votes for them. */
export const writtenComments = (store: Statements): Written => {
  const { first, only, run } = store
  const lockIf = (lock: boolean, accountId: string) =>
    lock ? run("lockAccount", statements.lockAccount, [accountId]) : Effect.void

  return {
    postingFacts: ({ account_id, lock, normalised_content, prediction_id, question_id }) =>
      ifUuid(
        question_id,
        Effect.zipRight(
          lockIf(lock, account_id),
          Effect.map(
            first("postingFacts", statements.postingFacts, {
              account_id,
              question_id,
              digest: textDigest(normalised_content),
              prediction_id: uuidOrNull(prediction_id)
            }),
            (row) => row && { ...row, predicted_by: row.predicted_by ?? undefined }
          )
        )
      ),

    replyingFacts: ({ account_id, comment_id, lock, normalised_content }) =>
      ifUuid(
        comment_id,
        Effect.zipRight(
          lockIf(lock, account_id),
          Effect.map(
            first<statements.ReplyingRow>("replyingFacts", statements.replyingFacts, [
              account_id,
              comment_id,
              textDigest(normalised_content)
            ]),
            (row) => row && targetOf(row)
          )
        )
      ),

    insert: (comment) => {
      const id = uuidv7()
      return only("insert", statements.insert, {
        id,
        question_id: comment.question_id,
        account_id: comment.account_id,
        root_id: comment.place?.root_id ?? id,
        parent_id: comment.place?.parent_comment_id ?? null,
        depth: comment.place?.depth ?? 0,
        prediction_id: comment.target_prediction_id,
        content: comment.content,
        digest: textDigest(comment.normalised_content)
      })
    },

    vote: vote(store),

    earnBonus: ({ amount, comment_id, helpers, nth }) =>
      run("earnBonus", earnBonus, { comment_id, amount, nth, helpers: JSON.stringify(helpers) })
  }
}
