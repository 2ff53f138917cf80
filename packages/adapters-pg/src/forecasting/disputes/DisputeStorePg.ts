import {
  type DisputeOfQuestion,
  type DisputeRow,
  DisputeStore,
  type FilingFacts,
  type OpenDispute,
  openDisputesMax
} from "@auspex/domain/disputes"
import { mapPage } from "@auspex/domain/kernel"
import { evidenceUrlsMax } from "@auspex/domain/questions"
import type { ChildOfResolved } from "@auspex/domain/scoring"
import type { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { v7 as uuidv7 } from "uuid"
import { isUuid } from "../../kernel/isUuid.ts"
import { type Statements, storeStatements } from "../../database/statementsOf.ts"
import { idCursor } from "../../kernel/Cursor.ts"
import { ifUuid } from "../../kernel/ifUuid.ts"
import { paged, pageOf } from "../../kernel/PageRow.ts"
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

const filing = ({ all, first }: Statements): Pick<DisputeStore["Type"], "lockFiling" | "insert" | "open"> => ({
  lockFiling: (questionId, accountId) =>
    ifUuid(
      questionId,
      Effect.flatMap(
        first<{ readonly id: string }>("lockFiling", lockQuestion, [questionId]),
        (locked) =>
          locked === undefined
            ? Effect.succeed(undefined)
            : first<FilingFacts>("lockFiling", filingFacts, [locked.id, accountId])
      )
    ),

  insert: ({ to }, dispute) =>
    first("insert", insert, {
      id: uuidv7(),
      question_id: dispute.question_id,
      resolution_version: dispute.resolution_version,
      account_id: dispute.disputed_by,
      reason: dispute.reason,
      evidence_urls: JSON.stringify(dispute.evidence_urls),
      status: to
    }),

  open: (questionId) => all<OpenDispute>("open", open, [questionId, openDisputesMax])
})

const lists = ({ all }: Statements): Pick<DisputeStore["Type"], "ofQuestion" | "list" | "affectedAccounts"> => ({
  ofQuestion: (questionId, page) =>
    Effect.gen(function*() {
      const parameters = yield* paged(page, ofQuestionCursor)
      if (!isUuid(questionId)) return undefined
      const rows = yield* all("ofQuestion", ofQuestion, { question_id: questionId, ...parameters })
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
      const rows = yield* all("list", list, {
        status: filter.status ?? null,
        question_id: filter.question_id ?? null,
        ...parameters
      })
      return pageOf<DisputeOfQuestion, string>(rows, "id", page, listCursor, ({ id }) => id)
    }),

  affectedAccounts: (questionIds, page) =>
    Effect.gen(function*() {
      const parameters = yield* paged(page, affectedAccountsCursor)
      const rows = yield* all("affectedAccounts", affectedAccounts, {
        question_ids: JSON.stringify(questionIds),
        ...parameters
      })
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

const ending = (
  { all, first, run }: Statements
): Pick<DisputeStore["Type"], "find" | "lock" | "end" | "children"> => ({
  find: (id) => ifUuid(id, first<DisputeOfQuestion>("find", find, [id])),

  lock: (id) =>
    ifUuid(
      id,
      Effect.gen(function*() {
        yield* run("lock", lockQuestionOf, [id])
        yield* run("lock", lockDispute, [id])
        const dispute = yield* first<DisputeOfQuestion>("lock", find, [id])
        if (dispute === undefined) return undefined
        const parameters = [dispute.question_id, evidenceUrlsMax, dispute.id]
        const rows = yield* all<{ readonly url: string }>("lock", otherEvidence, parameters)
        return { ...dispute, other_evidence_urls: rows.map(({ url }) => url) }
      })
    ),

  end: ({ from, to }, { question_id, resolution_note, resolved_by }) =>
    all("end", end, { question_id, status: to, note: resolution_note, by: resolved_by, from }),

  children: (questionId) => all<ChildOfResolved>("children", children, [questionId])
})

const layer: Layer.Layer<DisputeStore, never, SqlClient> = Layer.effect(
  DisputeStore,
  Effect.map(
    storeStatements("disputes"),
    (store) => DisputeStore.of({ ...filing(store), ...lists(store), ...ending(store) })
  )
)

/** Stores disputes in one table. Every change holds the lock of the dispute's question. */
export const DisputeStorePg = { layer }
