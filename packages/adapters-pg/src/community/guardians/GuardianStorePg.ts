import {
  type ActFacts,
  GuardianStore,
  queuePart,
  type QueuePosition,
  type QueueKey,
  queueWindowMax,
  type ReviewFacts,
  type WaitingPrediction
} from "@auspex/domain/guardians"
import type { QuestionRow } from "@auspex/domain/questions"
import type { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { v7 as uuidv7 } from "uuid"
import { isUuid } from "../../kernel/isUuid.ts"
import { type Statements, storeStatements } from "../../database/statementsOf.ts"
import { integerMax, isWhole, listCursor } from "../../kernel/Cursor.ts"
import { ifUuid } from "../../kernel/ifUuid.ts"
import { predictionOf } from "../../forecasting/predictions/predictionRows.ts"
import * as statements from "./guardianSql.ts"

const isKey = (value: unknown): value is readonly [number, string] =>
  Array.isArray(value) && isWhole(value[0], 0, integerMax) && typeof value[1] === "string" && isUuid(value[1])
const isShuffledKey = (value: unknown): value is readonly [number, string, number] =>
  isKey(value) && isWhole((value as ReadonlyArray<unknown>)[2], -integerMax - 1, integerMax)

type Packed = readonly [from: unknown, to: unknown, after: unknown]

const cursor = listCursor("queue", (value): value is Packed => {
  if (!Array.isArray(value) || value.length !== 3) return false
  const [from, to, after] = value as ReadonlyArray<unknown>
  return (from === null || isKey(from)) && (to === null || isKey(to)) && (after === null || isShuffledKey(after))
    && (to === null) === (after === null)
})

const packedKey = (key: QueueKey | null) => key === null ? null : [key.level, key.id]
const pack = ({ after, from, to }: QueuePosition): Packed => [
  packedKey(from),
  packedKey(to),
  after === null ? null : [after.level, after.id, after.shuffle_key]
]
const keyOf = (packed: unknown): QueueKey | null => isKey(packed) ? { level: packed[0], id: packed[1] } : null
const unpack = ([from, to, after]: Packed): QueuePosition => ({
  from: keyOf(from),
  to: keyOf(to),
  after: isShuffledKey(after) ? { level: after[0], id: after[1], shuffle_key: after[2] } : null
})

const windowAt = ({ all }: Statements, accountId: string, { from, to }: QueuePosition, skip: number) =>
  all("queue", statements.queueWindow, {
    guardian: accountId,
    from_level: from?.level ?? null,
    from_id: from?.id ?? null,
    to_level: to?.level ?? null,
    to_id: to?.id ?? null,
    skip
  })

/** The position at an offset: skips whole windows, whose last row is read, and then part of the next window. */
const positionAt = (store: Statements, accountId: string, offset: number) =>
  Effect.gen(function*() {
    const start: QueuePosition = { from: null, to: null, after: null }
    const windows = Math.floor(offset / queueWindowMax)
    if (windows === 0) return { position: start, skip: offset }
    const [before] = yield* windowAt(store, accountId, start, windows * queueWindowMax - 1)
    return before === undefined
      ? undefined
      : { position: { ...start, from: before }, skip: offset % queueWindowMax }
  })

const waiting = (store: Statements): Pick<GuardianStore["Type"], "queue" | "drafts"> => ({
  queue: (accountId, page) =>
    Effect.gen(function*() {
      const begin = page.cursor === undefined
        ? yield* positionAt(store, accountId, page.offset)
        : { position: unpack(yield* cursor.decode(page.cursor)), skip: 0 }
      const ids: Array<string> = []
      let position: QueuePosition | null = begin?.position ?? null
      let skip = begin?.skip ?? 0
      while (position !== null) {
        const rows: ReadonlyArray<WaitingPrediction> = yield* windowAt(store, accountId, position, 0)
        if (ids.length === page.limit) {
          if (rows.length === 0) position = null
          break
        }
        const window = rows.slice(0, queueWindowMax)
        const part = queuePart(window, position, skip, page.limit - ids.length)
        ids.push(...part.ids)
        skip = 0
        position = part.next
      }
      const count = yield* store.first<{ readonly total: number }>("queue", statements.queueTotal, [accountId])
      const rows = ids.length === 0
        ? []
        : yield* store.all<statements.QueuedRow>("queue", statements.queued, [accountId, JSON.stringify(ids)])
      const byId = new Map(rows.map((row) => [row.id, row]))
      return {
        items: ids.flatMap((id) => byId.get(id) ?? []).map((row) => ({
          ...predictionOf(row, true),
          question: row.question,
          validations: row.validations
        })),
        total: count?.total ?? 0,
        next_cursor: position === null ? null : cursor.encode(pack(position))
      }
    }),

  drafts: (accountId, { limit, offset }) =>
    Effect.map(store.all<statements.DraftRow>("drafts", statements.drafts, [accountId, limit, offset]), (rows) => ({
      now: rows[0]!.now,
      rows: rows.filter((row): row is QuestionRow & { readonly now: Date } => row.id !== null)
    }))
})

const acts = (
  { first, only, run }: Statements
): Pick<GuardianStore["Type"], "lockAct" | "addValidation" | "addFlag"> => ({
  lockAct: (predictionId, accountId) =>
    ifUuid(
      predictionId,
      Effect.zipRight(
        run("lockAct", statements.lockActors, [predictionId, accountId]),
        first<ActFacts>("lockAct", statements.actFacts, [predictionId, accountId])
      )
    ),

  addValidation: (prediction, validatorId, { flags, reason, validation }) =>
    only("addValidation", statements.addValidation, {
      id: uuidv7(),
      prediction_id: prediction.id,
      author_id: prediction.author_id,
      validator_id: validatorId,
      validation,
      reason,
      flags: JSON.stringify(flags)
    }),

  addFlag: (predictionId, accountId) => run("addFlag", statements.addClaim, [predictionId, accountId])
})

const reviews = (
  { all, first, run }: Statements
): Pick<GuardianStore["Type"], "lockReview" | "addReview" | "validatedBy"> => ({
  lockReview: (questionId, accountId) =>
    ifUuid(
      questionId,
      Effect.zipRight(
        run("lockReview", statements.lockReviewers, [questionId, accountId]),
        first<ReviewFacts>("lockReview", statements.reviewFacts, [questionId, accountId])
      )
    ),

  addReview: (questionId, accountId, { decision, reason }) =>
    run("addReview", statements.addReview, { question_id: questionId, account_id: accountId, decision, reason }),

  validatedBy: (accountId) =>
    Effect.map(
      all<{ readonly id: string }>("validatedBy", statements.validatedBy, [accountId]),
      (rows) => rows.map(({ id }) => id)
    )
})

const layer: Layer.Layer<GuardianStore, never, SqlClient> = Layer.effect(
  GuardianStore,
  Effect.map(
    storeStatements("guardians"),
    (store) => GuardianStore.of({ ...waiting(store), ...acts(store), ...reviews(store) })
  )
)

/** Stores the acts of guardians in their tables. The queue is read along an index of predictions. */
export const GuardianStorePg = { layer }
