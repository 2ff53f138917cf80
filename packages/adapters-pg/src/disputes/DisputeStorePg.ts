import {
  type DisputeOfQuestion,
  type DisputeRow,
  DisputeStore,
  type FilingFacts,
  type OpenDispute,
  openDisputesMax
} from "@auspex/domain/disputes"
import { mapPage, isUuid } from "@auspex/domain/kernel"
import { evidenceUrlsMax } from "@auspex/domain/questions"
import type { ChildOfResolved } from "@auspex/domain/scoring"
import { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { v7 as uuidv7 } from "uuid"
import { storage } from "../database/DatabaseError.ts"
import { idCursor } from "../kernel/Cursor.ts"
import { ifUuid } from "../kernel/ifUuid.ts"
import { paged, pageOf } from "../kernel/PageRow.ts"
import { children } from "../scoring/childrenSql.ts"
import { recordOf } from "../scoring/settledRecords.ts"
import {
  end,
  filingFacts,
  find,
  insert,
  list,
  lockDispute,
  lockQuestion,
  lockQuestionOf,
  ofQuestion,
  open,
  otherEvidence,
  type AffectedAccountRow,
  affectedAccounts
} from "./disputeSql.ts"

const ofQuestionCursor = idCursor("disputes of a question")
const listCursor = idCursor("disputes")
const affectedAccountsCursor = idCursor("balances")

const findDispute = (sql: SqlClient, id: string, operation: string) =>
  sql.unsafe<DisputeOfQuestion>(find, [id]).pipe(Effect.map(([row]) => row), storage(operation))

const filing = (sql: SqlClient): Pick<DisputeStore["Type"], "lockFiling" | "insert" | "open"> => ({
  lockFiling: (questionId, accountId) =>
    ifUuid(
      questionId,
      sql.unsafe<{ readonly id: string }>(lockQuestion, [questionId]).pipe(
        Effect.flatMap(([locked]) =>
          locked === undefined
            ? Effect.succeed(undefined)
            : Effect.map(sql.unsafe<FilingFacts>(filingFacts, [locked.id, accountId]), ([facts]) => facts)
        ),
        storage("disputes.lockFiling")
      )
    ),

  insert: ({ to }, dispute) =>
    insert.run(sql, {
      id: uuidv7(),
      question_id: dispute.question_id,
      resolution_version: dispute.resolution_version,
      account_id: dispute.disputed_by,
      reason: dispute.reason,
      evidence_urls: JSON.stringify(dispute.evidence_urls),
      status: to
    }).pipe(Effect.map(([row]) => row), storage("disputes.insert")),

  open: (questionId) => sql.unsafe<OpenDispute>(open, [questionId, openDisputesMax]).pipe(storage("disputes.open"))
})

const lists = (sql: SqlClient): Pick<DisputeStore["Type"], "ofQuestion" | "list" | "affectedAccounts"> => ({
  ofQuestion: (questionId, page) =>
    Effect.gen(function*() {
      const parameters = yield* paged(page, ofQuestionCursor)
      if (!isUuid(questionId)) return undefined
      const rows = yield* ofQuestion.run(sql, { question_id: questionId, ...parameters }).pipe(
        storage("disputes.ofQuestion")
      )
      return rows.length === 0
        ? undefined
        : pageOf<DisputeRow, string>(rows, "id", page, ofQuestionCursor, ({ id }) => id)
    }),

  list: (filter, page) =>
    Effect.gen(function*() {
      const parameters = yield* paged(page, listCursor)
      if (filter.question_id !== undefined && !isUuid(filter.question_id)) {
        return { items: [], total: 0, next_cursor: null }
      }
      const rows = yield* list.run(sql, {
        status: filter.status ?? null,
        question_id: filter.question_id ?? null,
        ...parameters
      }).pipe(storage("disputes.list"))
      return pageOf<DisputeOfQuestion, string>(rows, "id", page, listCursor, ({ id }) => id)
    }),

  affectedAccounts: (questionIds, page) =>
    Effect.gen(function*() {
      const parameters = yield* paged(page, affectedAccountsCursor)
      const rows = yield* affectedAccounts.run(sql, { question_ids: JSON.stringify(questionIds), ...parameters })
        .pipe(storage("disputes.affectedAccounts"))
      const found = pageOf<AffectedAccountRow, string>(
        rows,
        "account_id",
        page,
        affectedAccountsCursor,
        (last) => last.account_id
      )
      return mapPage(found, (row) => ({
        account_id: row.account_id,
        name: row.name,
        points: row.points,
        record: recordOf(row),
        predictions: row.predictions
      }))
    })
})

const ending = (sql: SqlClient): Pick<DisputeStore["Type"], "find" | "lock" | "end" | "children"> => ({
  find: (id) => ifUuid(id, findDispute(sql, id, "disputes.find")),

  lock: (id) =>
    ifUuid(
      id,
      sql.unsafe(lockQuestionOf, [id]).pipe(
        Effect.zipRight(sql.unsafe(lockDispute, [id])),
        storage("disputes.lock"),
        Effect.zipRight(findDispute(sql, id, "disputes.lock")),
        Effect.flatMap((dispute) =>
          dispute === undefined ? Effect.succeed(undefined) : Effect.map(
            sql.unsafe<{ readonly url: string }>(otherEvidence, [dispute.question_id, evidenceUrlsMax, dispute.id])
              .pipe(storage("disputes.lock")),
            (rows) => ({ ...dispute, other_evidence_urls: rows.map(({ url }) => url) })
          )
        )
      )
    ),

  end: ({ from, to }, { question_id, resolution_note, resolved_by }) =>
    end.run(sql, { question_id, status: to, note: resolution_note, by: resolved_by, from }).pipe(
      storage("disputes.end")
    ),

  children: (questionId) => sql.unsafe<ChildOfResolved>(children, [questionId]).pipe(storage("disputes.children"))
})

const layer: Layer.Layer<DisputeStore, never, SqlClient> = Layer.effect(
  DisputeStore,
  Effect.map(SqlClient, (sql) => DisputeStore.of({ ...filing(sql), ...lists(sql), ...ending(sql) }))
)

/** Stores disputes in one table. Every change holds the lock of the dispute's question. */
export const DisputeStorePg = { layer }
