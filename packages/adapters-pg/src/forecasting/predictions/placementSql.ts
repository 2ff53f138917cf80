import { originalityVersion } from "@auspex/domain/text"
import { type PlacementFacts } from "@auspex/domain/predictions"
import { categories } from "@auspex/domain/questions"
import { foundingAgentsMax } from "@auspex/domain/scoring"
import { type ParameterReferences, statement } from "../../database/Statement.ts"
import { isPublic } from "../../kernel/isPublic.ts"

/** The reads and writes of one placement, one statement each. Constant texts, so that the driver can prepare them. */

/** The column of `accounts` that holds when the account last predicted in a category. */
const lastPredictionIn = (category: string): string => `last_${category}_prediction_at`

const categoriesRecent = categories.map((category) =>
  `case when a.${lastPredictionIn(category)} > auspex_now() - interval '24 hours' then '${category}' end`
)

const lastPredictions = categories.map((category) => {
  const column = lastPredictionIn(category)
  return `${column} = case when guard.category = '${category}' then placed.created_at else a.${column} end`
}).join(", ")

interface PlacementFactsRow
  extends
    Pick<PlacementFacts, "now" | "exact_copy" | "cited_by_others" | "in_panel">,
    Omit<PlacementFacts["question"], "id" | "prediction_count" | "owners">,
    Readonly<PlacementFacts["account"]> {
  readonly question_id: string
  readonly question_prediction_count: number
  readonly owner_count: number
  readonly owner_voices: ReadonlyArray<number> | null
  /** The account's owner if it has predicted here: its side, -1 for several, and this account's own prediction. */
  readonly own: readonly [side: string, prediction_id: string | null] | null
}

/** The facts by which a placement is decided, from a row of `placementFacts`. */
export const factsOf = (row: PlacementFactsRow): PlacementFacts => ({
  now: row.now,
  question: {
    id: row.question_id,
    status: row.status,
    category: row.category,
    question_type: row.question_type,
    options: row.options,
    weight: row.weight,
    window_ends_at: row.window_ends_at,
    prediction_count: row.question_prediction_count,
    yes_count: row.yes_count,
    no_count: row.no_count,
    option_counts: row.option_counts,
    snapshot_counts: row.snapshot_counts,
    owner_recounts: row.owner_recounts,
    surveys_open: row.surveys_open,
    surveys_closed: row.surveys_closed,
    owners: {
      count: row.owner_count,
      bySide: row.owner_voices ?? [],
      own: row.own === null ? undefined : { side: Number(row.own[0]) < 0 ? null : Number(row.own[0]) }
    }
  },
  account: {
    points: row.points,
    ledger_seq: row.ledger_seq,
    prediction_count: row.prediction_count,
    model: row.model,
    model_family: row.model_family,
    suspended: row.suspended,
    stipend_paid: row.stipend_paid,
    agents_before: row.agents_before,
    categories_recent: row.categories_recent
  },
  in_panel: row.in_panel,
  standing_prediction_id: row.own?.[1] ?? null,
  exact_copy: row.exact_copy,
  cited_by_others: row.cited_by_others
})

// Evaluated only for the few questions that are approved; looks up one survey after another by its key.
const inPanel = `case when q.status = 'approved' and q.surveys_open > 0 then coalesce((
      select true from survey_questions l
      where l.question_id = q.id and (
        select s.status = 'open' and (
          (select true from survey_assignments m where m.survey_id = s.id and m.account_id = a.id)
          or (select true from survey_assignments m where m.survey_id = s.id limit 1) is null)
        from surveys s where s.id = l.survey_id)
      limit 1), false) else false end`

