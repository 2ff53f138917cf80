import { Effect, Layer } from "effect"
import { isEarly } from "../forecasting/scoring/Early.ts"
import type { PriorSettlement, SettledRecord } from "../forecasting/scoring/Replay.ts"
import {
  type LockedJob,
  payoutRetrySeconds,
  payoutRetrySecondsMax,
  type ResolutionJob,
  ResolutionStore,
  type SettledPrediction,
  type UnsettledPrediction
} from "../forecasting/scoring/ResolutionStore.ts"
import type { MemoryJob, MemoryPrediction, MemoryQuestion, MemorySettlement } from "./MemoryRows.ts"
import { findQuestion, predictionsOn, predictedSidesOf, statusAfter } from "./memoryQuestion.ts"
import { MemoryState, type MemoryTables } from "./MemoryState.ts"

type Step = MemoryState["Type"]["step"]

const publicJob = ({ done, id, question_id, status, total, version }: MemoryJob): ResolutionJob => ({
  id,
  question_id,
  version,
  status,
  total,
  done
})

/** The jobs of a question run one after another. */
const isNext = ({ jobs }: MemoryTables, job: MemoryJob): boolean =>
  job.status === "running" &&
  jobs.where("question", job.question_id).every((other) => other.version >= job.version || other.status !== "running")

const isHedged = (tables: MemoryTables, { account_id, question_id }: MemoryPrediction): boolean => {
  const { owner_key } = tables.accounts.require(account_id)
  return predictedSidesOf(tables, tables.predictions.where("question", question_id), owner_key).size > 1
}

const isVoidByParent = ({ jobs }: MemoryTables, child: MemoryQuestion): boolean =>
  child.is_void &&
  jobs.where("question", child.id).every((job) => job.version !== child.resolution_version || job.dispute_id !== null)

const questions = (
  step: Step
): Pick<ResolutionStore["Type"], "lockQuestion" | "record" | "lockChildren" | "reinstate"> => ({
  lockQuestion: (questionId) =>
    step((tables) => {
      const question = findQuestion(tables, questionId)
      return question === undefined
        ? undefined
        : { ...question, prediction_count: predictionsOn(tables, question.id).length }
    }),

  record: (move, { dispute_id, evidence_urls, question_id, resolution, resolution_note }) =>
    step((tables, now) => {
      const before = tables.questions.require(question_id)
      const question = tables.questions.patch(question_id, {
        status: statusAfter(move),
        outcome: resolution.kind === "outcome" ? resolution.outcome : null,
        correct_options: resolution.kind === "options" ? resolution.correct_options : null,
        is_void: resolution.kind === "void",
        resolution_note,
        evidence_urls: evidence_urls.length === 0 ? null : evidence_urls,
        resolution_version: before.resolution_version + 1,
        waits_for_parent: false,
        closed_at: before.closed_at ?? now,
        resolved_at: now
      })
      const job: MemoryJob = {
        id: tables.newId(now),
        question_id,
        version: question.resolution_version,
        status: "running",
        total: predictionsOn(tables, question_id).length,
        done: 0,
        resolution,
        dispute_id: dispute_id ?? null,
        position: 0,
        attempts: 0,
        retry_at: now
      }
      tables.jobs.put(job)
      return publicJob(job)
    }),

  lockChildren: (parentId) =>
    step((tables) =>
      [...tables.questions.where("parent", parentId)].sort((a, b) => (a.id < b.id ? -1 : 1)).map((child) => ({
        ...child,
        prediction_count: predictionsOn(tables, child.id).length,
        is_void_by_parent: isVoidByParent(tables, child)
      }))
    ),

  reinstate: (questionIds, move) =>
    step((tables) => {
      for (const id of questionIds) {
        tables.questions.patch(id, {
          status: statusAfter(move),
          is_void: false,
          resolution_note: null,
          evidence_urls: null,
          closed_at: null,
          resolved_at: null
        })
      }
    })
})

const jobs = (step: Step): Pick<ResolutionStore["Type"], "claim" | "lockJob" | "nextBatch" | "job"> => ({
  claim: step((tables, now) => {
    const [job] = tables.jobs.all().filter((job) => isNext(tables, job) && job.retry_at.getTime() <= now.getTime())
      .sort((a, b) => a.retry_at.getTime() - b.retry_at.getTime())
    if (job === undefined) return undefined
    const attempts = job.attempts + 1
    const seconds = Math.min(payoutRetrySecondsMax, payoutRetrySeconds * attempts)
    tables.jobs.patch(job.id, { attempts, retry_at: new Date(now.getTime() + seconds * 1_000) })
    return job.id
  }),

  lockJob: (jobId) =>
    step((tables): LockedJob | undefined => {
      const job = tables.jobs.get(jobId)
      if (job === undefined || !isNext(tables, job)) return undefined
      const { options, question, weight } = tables.questions.require(job.question_id)
      const { dispute_id, position, resolution } = job
      return {
        ...publicJob(job),
        resolution,
        dispute_id,
        position,
        weight,
        question,
        option_count: options?.length ?? 2
      }
    }),

  nextBatch: (job, limit) =>
    step((tables) =>
      predictionsOn(tables, job.question_id).filter(({ seq }) => seq > job.position).slice(0, limit)
        .map((prediction): UnsettledPrediction => {
          const { max_streak, streak_count } = tables.accounts.require(prediction.account_id)
          return {
            prediction_id: prediction.id,
            account_id: prediction.account_id,
            seq: prediction.seq,
            prediction: prediction.prediction,
            selected_option: prediction.selected_option,
            confidence: prediction.confidence,
            contrarian: prediction.contrarian,
            early: isEarly(prediction.owner_position),
            hedged: isHedged(tables, prediction),
            stake: prediction.confidence,
            streak_count,
            max_streak,
            is_settled: prediction.settlement !== null
          }
        })
    ),

  job: (jobId) =>
    step((tables) => {
      const job = tables.jobs.get(jobId.toLowerCase())
      return job === undefined ? undefined : publicJob(job)
    })
})

