import {
  type ArguedPrediction,
  type BriefEvidence,
  type BriefFacts,
  type BriefQuestion,
  BriefStore,
  keyEvidenceMax,
  readPredictionsMax,
  readReasoningMax
} from "@auspex/domain/briefs"
import type { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { storeStatements } from "../../database/statementsOf.ts"
import { ifUuid } from "../../kernel/ifUuid.ts"
import { isShown, isShownAlone } from "../../forecasting/predictions/predictionRows.ts"
import { isPublic } from "../../kernel/isPublic.ts"
import { windowEndOf } from "../../kernel/predictionWindow.ts"

const strength = "p.owner_upvotes - p.owner_downvotes desc, p.confidence desc, p.created_at, p.id"

const argued = (where: string, limit: string): string => `
  select p.id, a.owner_key as owner, a.name, p.confidence, p.owner_upvotes, p.owner_downvotes, p.selected_option,
    p.reasoning, p.created_at
  from predictions p join accounts a on a.id = p.account_id
  where p.question_id = q.id and ${where} and p.hallucination_flags is null and ${isShown}
  order by ${strength} limit ${limit}`

/**
 * Aggregates predictions into a JSON list, strongest first. Cuts each reasoning one character after the part that is
 * read.
 */
const asList = (rows: string): string => `
  select json_agg(json_build_object('prediction_id', p.id, 'owner', p.owner, 'user_name', p.name,
    'confidence', p.confidence, 'owner_upvotes', p.owner_upvotes, 'owner_downvotes', p.owner_downvotes,
    'selected_option', p.selected_option, 'reasoning', left(p.reasoning, ${readReasoningMax + 1})) order by ${strength})
  from (${rows}) p`

// The options other than the leading one, each with an equal share of the predictions that are read, along the index.
const otherOptions = `
  select found.* from unnest(q.options) with ordinality o (option, ord),
    lateral (${
  argued("p.selected_option = o.option", `ceil(${readPredictionsMax}.0 / (cardinality(q.options) - 1))::integer`)
}) found
  where o.ord <> q.leader`

const facts = `
  with q as (
    select q.*, array_position(q.option_counts, (select max(c) from unnest(q.option_counts) c)) as leader
    from questions q where q.id = $1::uuid and ${isPublic("q")}
  )
  select auspex_now() as now, q.id, q.question, q.context, q.status, q.question_type, q.outcome, q.correct_options,
    q.is_void, q.waits_for_parent, ${windowEndOf("q")} as window_ends_at, q.closed_at, q.resolved_at,
    (select json_build_object('scored', s.scored, 'correct', s.correct)
      from question_scores s where s.question_id = q.id) as score,
    case q.question_type when 'binary' then (${asList(argued("p.prediction", String(readPredictionsMax)))})
      else (${
  asList(argued("p.selected_option = q.options[q.leader]", String(readPredictionsMax)))
}) end as strongest_for,
    case q.question_type when 'binary' then (${asList(argued("not p.prediction", String(readPredictionsMax)))})
      else (${asList(otherOptions)}) end as strongest_against,
    (select json_agg(json_build_object('url', e.url, 'cited_by', e.cited_by) order by e.cited_by desc, e.url) from (
      select c.url, c.cited_by from citation_counts c where c.question_id = q.id and exists (
        select from prediction_citations s join predictions p on p.id = s.prediction_id
        where s.question_id = c.question_id and s.url = c.url and ${isShownAlone}
      )
      order by c.cited_by desc, c.url limit ${keyEvidenceMax}
    ) e) as key_evidence
  from q`

interface FactsRow extends BriefQuestion {
  readonly now: Date
  readonly score: BriefFacts["score"]
  readonly strongest_for: ReadonlyArray<ArguedPrediction> | null
  readonly strongest_against: ReadonlyArray<ArguedPrediction> | null
  readonly key_evidence: ReadonlyArray<BriefEvidence> | null
}

const factsOf = (row: FactsRow): BriefFacts => {
  const { key_evidence, now, score, strongest_against, strongest_for, ...question } = row
  return {
    now,
    question,
    score,
    strongest_for: strongest_for ?? [],
    strongest_against: (strongest_against ?? []).slice(0, readPredictionsMax),
    key_evidence: key_evidence ?? []
  }
}

const layer: Layer.Layer<BriefStore, never, SqlClient> = Layer.effect(
  BriefStore,
  Effect.map(storeStatements("briefs"), ({ first }) =>
    BriefStore.of({
      facts: (questionId) =>
        ifUuid(questionId, Effect.map(first<FactsRow>("facts", facts, [questionId]), (row) => row && factsOf(row)))
    }))
)

/** Reads the strongest predictions and the most cited sources along their indexes, up to the limits of a brief. */
export const BriefStorePg = { layer }
