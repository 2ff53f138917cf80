import { isUuid } from "@auspex/domain/kernel"
import {
  type ClockAct,
  type QuestionDraft,
  questionKey,
  type QuestionRow,
  QuestionStore
} from "@auspex/domain/questions"
import { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { v7 as uuidv7 } from "uuid"
import { statementsOf } from "../database/statementsOf.ts"
import { ifUuid } from "../kernel/ifUuid.ts"
import { cut, listedOf } from "../kernel/PageRow.ts"
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

/** The ways in which this store runs its statements. */
const runnersOf = (sql: SqlClient) => {
  const { all, first } = statementsOf(sql, "questions")
  /** Like `first`, for an id from outside: a malformed one finds nothing. */
  const byId = <Row extends object>(operation: string, id: string, text: string, params: ReadonlyArray<unknown>) =>
    ifUuid(id, first<Row>(operation, text, params))
  /** The row of a statement that always yields one. */
  const single = <Row, E>(operation: string, found: Effect.Effect<Row | undefined, E>): Effect.Effect<Row, E> =>
    Effect.flatMap(
      found,
      (row) => row === undefined ? Effect.dieMessage(`questions.${operation} returned no row`) : Effect.succeed(row)
    )
  return { all, first, byId, single }
}

const reads = (sql: SqlClient): Pick<QuestionStore["Type"], "list" | "detail"> => {
  const { all } = runnersOf(sql)
  return {
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
  }
}

const drafting = (sql: SqlClient): Pick<QuestionStore["Type"], "draftingFacts" | "insert" | "asking" | "rewrite"> => {
  const { all, first, single } = runnersOf(sql)
  const draftingFacts = (parentId: string | null) =>
    single("draftingFacts", first<statements.FactsRow>("draftingFacts", statements.draftingFacts, [parentId]))
  return {
    draftingFacts: (parentId) =>
      parentId === null || !isUuid(parentId)
        ? Effect.map(draftingFacts(null), ({ now }) => ({ now }))
        // Counting the children needs a separate statement that begins once the lock is held.
        : Effect.zipRight(
          all("reserveParent", statements.reserveParent, [parentId]),
          draftingFacts(parentId)
        ).pipe(Effect.map(({ now, parent }) => parent === null ? { now } : { now, parent })),

    insert: (move, draft, submitter) =>
      single(
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
      single(
        "rewrite",
        first<QuestionRow>("rewrite", statements.rewrite, [id, draftJson(draft), questionKey(draft.question)])
      )
  }
}

const moving = (
  sql: SqlClient
): Pick<QuestionStore["Type"], "lock" | "lockParent" | "childrenWaiting" | "claimDue" | "move" | "remove"> => {
  const { all, byId } = runnersOf(sql)
  return {
    lock: (id) =>
      Effect.map(
        byId<statements.LockRow>("lock", id, statements.lock, [id]),
        (row) => row === undefined ? undefined : { now: row.now, row, child_count: row.child_count }
      ),

    lockParent: (id) => byId("lockParent", id, statements.lockParent, [id]),

    childrenWaiting: (parentId) => all("childrenWaiting", statements.childrenWaiting, [parentId]),

    claimDue: (act, limit) => all(`claimDue.${act}`, claims[act], [limit]),

    move: (ids, { action, to }, note) =>
      ids.length === 0
        ? Effect.succeed([])
        : all("move", statements.move, { ids: JSON.stringify(ids), status: to, action, note: note ?? null }),

    remove: (id, _move) => Effect.asVoid(all("remove", "delete from questions where id = $1::uuid", [id]))
  }
}

const opinions = (sql: SqlClient): Pick<QuestionStore["Type"], "vote" | "watch"> => {
  const { byId } = runnersOf(sql)
  return {
    vote: ({ account_id, question_id, withdraw }) =>
      Effect.map(
        byId<statements.VoteRow>("vote", question_id, withdraw ? statements.withdrawVote : statements.vote, [
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
        byId<{ readonly id: string }>("watch", question_id, watching ? statements.watch : statements.unwatch, [
          question_id,
          account_id
        ]),
        (row) => row !== undefined
      )
  }
}

const layer: Layer.Layer<QuestionStore, never, SqlClient> = Layer.effect(
  QuestionStore,
  Effect.map(
    SqlClient,
    (sql) => QuestionStore.of({ ...reads(sql), ...drafting(sql), ...moving(sql), ...opinions(sql) })
  )
)

/** Stores questions in one table; every read is one statement. */
export const QuestionStorePg = { layer }
