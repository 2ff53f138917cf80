import { originalityVersion } from "@auspex/domain/text"

/** The statements that write a record, over the arrays of a day. The schema's triggers do the rest. */

/** $1 number of people, $2 the time of their registration. */
export const insertPeople = `
  insert into accounts (id, type, name, name_key, role, email, email_key, email_verified_at, password_hash,
    referral_code, trust_label, points, ledger_seq, created_at)
  select bench_id(0, n), 'human', 'Owner ' || n, 'owner ' || n, 'participant', 'owner' || n || '@example.org',
    'owner' || n || '@example.org', $2::timestamptz, 'none', 'OWNER' || n, 'verified', 1000, 1,
    $2::timestamptz + n * interval '1 millisecond'
  from generate_series(0, $1::integer - 1) n`

/** $1 agents as JSON: number, owner, model, family, archetype; $2 the time of their registration. */
export const insertAgents = `
  insert into accounts (id, type, name, name_key, role, referral_code, trust_label, owner_id, linked_at, model,
    model_family, persona_archetype, points, ledger_seq, created_at)
  select bench_id(1, n), 'agent', 'Agent ' || n, 'agent ' || n, 'participant', 'AGENT' || n,
    case when n % 10 = 0 then 'unverified' else 'verified' end, bench_id(0, owner), $2::timestamptz, model, family,
    archetype, 1000, 1, $2::timestamptz + interval '1 hour' + n * interval '1 millisecond'
  from json_to_recordset($1::text::json) a (n bigint, owner bigint, model text, family text, archetype text)`

export const insertRegistrations = `
  insert into ledger (id, account_id, seq, amount, balance, reason, note, key, created_at)
  select gen_random_uuid(), id, 1, 1000, 1000, 'registration', 'Registered', 'registration:' || id, created_at
  from accounts`

/** $1 questions as JSON. */
export const insertQuestions = `
  with input as (
    select * from json_to_recordset($1::text::json) i (n bigint, category text, timeframe text, options text[], weight float,
      resolution_date date, published_at timestamptz)
  ), published as (
    insert into questions (id, question, category, tag, timeframe, resolution_source, resolution_date, status, question_type,
      options, option_counts, weight, context, published_at, created_at)
    select bench_id(2, n), 'Will measure number ' || n || ' of the monthly release '
        || case when options is null then 'stand at or above 100 when it is published?' else 'stand where, when it is published?' end,
      category, '#measure', timeframe, 'The statistics office, monthly release', resolution_date, 'open',
      case when options is null then 'binary' else 'multi' end, options,
      case when options is not null then array_fill(0, array[cardinality(options)]) end, weight,
      repeat('Context of the question. ', 12), published_at, published_at
    from input
    returning id, question, category
  )
  insert into outbox_events (id, event, data, question_id)
  select gen_random_uuid(), 'question.created',
    jsonb_build_object('question_id', id, 'question', question, 'category', category), id
  from published`

/** The reasonings of the predictions, with their words. */
export const createPool = `
  create temporary table bench_pool (slot integer primary key, reasoning text not null, words bytea not null)`
export const fillPool = `
  insert into bench_pool
  select t.ord - 1, t.reasoning, decode(t.words, 'hex')
  from rows from (json_to_recordset($1::text::json) as (reasoning text, words text))
    with ordinality as t (reasoning, words, ord)`

/** The predictions of a day while they are written. */
export const createDay = `
  create temporary table bench_day (
    n bigint, question bigint, account bigint, seq integer, yes boolean, confidence integer, option text, model text,
    family text, contrarian boolean, novelty integer, at timestamptz, slot integer, engagement jsonb, entries json, vote integer,
    flag text)`
/** $1 predictions as JSON. */
export const fillDay = `
  insert into bench_day
  select * from json_to_recordset($1::text::json) d (
    n bigint, question bigint, account bigint, seq integer, yes boolean, confidence integer, option text, model text,
    family text, contrarian boolean, novelty integer, at timestamptz, slot integer, engagement jsonb, entries json, vote integer,
    flag text)`

