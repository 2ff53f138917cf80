import {
  type ClockAct,
  type QuestionDraft,
  questionKey,
  type QuestionRow,
  QuestionStore
} from "@auspex/domain/questions"
import type { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { v7 as uuidv7 } from "uuid"
import { isUuid } from "../../kernel/isUuid.ts"
import { type Statements, storeStatements } from "../../database/statementsOf.ts"
import { ifUuid } from "../../kernel/ifUuid.ts"
import { cut, listedOf } from "../../kernel/PageRow.ts"
import { type ListedRow, positionOf, questionListing } from "./questionListSql.ts"
import { claimToClose, claimToOpen, claimToWarn } from "./questionClockSql.ts"
import * as statements from "./questionSql.ts"

/** Drafts are passed as one JSON value, with instants as ISO texts. */
const draftJson = (draft: QuestionDraft): string => JSON.stringify(draft)

const claims: Readonly<Record<ClockAct, string>> = {
  open: claimToOpen,
  close: claimToClose,
  warn: claimToWarn
}

const reads = ({ all }: Statements): Pick<QuestionStore["Type"], "list" | "detail"> => ({
  list: (query) => {
    const { params, text } = questionListing(query)
    return Effect.map(all<ListedRow>("list", text, params), (rows) => {
      const { last, shown } = cut(listedOf(rows, "id"), query.limit)
      return {
        now: rows[0]!.now,
        total: rows[0]!.total,
        rows: shown,
        next: last === null ? null : positionOf(query.sort, last)
      }
    })
  },

  detail: (id, viewer) =>
    ifUuid(
      id,
      Effect.map(
        viewer === undefined
          ? all<statements.DetailRow>("detail", statements.detail, [id])
          : all<statements.DetailRow>("detailFor", statements.detailFor, [id, viewer]),
        (rows) => {
          const row = rows.find((candidate) => candidate.id === id.toLowerCase())
          return row === undefined ? undefined : {
            now: row.now,
            row,
            children: rows.filter((candidate) => candidate !== row),
            strongest_for: row.strongest_for,
            strongest_against: row.strongest_against
          }
        }
      )
    )
})

const drafting = (
  { first, only, run }: Statements
): Pick<QuestionStore["Type"], "draftingFacts" | "insert" | "asking" | "rewrite"> => {
  const draftingFacts = (parentId: string | null) =>
    only<statements.FactsRow>("draftingFacts", statements.draftingFacts, [parentId])
  return {
    draftingFacts: (parentId) =>
      parentId === null || !isUuid(parentId)
        ? Effect.map(draftingFacts(null), ({ now }) => ({ now }))
        // Counting the children needs a separate statement that begins once the lock is held.
        : Effect.zipRight(
          run("reserveParent", statements.reserveParent, [parentId]),
          draftingFacts(parentId)
        ).pipe(Effect.map(({ now, parent }) => parent === null ? { now } : { now, parent })),

    insert: (move, draft, submitter) =>
      only("insert", statements.insert, {
        id: uuidv7(),
        draft: draftJson(draft),
        suggested_by: submitter?.id ?? null,
        submitter_name: submitter?.name ?? null,
        key: questionKey(draft.question),
        status: move.to
      }),

    asking: ({ except_id, key, resolution_date }) =>
      Effect.zipRight(
        run("lockAsking", statements.lockAsking, [key, resolution_date]),
        Effect.map(
          first<{ readonly id: string }>("asking", statements.asking, [key, resolution_date, except_id]),
          (row) => row?.id
        )
      ),

    rewrite: (id, draft) =>
      only<QuestionRow>("rewrite", statements.rewrite, [id, draftJson(draft), questionKey(draft.question)])
  }
}

const moving = (
  { all, first, run }: Statements
): Pick<QuestionStore["Type"], "lock" | "lockParent" | "childrenWaiting" | "claimDue" | "move" | "remove"> => ({
  lock: (id) =>
    ifUuid(
      id,
      Effect.map(
        first<statements.LockRow>("lock", statements.lock, [id]),
        (row) => row && { now: row.now, row, child_count: row.child_count, survey_count: row.survey_count }
      )
    ),

  lockParent: (id) => ifUuid(id, first("lockParent", statements.lockParent, [id])),

  childrenWaiting: (parentId) => all("childrenWaiting", statements.childrenWaiting, [parentId]),

  claimDue: (act, limit) => all(`claimDue.${act}`, claims[act], [limit]),

  move: (ids, { action, to }, note) =>
    ids.length === 0
      ? Effect.succeed([])
      : all("move", statements.move, { ids: JSON.stringify(ids), status: to, action, note: note ?? null }),

  remove: (id, _move) => run("remove", "delete from questions where id = $1::uuid", [id])
})

const opinions = ({ first }: Statements): Pick<QuestionStore["Type"], "vote" | "watch"> => ({
  vote: ({ account_id, question_id, withdraw }) =>
    ifUuid(
      question_id,
      Effect.map(
        first<statements.VoteRow>("vote", withdraw ? statements.withdrawVote : statements.vote, [
          question_id,
          account_id
        ]),
        (row) => row && (row.same_owner ? "same_owner" as const : { upvotes: row.upvotes, has_upvoted: !withdraw })
      )
    ),

  watch: ({ account_id, question_id, watching }) =>
    Effect.map(
      ifUuid(question_id, first("watch", watching ? statements.watch : statements.unwatch, [question_id, account_id])),
      (row) => row !== undefined
    )
})

const layer: Layer.Layer<QuestionStore, never, SqlClient> = Layer.effect(
  QuestionStore,
  Effect.map(
    storeStatements("questions"),
    (store) => QuestionStore.of({ ...reads(store), ...drafting(store), ...moving(store), ...opinions(store) })
  )
)

/** Stores questions in one table; every read is one statement. */
export const QuestionStorePg = { layer }
