import type { Argument, ConsensusTally, SimilaritySums } from "@auspex/domain/consensus"
import type { PanelTally } from "@auspex/domain/surveys"
import { noOwner } from "../../forecasting/predictions/placementSql.ts"
import { isShown } from "../../forecasting/predictions/predictionRows.ts"

/**
 * A tally as it is read. `sides` has the counts of the chosen options by index, and is null for binary questions.
 */
export interface TallyRow extends ConsensusTally {
  readonly sides: Readonly<Record<string, number>> | null
}

/** A question with its tallies. */
export interface TalliedRow {
  readonly id: string
  readonly question: string
  readonly options: ReadonlyArray<string> | null
  readonly tallies: ReadonlyArray<TallyRow>
  readonly similarity: SimilaritySums
}

interface SurveyQuestionRow extends TalliedRow {
  readonly strongest_for: Argument | null
  readonly strongest_against: Argument | null
}

/** The row of `surveyFacts`. */
export interface SurveyFactsRow {
  readonly questions: ReadonlyArray<SurveyQuestionRow>
  readonly panel: PanelTally
}

/** The strongest argument of one side among the counted predictions on the question `q`. */
const strongest = (side: boolean): string =>
  `(
      select jsonb_build_object('prediction_id', p.id, 'user_name', a.name, 'confidence', p.confidence,
        'reasoning', left(p.reasoning, 2000))
      from predictions p join accounts a on a.id = p.account_id
      where p.question_id = q.id and p.prediction = ${side} and p.seq <= q.last_seq and ${isShown}
      order by p.owner_upvotes - p.owner_downvotes desc, p.confidence desc, p.created_at, p.id limit 1)`

/**
 * The predictions on the question `q` with these numbers, as a table expression. `offset 0` keeps the planner from
 * joining the whole table instead, so that each question is read by its index, whatever the statistics say.
 */
const predictionsOn = (columns: string, seqs = "true"): string =>
  `lateral (select ${columns} from predictions n where n.question_id = q.id and ${seqs} offset 0) p`

/**
 * The questions of survey `$1`, if it satisfies `which`, each with the number of its last prediction that counts: numbers
 * and times of the predictions on a question have the same order.
 */
const asked = (which = "true"): string => `
  survey as materialized (
    select id, closed_at from surveys where id = $1::uuid and ${which}
  ), asked as materialized (
    select q.id, l.position as place, q.question, q.options, q.voice_weight, q.voice_overlap, q.voice_owner_squares,
      q.voice_family_squares, q.voice_owner_family_squares, coalesce((
        select p.seq from predictions p
        where p.question_id = q.id and p.created_at <= coalesce(s.closed_at, 'infinity') order by p.seq desc limit 1
      ), 0) as last_seq
    from survey s join survey_questions l on l.survey_id = s.id join questions q on q.id = l.question_id
  ), late as materialized (
    select q.id as question_id, p.account_id, coalesce(p.model, '') as model, p.confidence, p.prediction, p.novelty,
      auspex_voice_family(p.model, p.model_family) as family
    from asked q cross join ${
  predictionsOn("n.account_id, n.model, n.model_family, n.confidence, n.prediction, n.novelty", "n.seq > q.last_seq")
}
  )`

// The stored tallies of binary questions less the late predictions, which are few or none. Stored tallies have no
// options, so the predictions on multi questions are counted.
const tallies = `
  late_tallies as (
    select question_id, model, confidence / 10 as band, count(*) as count, count(*) filter (where prediction) as yes_count,
      sum(confidence) as confidence_sum
    from late group by 1, 2, 3
  ), by_option as (
    select q.id as question_id, coalesce(p.model, '') as model, p.model_family, p.confidence / 10 as band,
      array_position(q.options, p.selected_option) - 1 as side, count(*) as count, sum(p.confidence) as confidence_sum
    from asked q cross join ${
  predictionsOn("n.model, n.model_family, n.confidence, n.selected_option", "n.seq <= q.last_seq")
}
    where q.options is not null group by 1, 2, 3, 4, 5
  ), tallies as (
    select t.question_id, t.model, t.model_family, t.band, t.count - coalesce(l.count, 0) as count,
      t.yes_count - coalesce(l.yes_count, 0) as yes_count, t.confidence_sum - coalesce(l.confidence_sum, 0) as confidence_sum,
      null::json as sides
    from asked q join consensus_tallies t on t.question_id = q.id left join late_tallies l
      on l.question_id = t.question_id and l.model = t.model and l.band = t.band
    where q.options is null and t.count > coalesce(l.count, 0)
    union all
    select question_id, model, min(model_family), band, sum(count), sum(count), sum(confidence_sum),
      json_object_agg(side, count)
    from by_option group by 1, 2, 4
  ), tallied as (
    select question_id, json_agg(json_build_object('model', model, 'model_family', model_family, 'band', band,
      'count', count, 'yes_count', yes_count, 'confidence_sum', confidence_sum, 'sides', sides)) as tallies
    from tallies group by 1
  )`