type Settled = MemoryPrediction & { readonly settlement: MemorySettlement }

/** The settled predictions of an account in the order in which they were settled. */
const settledOf = ({ predictions }: MemoryTables, accountId: string): ReadonlyArray<Settled> =>
  predictions.where("account", accountId)
    .filter((prediction): prediction is Settled => prediction.settlement !== null)
    .sort((a, b) =>
      a.settlement.settled_seq - b.settlement.settled_seq
      || a.settlement.resolved_at.getTime() - b.settlement.resolved_at.getTime() || (a.id < b.id ? -1 : 1)
    )

const priorSettlement = ({ questions }: MemoryTables, prediction: Settled): PriorSettlement => ({
  prediction_id: prediction.id,
  question_id: prediction.question_id,
  confidence: prediction.confidence,
  weight: questions.require(prediction.question_id).weight,
  contrarian: prediction.contrarian,
  early: isEarly(prediction.owner_position),
  hedged: prediction.settlement.hedged,
  correct: prediction.settlement.correct,
  streak_count: prediction.settlement.streak_count,
  payout: prediction.settlement.payout
})

const recordFrom = (tables: MemoryTables, questionId: string, accountId: string): SettledRecord | undefined => {
  const settled = settledOf(tables, accountId)
  const start = settled.findIndex(({ question_id }) => question_id === questionId)
  if (start < 0) return undefined
  const before = settled.slice(0, start).map(({ settlement }) => settlement.streak_count)
  return {
    before: { streak_count: before.at(-1) ?? 0, max_streak: Math.max(0, ...before) },
    calls: settled.slice(start).map((prediction) => priorSettlement(tables, prediction))
  }
}

const settleOne = (tables: MemoryTables, settled: SettledPrediction, now: Date): void => {
  const { account_id, max_streak, prediction_id, ...result } = settled
  const prediction = tables.predictions.require(prediction_id)
  const account = tables.accounts.require(account_id)
  tables.accounts.patch(account_id, {
    streak_count: result.streak_count,
    max_streak,
    locked_points: account.locked_points - (prediction.settlement === null ? prediction.confidence : 0)
  })
  tables.predictions.patch(prediction_id, {
    settlement: { ...result, settled_seq: account.ledger_seq, resolved_at: now }
  })
}

/** Writes the total scores of a question, unless it has been resolved again in the meantime. */
const scoreQuestion = (tables: MemoryTables, { question_id, version }: LockedJob): void => {
  if (tables.questions.require(question_id).resolution_version !== version) return
  const scores = predictionsOn(tables, question_id).flatMap(({ settlement }) => settlement?.log_score ?? [])
  tables.questions.patch(question_id, {
    scores: scores.length === 0
      ? null
      : { scored: scores.length, log_sum: scores.reduce((sum, score) => sum + score, 0) }
  })
}

const payouts = (step: Step): Pick<ResolutionStore["Type"], "recordsSince" | "amend" | "settle"> => ({
  recordsSince: (questionId, accountIds) =>
    step((tables) => {
      const records = accountIds.map((id) => [id, recordFrom(tables, questionId, id)] as const)
      return new Map(records.flatMap(([id, record]) => record === undefined ? [] : [[id, record]]))
    }),

  amend: (corrections) =>
    step(({ predictions }) => {
      for (const { call: { payout, prediction_id, streak_count } } of corrections) {
        const { settlement } = predictions.require(prediction_id)
        if (settlement !== null)
          predictions.patch(prediction_id, { settlement: { ...settlement, payout, streak_count } })
      }
    }),

  settle: (job, settled, position, finished) =>
    step((tables, now) => {
      for (const one of settled) settleOne(tables, one, now)
      const { done } = tables.jobs.require(job.id)
      tables.jobs.patch(job.id, {
        position,
        attempts: 0,
        retry_at: now,
        done: done + settled.length,
        ...(finished ? { status: "done" as const } : {})
      })
      if (finished) scoreQuestion(tables, job)
    })
})

/** Resolutions and their payouts in memory. */
export const memoryResolutionStore: Layer.Layer<ResolutionStore, never, MemoryState> = Layer.effect(
  ResolutionStore,
  Effect.map(MemoryState, ({ step }) => ResolutionStore.of({ ...questions(step), ...jobs(step), ...payouts(step) }))
)