// Nothing in it may read rows whose number grows during the day. Each part is a lookup by key in a separate subquery,
// so that missing or stale statistics do not turn it into a scan of the question's rows (hotPaths.test.ts). An account
// that has cited on the question has also predicted on it and is refused before its citations are examined, so every
// citation found is another account's.
export const placementFacts = statement<PlacementFactsRow>()(
  { question_id: "uuid", account_id: "uuid", reasoning_digest: "bytea", pages: "text::jsonb" },
  (params) => `
  select auspex_now() as now,
    q.id as question_id, q.status, q.category, q.question_type, q.options, q.weight, q.window_ends_at,
    q.prediction_count as question_prediction_count, q.yes_count, q.no_count, q.option_counts,
    q.snapshot_counts, q.owner_recounts, q.owner_count, q.owner_voices, q.surveys_open, q.surveys_closed,
    ${inPanel} as in_panel,
    (
      select array[coalesce(o.side, -1)::text, o.prediction_ids[array_position(o.account_ids, a.id)]::text]
      from question_owners o
      where o.question_id = q.id and o.owner_key = a.owner_key
    ) as own, a.points, a.ledger_seq, a.prediction_count, a.model, a.model_family,
    a.suspended_at is not null as suspended,
    coalesce(a.last_stipend_on = (auspex_now() at time zone 'UTC')::date, false) as stipend_paid,
    case when a.type = 'agent' and a.prediction_count = 0 then
      (select count(*)::integer
        from (select 1 from accounts b where b.type = 'agent' and b.id < a.id order by b.id limit ${foundingAgentsMax}) earlier)
    end as agents_before,
    array_remove(array[${categoriesRecent.join(", ")}], null) as categories_recent,
    exists (select 1 from predictions p where p.reasoning_digest = ${params.reasoning_digest}) as exact_copy,
    array(
      select u.page from jsonb_array_elements_text(${params.pages}) as u (page)
      where (select true from citation_counts c where c.question_id = q.id and c.page = u.page limit 1)
    ) as cited_by_others
  from questions q join accounts a on a.id = ${params.account_id}
  where q.id = ${params.question_id} and (${isPublic("q")} or q.surveys_open + q.surveys_closed > 0)`
)

// A separate statement before the facts are read: a statement that waits for a lock sees the locked rows as they are
// now, but everything else as it was when the wait began.
export const lockPlacement = `
  select q.id from questions q join accounts a on a.id = $2::uuid where q.id = $1::uuid for update of a, q`

const placement = {
  question_id: "uuid",
  account_id: "uuid",
  prediction_count: "integer",
  ledger_seq: "integer",
  id: "uuid",
  prediction: "boolean",
  confidence: "integer",
  reasoning: "text",
  reasoning_digest: "bytea",
  selected_option: "text",
  resolution_protocol: "text::jsonb",
  model: "text",
  model_family: "text",
  contrarian: "boolean",
  engagement: "text::jsonb",
  option_index: "integer",
  tokens: "bytea",
  citations: "text::jsonb",
  entries: "text::jsonb",
  pays_stipend: "boolean",
  event_id: "uuid",
  user_name: "text",
  novelty: "integer",
  moves: "boolean",
  snapshot_id: "uuid",
  owner_recounts: "integer",
  surveys_open: "integer",
  surveys_closed: "integer"
} as const

type Placement = ParameterReferences<typeof placement>

// The counts in the order of the options, with the chosen one incremented.
const optionCounts = ({ option_index }: Placement): string => `
  q.option_counts[:${option_index}] || (q.option_counts[${option_index} + 1] + 1) || q.option_counts[${option_index} + 2:]`
const side = ({ option_index, prediction }: Placement): string => `coalesce(${option_index}, ${prediction}::integer)`
const yes = ({ prediction }: Placement): string => `case when ${prediction} then 1 else 0 end`
const no = ({ prediction }: Placement): string => `case when ${prediction} then 0 else 1 end`

interface PlacedRow {
  readonly id: string
  readonly created_at: Date
  readonly seq: number
  readonly persona_hash: string | null
}

/** The owner id of the rows in `consensus_voices` that belong to a family alone. */
export const noOwner = "00000000-0000-0000-0000-000000000000"

// Adds the owner's voice, and computes the growth of the sums of squares.
const voices = (params: Placement): string =>
  `added_voices as (
    insert into consensus_voices as v (question_id, owner_id, family, weight)
    select placed.question_id, o.owner_id, o.family, ${params.novelty}
    from placed, guard, auspex_voice_family(${params.model}, ${params.model_family}) family,
      lateral (
        values (guard.owner_id, ''), (guard.owner_id, nullif(family, '')), ('${noOwner}'::uuid, nullif(family, ''))
      ) o (owner_id, family)
    where ${params.novelty} > 0 and o.family is not null
    on conflict (question_id, owner_id, family) do update set weight = v.weight + excluded.weight
    returning v.owner_id, v.family, v.weight
  ), square_growth as (
    -- The growth of a square: W² - (W - w)².
    select coalesce(sum(grown) filter (where family = ''), 0) as owners,
      coalesce(sum(grown) filter (where owner_id = '${noOwner}'), 0) as families,
      coalesce(sum(grown) filter (where family <> '' and owner_id <> '${noOwner}'), 0) as owner_families
    from (select owner_id, family, ${params.novelty}::bigint * (2 * weight::bigint - ${params.novelty}::bigint) as grown from added_voices) v
  )`

