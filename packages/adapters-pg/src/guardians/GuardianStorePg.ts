import { isUuid } from "@auspex/domain/kernel"
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
import { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { v7 as uuidv7 } from "uuid"
import { storage } from "../database/DatabaseError.ts"
import { integerMax, isWhole, listCursor } from "../kernel/Cursor.ts"
import { ifUuid } from "../kernel/ifUuid.ts"
import { predictionOf } from "../predictions/predictionRows.ts"
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

const windowAt = (sql: SqlClient, accountId: string, { from, to }: QueuePosition, skip: number) =>
  statements.queueWindow.run(sql, {
    guardian: accountId,
    from_level: from?.level ?? null,
    from_id: from?.id ?? null,
    to_level: to?.level ?? null,
    to_id: to?.id ?? null,
    skip
  })

/** The position at an offset: skips whole windows, whose last row is read, and then part of the next window. */
const positionAt = (sql: SqlClient, accountId: string, offset: number) =>
  Effect.gen(function*() {
    const start: QueuePosition = { from: null, to: null, after: null }
    const windows = Math.floor(offset / queueWindowMax)
    if (windows === 0) return { position: start, skip: offset }
    const [before] = yield* windowAt(sql, accountId, start, windows * queueWindowMax - 1)
    return before === undefined
      ? undefined
      : { position: { ...start, from: before }, skip: offset % queueWindowMax }
  })

const waiting = (sql: SqlClient): Pick<GuardianStore["Type"], "queue" | "drafts"> => ({
  queue: (accountId, page) =>
    Effect.gen(function*() {
      const begin = page.cursor === undefined
        ? yield* positionAt(sql, accountId, page.offset)
        : { position: unpack(yield* cursor.decode(page.cursor)), skip: 0 }
      const ids: Array<string> = []
      let position: QueuePosition | null = begin?.position ?? null
      let skip = begin?.skip ?? 0
      while (position !== null) {
        const rows: ReadonlyArray<WaitingPrediction> = yield* windowAt(sql, accountId, position, 0)
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
      const [count] = yield* sql.unsafe<{ readonly total: number }>(statements.queueTotal, [accountId])
      const rows = ids.length === 0
        ? []
        : yield* sql.unsafe<statements.QueuedRow>(statements.queued, [accountId, JSON.stringify(ids)])
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
    }).pipe(storage("guardians.queue")),

  drafts: (accountId, { limit, offset }) =>
    sql.unsafe<statements.DraftRow>(statements.drafts, [accountId, limit, offset]).pipe(
      Effect.map((rows) => ({
        now: rows[0]!.now,
        rows: rows.filter((row): row is QuestionRow & { readonly now: Date } => row.id !== null)
      })),
      storage("guardians.drafts")
    )
})

const acts = (sql: SqlClient): Pick<GuardianStore["Type"], "lockAct" | "addValidation" | "addFlag"> => ({
  lockAct: (predictionId, accountId) =>
    ifUuid(
      predictionId,
      sql.unsafe(statements.lockActors, [predictionId, accountId]).pipe(
        Effect.zipRight(sql.unsafe<ActFacts>(statements.actFacts, [predictionId, accountId])),
        Effect.map(([facts]) => facts),
        storage("guardians.lockAct")
      )
    ),

  addValidation: (prediction, validatorId, { flags, reason, validation }) =>
    statements.addValidation.run(sql, {
      id: uuidv7(),
      prediction_id: prediction.id,
      author_id: prediction.author_id,
      validator_id: validatorId,
      validation,
      reason,
      flags: JSON.stringify(flags)
    }).pipe(Effect.map(([row]) => row!), storage("guardians.addValidation")),

  addFlag: (predictionId, accountId) =>
    sql.unsafe(statements.addClaim, [predictionId, accountId]).pipe(Effect.asVoid, storage("guardians.addFlag"))
})

const reviews = (sql: SqlClient): Pick<GuardianStore["Type"], "lockReview" | "addReview" | "validatedBy"> => ({
  lockReview: (questionId, accountId) =>
    ifUuid(
      questionId,
      sql.unsafe(statements.lockReviewers, [questionId, accountId]).pipe(
        Effect.zipRight(sql.unsafe<ReviewFacts>(statements.reviewFacts, [questionId, accountId])),
        Effect.map(([facts]) => facts),
        storage("guardians.lockReview")
      )
    ),

  addReview: (questionId, accountId, { decision, reason }) =>
    statements.addReview.run(sql, { question_id: questionId, account_id: accountId, decision, reason }).pipe(
      Effect.asVoid,
      storage("guardians.addReview")
    ),

  validatedBy: (accountId) =>
    sql.unsafe<{ readonly id: string }>(statements.validatedBy, [accountId]).pipe(
      Effect.map((rows) => rows.map(({ id }) => id)),
      storage("guardians.validatedBy")
    )
})

const layer: Layer.Layer<GuardianStore, never, SqlClient> = Layer.effect(
  GuardianStore,
  Effect.map(SqlClient, (sql) => GuardianStore.of({ ...waiting(sql), ...acts(sql), ...reviews(sql) }))
)

/** Stores the acts of guardians in their tables. The queue is read along an index of predictions. */
export const GuardianStorePg = { layer }
