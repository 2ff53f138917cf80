import { originalityVersion, tokensToBytes } from "@auspex/domain/text"
import { parseReasoning } from "@auspex/domain/predictions"
import { writeReasoning } from "@auspex/testkit/season"
import { demoQuestions } from "@auspex/cli/demo"
import type pg from "pg"

/** The contents of a benchmark's database. */
export interface World {
  /** The number of agents that make requests; they have keys. */
  readonly agents: number
  readonly questions: number
  /** The number of existing predictions, by separate accounts, spread evenly over the questions. */
  readonly history: number
}

/**
 * The last part of an id is the sum of this and its number, in decimal digits, which pgbench can compute without a
 * function of ours.
 */
export const benchIdBase = 100_000_000_000

/** The id of the nth agent (kind 1), question (2), account of the past (3) or prediction (4), as in the SQL below. */
export const benchId = (kind: number, n: number): string => `0000000${kind}-0000-7000-8000-${benchIdBase + n}`

/** The nth agent's key. */
export const agentKey = (n: number): string => `sk_bench_${n}`

/** A unique reasoning that passes the gates. */
export const reasoningOf = (n: number, series = "bench"): string =>
  writeReasoning({
    seed: `${series} ${n}`,
    author: { key: `${series}-${n}` },
    question: demoQuestions[n % demoQuestions.length]!,
    deadline: new Date(Date.UTC(2027, 5, 1)),
    prediction: true,
    confidence: 70
  })

/** SQL functions for ids and key digests, equivalent to `benchId` and `agentKey`. */
export const benchFunctions = [
  `create or replace function bench_id(kind integer, n bigint) returns uuid language sql immutable parallel safe as
    $$ select ('0000000' || kind || '-0000-7000-8000-' || (${benchIdBase} + n))::uuid $$`,
  `create or replace function bench_digest(n bigint) returns bytea language sql immutable parallel safe as
    $$ select sha256(convert_to('sk_bench_' || n, 'UTF8')) $$`
]

// A separate owner for each agent, because an owner's second agent on a question earns nothing.
const owners = `
  insert into accounts (id, type, name, name_key, role, email, email_key, email_verified_at, password_hash,
    referral_code, trust_label)
  select bench_id($1 + 5, n), 'human', $2 || ' owner ' || n, lower($2) || ' owner ' || n, 'participant', address, address, now(),
    'none', upper($2) || n, 'verified'
  from generate_series(0, $3::integer - 1) n, lateral (select lower($2) || n || '@example.org' as address) a`

// Balances agree with the ledger, as the invariants require.
const agents = `
  insert into accounts (id, type, name, name_key, role, referral_code, trust_label, owner_id, linked_at, model,
    model_family, points, ledger_seq, last_active_at)
  select bench_id($1, n), 'agent', $2 || ' ' || n, lower($2) || ' ' || n, 'participant', $2 || n, 'verified',
    bench_id($1 + 5, n), now(), (array['gpt-4o', 'claude-sonnet-4', 'llama-3.1-70b', 'mistral-large'])[1 + n % 4],
    (array['GPT', 'Claude', 'Llama', 'Mistral'])[1 + n % 4], 1000000 + n, 1, now()
  from generate_series(0, $3::integer - 1) n`
const balances = `
  insert into ledger (id, account_id, seq, amount, balance, reason, note, key)
  select gen_random_uuid(), a.id, 1, a.points, a.points, 'registration', 'Registered', 'registration:' || a.id
  from accounts a where a.type = 'agent'`
/** $1 the number of requesting agents that get keys. */
export const insertKeys = `
  insert into account_keys (id, account_id, digest, last4)
  select gen_random_uuid(), bench_id(1, n), bench_digest(n), right('0000' || n, 4) from generate_series(0, $1::integer - 1) n`

const questions = `
  insert into questions (id, question, category, subcategory, tag, timeframe, resolution_source, resolution_date, status,
    question_type, context, published_at, created_at)
  select bench_id(2, n), 'Will measure number ' || n || ' of the monthly release stand at or above 100 at the end of the year?',
    (array['technology', 'industry', 'society'])[1 + n % 3], null, '#measure', 'long',
    'The statistics office, monthly release', current_date + 200, 'open', 'binary', repeat('Context of the question. ', 12),
    now(), now() - n * interval '1 minute'
  from generate_series(0, $1::integer - 1) n`

// The reasonings of the past with their words; real ones, so that sizes and comparisons are realistic.
const pool =
  "create temporary table bench_pool (slot integer primary key, reasoning text not null, words bytea not null)"
const poolSize = 2_000