// Updates the owner on the question and the question's counters, and takes a snapshot when the consensus moves.
const counters = (params: Placement): string =>
  `pool as (
    select grown.* from guard, auspex_grow_pool(guard.pool_sums, guard.pool_squares, guard.own,
      auspex_stated_log_odds(${params.prediction}, ${params.confidence}, ${params.option_index}, guard.options)) grown
  ), owner_recorded as (
    -- An owner whose accounts are on different sides counts on no side from now on.
    insert into question_owners as o (question_id, owner_key, side, account_ids, prediction_ids, log_odds)
    select placed.question_id, guard.owner_id, ${
    side(params)
  }, array[placed.account_id], array[placed.id], pool.log_odds from placed, guard, pool
    on conflict (question_id, owner_key) do update set
      side = case when o.side = excluded.side then o.side end, account_ids = o.account_ids || excluded.account_ids,
      prediction_ids = o.prediction_ids || excluded.prediction_ids, log_odds = excluded.log_odds
  ), counted as (
    update questions q set
      owner_count = q.owner_count + case when guard.owner_side is null then 1 else 0 end,
      owner_voices = case
        when guard.owner_side is null then auspex_count_side(q.owner_voices, coalesce(cardinality(q.options), 2), ${
    side(params)
  }, 1)
        when guard.owner_side >= 0 and guard.owner_side <> ${side(params)} then
          auspex_count_side(q.owner_voices, coalesce(cardinality(q.options), 2), guard.owner_side, -1)
        else q.owner_voices end,
      pool_sums = pool.pool_sums,
      pool_squares = pool.pool_squares,
      prediction_count = q.prediction_count + 1,
      yes_count = q.yes_count + ${yes(params)},
      no_count = q.no_count + ${no(params)},
      confidence_sum = q.confidence_sum + ${params.confidence},
      option_counts = case when ${params.option_index} is null then q.option_counts else ${optionCounts(params)} end,
      snapshot_counts = case
        when not ${params.moves} then q.snapshot_counts
        when ${params.option_index} is null then array[q.yes_count + ${yes(params)}, q.no_count + ${no(params)}]
        else ${optionCounts(params)} end,
      voice_weight = q.voice_weight + ${params.novelty},
      voice_overlap = q.voice_overlap + ${params.novelty} * (100 - ${params.novelty}),
      voice_owner_squares = q.voice_owner_squares + square_growth.owners,
      voice_family_squares = q.voice_family_squares + square_growth.families,
      voice_owner_family_squares = q.voice_owner_family_squares + square_growth.owner_families
    from placed, square_growth, guard, pool where q.id = placed.question_id
    returning q.prediction_count, q.yes_count, q.confidence_sum, q.option_counts
  ), snapshot_taken as (
    insert into consensus_snapshots (id, question_id, taken_at, kind, total_agents, yes_count, confidence_sum, option_counts)
    select ${params.snapshot_id}, placed.question_id, placed.created_at, 'moved', counted.prediction_count, counted.yes_count,
      counted.confidence_sum, counted.option_counts
    from placed, counted where ${params.moves}
  )`

// Stores the words that later placements are compared with, the citations, and the tallies of the consensus.
const texts = (params: Placement): string =>
  `words_stored as (
    insert into prediction_words (question_id, seq, prediction_id, words, version)
    select question_id, seq, id, ${params.tokens}, ${originalityVersion} from placed
  ), cited as (
    insert into prediction_citations (question_id, url, account_id, prediction_id)
    select placed.question_id, c.url, placed.account_id, placed.id
    from placed, jsonb_array_elements_text(${params.citations}) as c (url)
    on conflict do nothing
  ), tallied as (
    insert into consensus_tallies as t (question_id, model, model_family, band, count, yes_count, confidence_sum)
    select question_id, coalesce(${params.model}, ''), ${params.model_family}, ${params.confidence} / 10, 1, case when ${params.prediction} then 1 else 0 end, ${params.confidence} from placed
    on conflict (question_id, model, band) do update set
      count = t.count + 1, yes_count = t.yes_count + excluded.yes_count,
      confidence_sum = t.confidence_sum + excluded.confidence_sum
  )`

// Counts the answer in the open surveys of the question. The guard has found their number unchanged, and no survey
// reopens, so the statement sees the same surveys.
const respondents = ({ surveys_open }: Placement): string =>
  `respondent_counted as (
    insert into survey_respondents as r (survey_id, account_id, answered)
    select s.id, placed.account_id, 1
    from placed join survey_questions l on l.question_id = placed.question_id join surveys s on s.id = l.survey_id
    where ${surveys_open} > 0 and s.status = 'open'
    on conflict (survey_id, account_id) do update set answered = r.answered + 1
  )`

