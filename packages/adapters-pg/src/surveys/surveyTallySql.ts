import type { Argument, ConsensusTally, SimilaritySums } from "@auspex/domain/consensus"
import type { PanelTally } from "@auspex/domain/surveys"
import { noOwner } from "../predictions/placementSql.ts"
import { isShown } from "../predictions/predictionRows.ts"

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
 * The questions, each with the number of its last prediction that counts: numbers and times of the predictions on a
 * question have the same order. Times have microseconds, `until` has milliseconds.
 */
const asked = (until: string): string => `
  asked as materialized (
    select q.id, a.place, q.question, q.options, q.voice_weight, q.voice_overlap, q.voice_owner_squares,
      q.voice_family_squares, q.voice_owner_family_squares, coalesce((
        select p.seq from predictions p
        where p.question_id = q.id
          and (${until}::timestamptz is null or p.created_at < ${until}::timestamptz + interval '1 millisecond')
        order by p.seq desc limit 1
      ), 0) as last_seq
    from unnest($1::uuid[]) with ordinality a (id, place) join questions q on q.id = a.id
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

// The sums of the voices on each question, less those of late predictions.
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

// The accounts with an answer, as they are now. Reads only the index of predictions by question and account.
const members = `
  members as materialized (
    select a.id, a.owner_key as owner_id,
      case when a.type = 'human' then 'human' else coalesce(a.model_family, 'other') end as model_family,
      auspex_voice_family(a.model, a.model_family) as voice_family, n.count - coalesce(l.count, 0) as answered
    from (
      select p.account_id, count(*) as count from asked q cross join ${predictionsOn("n.account_id")} group by 1
    ) n left join (select account_id, count(*) as count from late group by 1) l on l.account_id = n.account_id
      join accounts a on a.id = n.account_id
    where n.count > coalesce(l.count, 0)
  )`

/** The sum of the squares of the weights of the groups of members; each weighs 100. */
const squares = (group: string, where: string): string =>
  `(select coalesce(sum(count * count), 0) * 10000 from (select count(*) as count from members where ${where} group by ${group}) g)`

const panel = `
  select jsonb_build_object(
    'assigned', (select count(distinct id) from unnest($2::uuid[]) id),
    'answering', (select count(*) from members),
    'complete', (select count(*) from members m where m.answered = (select count(*) from asked)
      and (cardinality($2::uuid[]) = 0 or m.id in (select unnest($2::uuid[])))),
    'owners', (select count(distinct owner_id) from members),
    'families', (select coalesce(jsonb_agg(jsonb_build_object('model_family', model_family, 'agents', agents)), '[]')
      from (select model_family, count(*) as agents from members group by 1) f),
    'similarity', jsonb_build_object(
      'weight', (select count(*) * 100 from members), 'overlap', 0,
      'owner_squares', ${squares("owner_id", "true")},
      'family_squares', ${squares("voice_family", "voice_family <> ''")},
      'owner_family_squares', ${squares("owner_id, voice_family", "voice_family <> ''")}))`

/**
 * What the results of a survey are computed from: of the questions `$1`, the assigned accounts `$2` and the predictions
 * until `$3` (null: all). One row. The cost grows with the number of answers only where the index of predictions by
 * question and account, the predictions on multi questions and those after `$3` are counted.
 */
export const surveyFacts = `
  with ${asked("$3")}, ${tallies}, ${voices}, ${members}
  select (
    select coalesce(json_agg(json_build_object('id', q.id, 'question', q.question, 'options', q.options,
      'strongest_for', ${strongest(true)}, 'strongest_against', ${strongest(false)},
      'tallies', coalesce(t.tallies, '[]'), 'similarity', s.similarity) order by q.place), '[]')
    from asked q join similarities s on s.question_id = q.id left join tallied t on t.question_id = q.id
  ) as questions, (${panel}) as panel`

/**
 * What the precision of a survey is computed from: of the questions `$1` and the predictions until `$2` (null: all). One
 * row. Reads the stored tallies; the cost grows with the number of answers only on multi questions and after `$2`.
 */
export const precisionFacts = `
  with ${asked("$2")}, ${tallies}, ${voices}
  select coalesce(json_agg(json_build_object('id', q.id, 'question', q.question, 'options', q.options,
    'tallies', coalesce(t.tallies, '[]'), 'similarity', s.similarity) order by q.place), '[]') as questions
  from asked q join similarities s on s.question_id = q.id left join tallied t on t.question_id = q.id`