// Account k of the past makes the kth prediction on every question.
const history = `
  with placed as (
    insert into predictions (id, question_id, account_id, seq, prediction, confidence, reasoning, reasoning_digest, model,
      model_family, contrarian, stake, engagement, created_at)
    select bench_id(4, n), bench_id(2, n % $2), bench_id(3, n / $2), (n / $2 + 1)::integer, n % 3 <> 0, 50 + (n % 50)::integer,
      pool.reasoning, sha256(int8send(n)), a.model, a.model_family, false, 50 + (n % 50)::integer, '{}',
      now() - interval '2 days'
    from generate_series($1::bigint, $1::bigint + $3::bigint - 1) n
      join bench_pool pool on pool.slot = (n / $2 * 7 + n % $2) % ${poolSize}
      join accounts a on a.id = bench_id(3, n / $2)
    returning id, question_id, account_id, seq
  ), words_stored as (
    insert into prediction_words (question_id, seq, prediction_id, words, version)
    select bench_id(2, n % $2), (n / $2 + 1)::integer, bench_id(4, n), pool.words, ${originalityVersion}
    from generate_series($1::bigint, $1::bigint + $3::bigint - 1) n
      join bench_pool pool on pool.slot = (n / $2 * 7 + n % $2) % ${poolSize}
  ), cited as (
    insert into prediction_citations (question_id, url, account_id, prediction_id)
    select question_id, 'https://worksheets.example.org/past/' || id, account_id, id from placed
  )
  insert into ledger (id, account_id, seq, amount, balance, reason, note, question_id, key)
  select gen_random_uuid(), bench_id(3, n / $2), (n % $2 + 2)::integer, 1, (1000001 + n / $2 + n % $2)::integer, 'prediction',
    'Predicted', bench_id(2, n % $2), 'prediction:' || bench_id(4, n)
  from generate_series($1::bigint, $1::bigint + $3::bigint - 1) n`

const counters = `
  update questions q set prediction_count = c.n, yes_count = c.yes, no_count = c.n - c.yes, confidence_sum = c.confidence
  from (select question_id, count(*)::integer as n, count(*) filter (where prediction)::integer as yes,
      sum(confidence)::integer as confidence from predictions group by question_id) c
  where c.question_id = q.id`
const tallies = `
  insert into consensus_tallies (question_id, model, model_family, band, count, yes_count, confidence_sum)
  select question_id, model, model_family, confidence / 10, count(*), count(*) filter (where prediction), sum(confidence)
  from predictions group by 1, 2, 3, 4`
const accounts = `
  update accounts a set prediction_count = c.n, locked_points = c.staked, points = a.points + c.n, ledger_seq = a.ledger_seq + c.n
  from (select account_id, count(*)::integer as n, sum(stake) as staked from predictions group by account_id) c
  where c.account_id = a.id`

const fillPool = async (client: pg.Client): Promise<void> => {
  await client.query(pool)
  const texts = Array.from({ length: poolSize }, (_, n) => reasoningOf(n, "past"))
  const words = texts.map((text) => Buffer.from(tokensToBytes(parseReasoning(text).originalityTokens)).toString("hex"))
  await client.query(
    `insert into bench_pool select n - 1, reasoning, decode(words, 'hex')
     from rows from (unnest($1::text[]), unnest($2::text[])) with ordinality as t (reasoning, words, n)`,
    [texts, words]
  )
}

const batch = 50_000

/** Fills an empty, migrated database by set-based SQL; about 20,000 predictions per second. */
export const fillWorld = async (
  client: pg.Client,
  world: World,
  onProgress: (done: number) => void = () => undefined
): Promise<void> => {
  await client.query("set statement_timeout = 0; set synchronous_commit = off")
  for (const text of benchFunctions) await client.query(text)
  await client.query(owners, [1, "Agent", world.agents])
  await client.query(agents, [1, "Agent", world.agents])
  await client.query(insertKeys, [world.agents])
  await client.query(questions, [world.questions])
  if (world.history > 0) {
    const pastAccounts = Math.ceil(world.history / world.questions)
    await client.query(owners, [3, "Elder", pastAccounts])
    await client.query(agents, [3, "Elder", pastAccounts])
    await fillPool(client)
    for (let from = 0; from < world.history; from += batch) {
      await client.query(history, [from, world.questions, Math.min(batch, world.history - from)])
      onProgress(Math.min(from + batch, world.history))
    }
  }
  await client.query(balances)
  await client.query(counters)
  await client.query(tallies)
  await client.query(accounts)
  await client.query("select auspex_count_owners(array(select id from questions where prediction_count > 0))")
  await client.query("vacuum analyze")
  await client.query("checkpoint")
}