// Books the entries in the ledger and updates the account.
const points = (params: Placement): string =>
  `entry as (
    select e.*,
      row_number() over (order by ord)::integer as nth,
      sum(amount) over (order by ord)::bigint as so_far
    from rows from (jsonb_to_recordset(${params.entries}) as (id uuid, amount bigint, reason text, note text))
      with ordinality as e (id, amount, reason, note, ord)
  ), booked as (
    insert into ledger (id, account_id, seq, amount, balance, reason, note, question_id, key, created_at)
    select e.id, guard.account_id, guard.ledger_seq + e.nth, e.amount, guard.points + e.so_far, e.reason, e.note,
      guard.question_id, e.reason || ':' || placed.id::text, placed.created_at
    from guard, placed, entry e
  ), paid as (
    update accounts a set
      points = a.points + (select coalesce(sum(amount), 0)::bigint from entry),
      ledger_seq = a.ledger_seq + (select count(*)::integer from entry),
      locked_points = a.locked_points + ${params.confidence},
      prediction_count = a.prediction_count + 1,
      last_prediction_at = auspex_now(),
      last_active_at = auspex_now(),
      last_stipend_on = case when ${params.pays_stipend} then (auspex_now() at time zone 'UTC')::date else a.last_stipend_on end,
      ${lastPredictions}
    from placed, guard where a.id = placed.account_id
  )`

// The guard takes both locks and yields a row only if nothing that the decision was based on has changed: a statement
// that waited re-reads the locked rows, finds the counts changed, and writes nothing. It sees other tables as they were
// when the wait began: with equal counts, no owner has joined the question since, and no link has moved an account to
// another owner.
export const place = statement<PlacedRow>()(
  placement,
  (params) => `
  with guard as (
    select q.id as question_id, a.id as account_id, q.prediction_count + 1 as seq, a.points, a.ledger_seq,
      a.owner_key as owner_id, a.persona_hash, q.category, q.owner_count, q.pool_sums, q.pool_squares,
      cardinality(q.options) as options,
      (select o from question_owners o where o.question_id = q.id and o.owner_key = a.owner_key) as own,
      -- Null for an owner that has not predicted here, -1 for one that counts on no side.
      (
        select coalesce(o.side, -1) from question_owners o where o.question_id = q.id and o.owner_key = a.owner_key
      ) as owner_side
    from accounts a join questions q on q.id = ${params.question_id}
    where a.id = ${params.account_id} and a.ledger_seq = ${params.ledger_seq} and a.suspended_at is null
      and q.prediction_count = ${params.prediction_count} and q.owner_recounts = ${params.owner_recounts} and q.window_ends_at > auspex_now()
      and (q.status = 'open' or (q.status = 'approved' and q.surveys_open > 0))
      and q.surveys_open = ${params.surveys_open} and q.surveys_closed = ${params.surveys_closed}
    for update of a, q
  ), placed as (
    insert into predictions (id, question_id, account_id, seq, prediction, confidence, reasoning, reasoning_digest,
      selected_option, resolution_protocol, model, model_family, contrarian, stake, engagement, novelty, persona_hash,
      owner_position, created_at)
    select ${params.id}, question_id, account_id, seq, ${params.prediction}, ${params.confidence}, ${params.reasoning}, ${params.reasoning_digest}, ${params.selected_option},
      ${params.resolution_protocol}, ${params.model}, ${params.model_family}, ${params.contrarian}, ${params.confidence}, ${params.engagement}, ${params.novelty},
      persona_hash, owner_count + case when owner_side is null then 1 else 0 end,
      -- Read under the locks, so that later predictions on the question also have later times.
      auspex_clock()
    from guard
    on conflict do nothing
    returning id, seq, created_at, question_id, account_id, persona_hash
  ), ${voices(params)}, ${counters(params)}, ${texts(params)}, ${respondents(params)}, ${
    points(params)
  }, event_recorded as (
    insert into outbox_events (id, event, data, question_id, actor_id)
    select ${params.event_id}, 'prediction.placed',
      jsonb_build_object('question_id', question_id, 'prediction_id', id, 'user_name', ${params.user_name}, 'confidence', ${params.confidence}),
      question_id, account_id
    from placed
  )
  select id, seq, created_at, persona_hash from placed`
)

/** The statements of a placement, for benchmarks and for tests of their plans. */
export const placementStatements = { facts: placementFacts, place } as const