// The sums of the voices on each question, less the voices of late predictions.
const voices = `
  late_weights as (
    select l.question_id, v.owner_id, v.family, sum(l.novelty) as weight
    from late l join accounts a on a.id = l.account_id, lateral (values (a.owner_key, ''),
      (a.owner_key, nullif(l.family, '')), ('${noOwner}'::uuid, nullif(l.family, ''))) v (owner_id, family)
    where v.family is not null and l.novelty > 0 group by 1, 2, 3
  ), lost as (
    -- What a square loses: W² - (W - w)².
    select l.question_id, sum(s.loss) filter (where l.family = '') as owners,
      sum(s.loss) filter (where l.owner_id = '${noOwner}') as families,
      sum(s.loss) filter (where l.family <> '' and l.owner_id <> '${noOwner}') as owner_families
    from late_weights l join consensus_voices v
      on v.question_id = l.question_id and v.owner_id = l.owner_id and v.family = l.family,
      lateral (select l.weight * (2 * v.weight - l.weight) as loss) s
    group by 1
  ), late_sums as (
    select question_id, sum(novelty) as weight, sum(novelty * (100 - novelty)) as overlap from late group by 1
  ), similarities as (
    select q.id as question_id, jsonb_build_object(
      'weight', q.voice_weight - coalesce(s.weight, 0), 'overlap', q.voice_overlap - coalesce(s.overlap, 0),
      'owner_squares', q.voice_owner_squares - coalesce(l.owners, 0),
      'family_squares', q.voice_family_squares - coalesce(l.families, 0),
      'owner_family_squares', q.voice_owner_family_squares - coalesce(l.owner_families, 0)) as similarity
    from asked q left join late_sums s on s.question_id = q.id left join lost l on l.question_id = q.id
  )`

// The accounts with an answer, as they are now: read once in groups of one owner and family, of which all sums are sums.
// Members with a voice family are of one model family.
const members = `
  assigned as materialized (
    select m.account_id from survey s join survey_assignments m on m.survey_id = s.id
  ), expected as materialized (
    select (select count(*) from assigned) as assigned, (select count(*) from asked) as questions
  ), members as materialized (
    select a.owner_key as owner_id, case when a.type = 'human' then 'human' else coalesce(a.model_family, 'other') end as model_family,
      auspex_voice_family(a.model, a.model_family) as voice_family, count(*)::integer as agents,
      count(*) filter (where r.answered = e.questions
        and (e.assigned = 0 or r.account_id in (select account_id from assigned))) as complete
    from survey s join survey_respondents r on r.survey_id = s.id join accounts a on a.id = r.account_id, expected e
    group by 1, 2, 3
  ), families as materialized (
    select model_family, voice_family, sum(agents) as agents, sum(complete) as complete from members group by 1, 2
  ), owners as (
    select count(*) as count, sum(agents * agents) as squares, sum(family_squares) as family_squares
    from (
      select sum(agents) as agents, coalesce(sum(agents * agents) filter (where voice_family <> ''), 0) as family_squares
      from members group by owner_id
    ) o
  )`

// Each member weighs 100, so a square of weights is 10,000 times a square of numbers.
const panel = `
  select jsonb_build_object(
    'assigned', (select assigned from expected),
    'answering', coalesce(f.agents, 0),
    'complete', coalesce(f.complete, 0),
    'owners', o.count,
    'families', (select coalesce(jsonb_agg(jsonb_build_object('model_family', model_family, 'agents', agents)), '[]')
      from (select model_family, sum(agents) as agents from families group by 1) f),
    'similarity', jsonb_build_object(
      'weight', coalesce(f.agents, 0) * 100, 'overlap', 0,
      'owner_squares', coalesce(o.squares, 0) * 10000,
      'family_squares', (select coalesce(sum(agents * agents), 0) * 10000 from (
        select sum(agents) as agents from families where voice_family <> '' group by voice_family) v),
      'owner_family_squares', coalesce(o.family_squares, 0) * 10000))
  from owners o, (select sum(agents) as agents, sum(complete) as complete from families) f`

/**
 * The input of the results of survey `$1`: the predictions until its close. One row. The cost grows with the number of
 * respondents, and with the number of answers only on multi questions and after the close.
 */
export const surveyFacts = `
  with ${asked("status <> 'draft'")}, ${tallies}, ${voices}, ${members}
  select (
    select coalesce(json_agg(json_build_object('id', q.id, 'question', q.question, 'options', q.options,
      'strongest_for', ${strongest(true)}, 'strongest_against', ${strongest(false)},
      'tallies', coalesce(t.tallies, '[]'), 'similarity', s.similarity) order by q.place), '[]')
    from asked q join similarities s on s.question_id = q.id left join tallied t on t.question_id = q.id
  ) as questions, (${panel}) as panel`

/**
 * The input of the precision of survey `$1`: the predictions until its close. One row. Reads the stored tallies; the
 * cost grows with the number of answers only on multi questions and after the close.
 */
export const precisionFacts = `
  with ${asked()}, ${tallies}, ${voices}
  select coalesce(json_agg(json_build_object('id', q.id, 'question', q.question, 'options', q.options,
    'tallies', coalesce(t.tallies, '[]'), 'similarity', s.similarity) order by q.place), '[]') as questions
  from asked q join similarities s on s.question_id = q.id left join tallied t on t.question_id = q.id`
