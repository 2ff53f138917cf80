import {
  type ClockAct,
  type LockedQuestion,
  type ParentFacts,
  type QuestionDetail,
  type QuestionDraft,
  type QuestionRow,
  QuestionStore,
  questionKey
} from "@auspex/domain/questions"
import * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { v7 as uuidv7 } from "uuid"
import { statementsOf } from "../database/statementsOf.ts"
import { ifUuid, isUuid } from "../kernel/isUuid.ts"
import { cut, listedOf } from "../kernel/PageRow.ts"
import { type ListedRow, positionOf, questionListing } from "./questionListSql.ts"
import * as statements from "./questionSql.ts"

/** Drafts travel as one JSON value; instants in it are ISO texts. */
const draftJson = (draft: QuestionDraft): string => JSON.stringify(draft)

const claims: Readonly<Record<ClockAct, string>> = {
  open: statements.claimToOpen,
  close: statements.claimToClose,
  warn: statements.claimToWarn
}

type DetailRow = QuestionRow & Pick<QuestionDetail, "now" | "strongest_for" | "strongest_against">
type LockRow = QuestionRow & Pick<LockedQuestion, "now" | "child_count">
interface FactsRow {
  readonly now: Date
  readonly parent: ParentFacts | null
}
interface VoteRow {
  readonly same_owner: boolean
  readonly upvotes: number
}

const layer: Layer.Layer<QuestionStore, never, SqlClient.SqlClient> = Layer.effect(
  QuestionStore,
  Effect.map(SqlClient.SqlClient, (sql) => {
    const { all, first } = statementsOf(sql, "questions")
    /** As `first`, for an id from outside: a malformed one names nothing. */
    const named = <Row extends object>(operation: string, id: string, text: string, params: ReadonlyArray<unknown>) =>
      ifUuid(id, first<Row>(operation, text, params))
    const sole = <Row, E>(operation: string, found: Effect.Effect<Row | undefined, E>): Effect.Effect<Row, E> =>
      Effect.flatMap(
        found,
        (row) => row === undefined ? Effect.dieMessage(`questions.${operation} answered no row`) : Effect.succeed(row)
      )

    const draftingFacts = (parentId: string | null) =>
      sole("draftingFacts", first<FactsRow>("draftingFacts", statements.draftingFacts, [parentId]))

    return QuestionStore.of({
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
              ? all<DetailRow>("detail", statements.detail, [id])
              : all<DetailRow>("detailFor", statements.detailFor, [id, viewer]),
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
        ),

      lock: (id) =>
        Effect.map(
          named<LockRow>("lock", id, statements.lock, [id]),
          (row) => row === undefined ? undefined : { now: row.now, row, child_count: row.child_count }
        ),

      draftingFacts: (parentId) =>
        parentId === null || !isUuid(parentId)
          ? Effect.map(draftingFacts(null), ({ now }) => ({ now }))
          // Counting the children needs a statement of its own, begun after the lock was had.
          : Effect.zipRight(
            all("reserveParent", statements.reserveParent, [parentId]),
            draftingFacts(parentId)
          ).pipe(Effect.map(({ now, parent }) => parent === null ? { now } : { now, parent })),

      insert: (move, draft, submitter) =>
        sole(
          "insert",
          first("insert", statements.insert, {
            id: uuidv7(),
            draft: draftJson(draft),
            suggested_by: submitter?.id ?? null,
            submitter_name: submitter?.name ?? null,
            key: questionKey(draft.question),
            status: move.to
          })
        ),

      asking: ({ except_id, key, resolution_date }) =>
        Effect.zipRight(
          all("lockAsking", statements.lockAsking, [key, resolution_date]),
          Effect.map(
            first<{ readonly id: string }>("asking", statements.asking, [key, resolution_date, except_id]),
            (row) => row?.id
          )
        ),

      rewrite: (id, draft) =>
        sole(
          "rewrite",
          first<QuestionRow>("rewrite", statements.rewrite, [id, draftJson(draft), questionKey(draft.question)])
        ),

      move: (ids, { action, to }, note) =>
        ids.length === 0
          ? Effect.succeed([])
          : all("move", statements.move, { ids: JSON.stringify(ids), status: to, action, note: note ?? null }),

      remove: (id, _move) => Effect.asVoid(all("remove", "delete from questions where id = $1::uuid", [id])),

      vote: ({ account_id, question_id, withdraw }) =>
        Effect.map(
          named<VoteRow>("vote", question_id, withdraw ? statements.withdrawVote : statements.vote, [
            question_id,
            account_id
          ]),
          (row) =>
            row === undefined
              ? undefined
              : row.same_owner
              ? "same_owner" as const
              : { upvotes: row.upvotes, has_upvoted: !withdraw }
        ),

      watch: ({ account_id, question_id, watching }) =>
        Effect.map(
          named<{ readonly id: string }>("watch", question_id, watching ? statements.watch : statements.unwatch, [
            question_id,
            account_id
          ]),
          (row) => row !== undefined
        ),

      childrenWaiting: (parentId) => all("childrenWaiting", statements.childrenWaiting, [parentId]),

      lockParent: (id) => named("lockParent", id, statements.lockParent, [id]),

      claimDue: (act, limit) => all(`claimDue.${act}`, claims[act], [limit])
    })
  })
)

/** Questions in their table; every read is one statement. */
export const QuestionStorePg = { layer }
