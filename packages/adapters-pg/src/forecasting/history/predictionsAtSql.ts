import type { Argument, ConsensusTally, LogOddsSums, SimilaritySums } from "@auspex/domain/consensus"
import { statement } from "../../database/Statement.ts"
import type { PageRow } from "../../kernel/PageRow.ts"
import { isShownAlone, type PredictionRow, shownTexts } from "../predictions/predictionRows.ts"
import { type Earlier, earlier, ownerAt, strongestFirst, votesAt, withOwnerVotes } from "./questionsAtSql.ts"
import { countedLogOddsSums } from "../consensus/logOddsSql.ts"
import { isPublic } from "../../kernel/isPublic.ts"

/** The version `q` of the question just before `before`. */
const questionAt = ({ before, question_id }: Earlier): string => `auspex_question_at(${question_id}, ${before}) q`
/** The predictions on the question before `before` with numbers below `below`, newest first. */
export const predictionsAt = statement<PageRow<PredictionRow> & { readonly yes_count: number }>()(
  { ...earlier, below: "integer", limit: "integer", offset: "integer" },
  (params) => `
  with votes as materialized (${votesAt(params)})
  select counted.total, counted.yes_count, listed.*
  from ${questionAt(params)} cross join lateral (
    select count(*)::integer as total, count(*) filter (where p.prediction)::integer as yes_count
    from predictions p where p.question_id = q.id and p.created_at < ${params.before}
  ) counted left join lateral (
    select p.id, p.account_id as user_id, p.question_id, p.prediction, p.confidence, ${shownTexts}, p.selected_option,
      p.model, p.created_at, a.name as user_name, a.type as user_type, p.seq,
      coalesce(author.role, a.role) as user_role, coalesce(author.trust_label, a.trust_label) as user_trust_label,
      coalesce(v.upvotes, 0) as upvotes, coalesce(v.downvotes, 0) as downvotes, h.hallucination_flags, p.persona_hash,
      h.brier_score, null::smallint as viewer_vote
    from (
      select * from predictions p
      where p.question_id = q.id and p.created_at < ${params.before} and p.seq < ${params.below}
      order by p.seq desc limit ${params.limit} offset ${params.offset}
    ) p join accounts a on a.id = p.account_id left join votes v on v.prediction_id = p.id left join lateral (
      select v.role, v.trust_label from account_versions v where v.account_id = a.id and v.recorded_at < ${params.before}
      order by v.recorded_at desc, v.seq desc limit 1
    ) author on true left join lateral (
      select h.hallucination_flags, h.brier_score from prediction_history h
      where h.prediction_id = p.id and h.recorded_at < ${params.before}
      order by h.recorded_at desc, h.seq desc limit 1
    ) h on true
  ) listed on true
  where ${isPublic("q")}
  order by listed.seq desc`
)

const strongest = (side: boolean): string =>
  `(
  select jsonb_build_object('prediction_id', p.id, 'user_name', a.name, 'confidence', p.confidence, 'reasoning', p.reasoning)
  from (select p.id from known p where p.prediction = ${side} and p.is_shown order by ${strongestFirst} limit 1) k
    join predictions p on p.id = k.id join accounts a on a.id = p.account_id)`

export interface ConsensusRow {
  readonly options: ReadonlyArray<string> | null
  readonly option_counts: ReadonlyArray<number> | null
  readonly similarity: SimilaritySums
  readonly log_odds: ReadonlyArray<LogOddsSums>
  readonly tallies: ReadonlyArray<ConsensusTally>
  readonly strongest_for: Argument | null
  readonly strongest_against: Argument | null
}

/** The inputs of the consensus on the question just before `before`. */
export const consensusAt = statement<ConsensusRow>()(
  earlier,
  (params) => `
  with ${withOwnerVotes(params)}, known as materialized (
    select p.id, p.created_at, coalesce(v.net, 0) as net, p.prediction, p.confidence, p.selected_option,
      p.novelty, coalesce(p.model, '') as model, p.model_family,
      ${isShownAlone} as is_shown,
      auspex_voice_family(p.model, p.model_family) as family,
      ${ownerAt("p.account_id", params.before)} as owner_id
    from predictions p left join votes v on v.prediction_id = p.id
    where p.question_id = ${params.question_id} and p.created_at < ${params.before}
  ), within as (
    select owner_id, family, sum(novelty) as weight from known group by 1, 2
  )
  select q.options,
    (select array_agg(coalesce(n.count, 0)::integer order by o.place)
      from unnest(q.options) with ordinality o (option, place) left join (
        select selected_option as option, count(*) as count from known group by 1
      ) n on n.option = o.option) as option_counts,
    jsonb_build_object(
      'weight', (select coalesce(sum(novelty), 0) from known),
      'overlap', (select coalesce(sum(novelty * (100 - novelty)), 0) from known),
      'owner_squares', (select coalesce(sum(w * w), 0) from (select sum(weight) as w from within group by owner_id) o),
      'family_squares', (select coalesce(sum(w * w), 0)
        from (select sum(weight) as w from within where family <> '' group by family) f),
      'owner_family_squares', (select coalesce(sum(weight * weight), 0) from within where family <> '')
    ) as similarity,
    ${countedLogOddsSums("known")} as log_odds,
    coalesce((
      select jsonb_agg(jsonb_build_object('model', t.model, 'model_family', t.model_family, 'band', t.band,
        'count', t.count, 'yes_count', t.yes_count, 'confidence_sum', t.confidence_sum))
      from (
        select model, model_family, confidence / 10 as band, count(*) as count,
          count(*) filter (where prediction) as yes_count, sum(confidence) as confidence_sum
        from known group by 1, 2, 3
      ) t), '[]') as tallies,
    ${strongest(true)} as strongest_for, ${strongest(false)} as strongest_against
  from ${questionAt(params)} where ${isPublic("q")}`
)
