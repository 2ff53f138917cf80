import {
  type PayoutCorrection,
  type PredictionReceiptFacts,
  type ReceiptFinding,
  ReceiptStore
} from "@auspex/domain/scoring"
import type { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { isUuid } from "../../kernel/isUuid.ts"
import { storeStatements } from "../../database/statementsOf.ts"
import { isEarly } from "./earlySql.ts"
import { isPublic } from "../../kernel/isPublic.ts"

// A prediction is settled once the job of the question's last resolution has passed it; the totals of the question's
// scores count once that job is done. Settlements make the ledger's keys (see Resolutions).
const find = `
  select q.id as question_id, q.status, p.id as prediction_id, p.account_id as user_id, q.question, q.question_type,
    q.options, q.outcome, q.correct_options, q.weight, q.resolution_version, q.resolved_at, p.resolved_at as settled_at,
    ${isEarly("p")} as early, p.prediction, p.selected_option, p.confidence, p.contrarian,
    coalesce(p.hedged, false) as hedged, p.correct,
    coalesce(p.streak_at_resolution, 0) as streak, coalesce(j.status = 'running' and p.seq > j.position, false) as waits,
    case when j.status is distinct from 'running' then s.scored end as scored,
    case when j.status is distinct from 'running' then s.log_sum end as log_sum,
    l.id as entry_id, l.reason as entry_reason, l.amount as entry_amount, l.created_at as entry_at,
    coalesce((
      select jsonb_agg(jsonb_build_object('transaction_id', c.id, 'amount', c.amount,
        'created_at', to_char(c.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by c.seq)
      from ledger c
      where c.account_id = p.account_id and c.seq > l.seq and c.question_id = q.id and c.reason = 'dispute_reversal'
    ), '[]') as corrections
  from questions q
    left join predictions p on p.question_id = q.id and p.account_id = $2::uuid
    left join resolution_jobs j on j.question_id = q.id and j.version = q.resolution_version
    left join question_scores s on s.question_id = q.id
    left join lateral (
      select id, seq, reason, amount, created_at from ledger
      where key in (
        select 'resolve:' || q.id || ':' || q.resolution_version || ':' || p.account_id || ':' || reason
        from unnest(array['stake_return', 'participation', 'stake_refund']) reason)
      limit 1
    ) l on p.id is not null
  where q.id = $1::uuid and ${isPublic("q")}`

interface FoundRow extends Omit<PredictionReceiptFacts, "prediction_id" | "settled_at" | "entry" | "corrections"> {
  readonly status: string
  readonly prediction_id: string | null
  readonly settled_at: Date | null
  readonly waits: boolean
  readonly entry_id: string | null
  readonly entry_reason: NonNullable<PredictionReceiptFacts["entry"]>["reason"]
  readonly entry_amount: number
  readonly entry_at: Date
  readonly corrections: ReadonlyArray<Omit<PayoutCorrection, "created_at"> & { readonly created_at: string }>
}

const findingOf = (row: FoundRow | undefined): ReceiptFinding => {
  if (row === undefined) return "no_question"
  const { prediction_id, settled_at } = row
  if (prediction_id === null) return "no_prediction"
  if (row.status !== "resolved") return "unresolved"
  if (settled_at === null || row.waits) return "unsettled"
  const entry = row.entry_id === null ? null : {
    transaction_id: row.entry_id,
    reason: row.entry_reason,
    amount: row.entry_amount,
    created_at: row.entry_at
  }
  const corrections = row.corrections.map((one) => ({ ...one, created_at: new Date(one.created_at) }))
  return { ...row, prediction_id, settled_at, entry, corrections }
}

const layer: Layer.Layer<ReceiptStore, never, SqlClient> = Layer.effect(
  ReceiptStore,
  Effect.map(storeStatements("receipts"), ({ first }) =>
    ReceiptStore.of({
      find: (questionId, accountId) =>
        isUuid(questionId)
          ? Effect.map(first<FoundRow>("find", find, [questionId, isUuid(accountId) ? accountId : null]), findingOf)
          : Effect.succeed<ReceiptFinding>("no_question")
    }))
)

/** Reads the facts of receipts from the rows that settlements wrote. */
export const ReceiptStorePg = { layer }