/** The statements that follow `fillDay`, each run separately. */
export const placeDay: ReadonlyArray<string> = [
  `insert into predictions (id, question_id, account_id, seq, prediction, confidence, reasoning, reasoning_digest,
      selected_option, model, model_family, contrarian, stake, engagement, novelty, created_at)
    select bench_id(4, n), bench_id(2, question), bench_id(1, account), seq, yes, confidence, p.reasoning, sha256(int8send(n)),
      option, model, family, contrarian, confidence, engagement, novelty, at
    from bench_day join bench_pool p using (slot) order by n`,
  `insert into prediction_words (question_id, seq, prediction_id, words, version)
    select bench_id(2, question), seq, bench_id(4, n), p.words, ${originalityVersion} from bench_day join bench_pool p using (slot) order by n`,
  `insert into prediction_citations (question_id, url, account_id, prediction_id)
    select bench_id(2, question), 'https://worksheets.example.org/past/' || n, bench_id(1, account), bench_id(4, n)
    from bench_day order by n`,
  `with booked as (
      insert into ledger (id, account_id, seq, amount, balance, reason, note, question_id, key, created_at)
      select gen_random_uuid(), a.id, a.ledger_seq + row_number() over entries, e.amount,
        a.points + sum(e.amount) over entries, e.reason, e.note, bench_id(2, d.question),
        e.reason || ':' || bench_id(4, d.n), d.at
      from bench_day d join accounts a on a.id = bench_id(1, d.account),
        rows from (json_to_recordset(d.entries) as (amount bigint, reason text, note text)) with ordinality
          as e (amount, reason, note, ord)
      window entries as (partition by a.id order by d.at, d.n, e.ord)
      returning account_id, amount
    )
    update accounts a set points = a.points + b.amount, ledger_seq = a.ledger_seq + b.entries,
      prediction_count = a.prediction_count + d.placed, locked_points = a.locked_points + d.staked, last_prediction_at = d.last, last_active_at = d.last,
      last_stipend_on = (d.last at time zone 'UTC')::date,
      flagged_prediction_count = a.flagged_prediction_count + d.flagged
    from (select account_id, sum(amount)::bigint as amount, count(*)::integer as entries from booked group by 1) b,
      (select account, count(*)::integer as placed, sum(confidence) as staked, max(at) as last, count(flag)::integer as flagged
        from bench_day group by 1) d
    where a.id = b.account_id and a.id = bench_id(1, d.account)`,
  `insert into outbox_events (id, event, data, question_id, actor_id, occurred_at)
    select gen_random_uuid(), 'prediction.placed', jsonb_build_object('question_id', bench_id(2, question),
        'prediction_id', bench_id(4, n), 'user_name', 'Agent ' || account, 'confidence', confidence),
      bench_id(2, question), bench_id(1, account), at
    from bench_day order by n`,
  `with new_votes as (
      insert into prediction_votes (prediction_id, account_id, value, created_at)
      select bench_id(4, n), bench_id(1, abs(vote)), sign(vote), at from bench_day where vote <> 0
      returning prediction_id, value
    )
    update predictions p set upvotes = (c.value = 1)::integer, downvotes = (c.value = -1)::integer,
      owner_upvotes = (c.value = 1)::integer, owner_downvotes = (c.value = -1)::integer
    from new_votes c where p.id = c.prediction_id`,
  `update predictions p set hallucination_flags = d.flag
    from bench_day d where d.flag is not null and p.id = bench_id(4, d.n)`,
  "truncate bench_day"
]

/** $1 the counters of questions as JSON. */
export const countQuestions = `
  update questions q set prediction_count = c.yes + c.no, yes_count = c.yes, no_count = c.no,
    confidence_sum = c.confidence, option_counts = c.options, snapshot_counts = c.snapshot
  from json_to_recordset($1::text::json) c (n bigint, yes integer, no integer, confidence integer, options integer[],
    snapshot integer[])
  where q.id = bench_id(2, c.n)`

/** $1 snapshots of moves as JSON. */
export const insertMoves = `
  insert into consensus_snapshots (id, question_id, taken_at, kind, total_agents, yes_count, confidence_sum, option_counts)
  select gen_random_uuid(), bench_id(2, n), at, 'moved', yes + no, yes, confidence, options
  from json_to_recordset($1::text::json) c (n bigint, at timestamptz, yes integer, no integer, confidence integer,
    options integer[])`

/**
 * Sums that placements maintain and nothing reads before the end, with the values after these placements.
 */
export const sumUp: ReadonlyArray<string> = [
  `update accounts a set last_technology_prediction_at = p.technology, last_industry_prediction_at = p.industry,
      last_society_prediction_at = p.society
    from (
      select p.account_id, max(p.created_at) filter (where q.category = 'technology') as technology,
        max(p.created_at) filter (where q.category = 'industry') as industry,
        max(p.created_at) filter (where q.category = 'society') as society
      from predictions p join questions q on q.id = p.question_id group by 1
    ) p where p.account_id = a.id`,
  "select auspex_count_owners(array(select id from questions where prediction_count > 0))",
  `insert into consensus_tallies (question_id, model, model_family, band, count, yes_count, confidence_sum)
    select question_id, coalesce(model, ''), model_family, confidence / 10, count(*), count(*) filter (where prediction),
      sum(confidence)
    from predictions group by 1, 2, 3, 4`,
  `insert into consensus_voices (question_id, owner_id, family, weight)
    select p.question_id, v.owner_id, v.family, sum(p.novelty)
    from predictions p join accounts a on a.id = p.account_id,
      auspex_voice_family(p.model, p.model_family) f (family),
      lateral (values (coalesce(a.owner_id, a.id), ''), (coalesce(a.owner_id, a.id), nullif(f.family, '')),
        ('00000000-0000-0000-0000-000000000000'::uuid, nullif(f.family, ''))) v (owner_id, family)
    where v.family is not null and p.novelty > 0
    group by 1, 2, 3`,
  `update questions q set
      voice_weight = s.weight, voice_overlap = s.overlap, voice_owner_squares = v.owners, voice_family_squares = v.families,
      voice_owner_family_squares = v.owner_families
    from (
      select question_id,
        coalesce(sum(weight::bigint * weight) filter (where family = ''), 0) as owners,
        coalesce(sum(weight::bigint * weight) filter (where owner_id = '00000000-0000-0000-0000-000000000000'), 0) as families,
        coalesce(sum(weight::bigint * weight) filter (
          where family <> '' and owner_id <> '00000000-0000-0000-0000-000000000000'), 0) as owner_families
      from consensus_voices group by 1
    ) v, (
      select question_id, sum(novelty) as weight, sum(novelty * (100 - novelty)) as overlap from predictions group by 1
    ) s
    where q.id = v.question_id and q.id = s.question_id`
]
