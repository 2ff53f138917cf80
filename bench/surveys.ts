import { PgStores, ServerDatabase } from "@auspex/adapters-pg"
import { type SurveyFigures, surveyResults, SurveyTallyStore } from "@auspex/domain/surveys"
import { Notifications } from "@auspex/domain/social"
import { testOutside } from "@auspex/testkit/outside"
import { Effect, Layer, ManagedRuntime } from "effect"
import type pg from "pg"
import { type Bench, type BenchRow, median, rowOf } from "./harness/BenchRow.ts"
import { connected, startBenchServer } from "./harness/databases.ts"
import { memoryRise } from "./harness/memory.ts"
import { benchFunctions, benchId, reasoningOf } from "./harness/world.ts"

const rounds = 7
const questions = 100

/** One prediction in a hundred comes after the close of the survey. */
const latePercent = 1

/** What the results need of the predictions, as one would write it by hand; without who answered everything. */
const byHand = `
  select question_id, model_family, count(*)::integer as count, count(*) filter (where prediction)::integer as yes_count,
    sum(confidence)::integer as confidence_sum
  from predictions where question_id = any ($1::uuid[]) and created_at <= coalesce($2::timestamptz, 'infinity')
  group by 1, 2`

/** Different texts of realistic length; what they say is not read. */
const texts = 200

/** The predictions inserted at once: each agent answers this many questions in one statement. */
const questionsPerBatch = 5

const begin = "timestamptz '2026-10-01'"

const accounts = (agents: number): ReadonlyArray<string> => [
  `insert into accounts (id, type, name, name_key, role, email, email_key, email_verified_at, password_hash, referral_code,
      trust_label)
    select bench_id(8, n), 'human', 'Owner ' || n, 'owner ' || n, 'participant', 'o' || n || '@example.org',
      'o' || n || '@example.org', now(), 'none', 'OWNER' || n, 'verified'
    from generate_series(1, ${agents}) n`,
  `insert into accounts (id, type, name, name_key, role, referral_code, trust_label, owner_id, model, model_family)
    select bench_id(3, n), 'agent', 'Agent ' || n, 'agent ' || n, 'predictor', 'AGENT' || n, 'verified', bench_id(8, n),
      (array['gpt-4o', 'claude-sonnet-4', 'llama-3.1-70b', 'mistral-large'])[1 + n % 4],
      (array['gpt', 'claude', 'llama', 'mistral'])[1 + n % 4]
    from generate_series(1, ${agents}) n`,
  `insert into questions (id, question, category, timeframe, resolution_source, resolution_date, status, question_type)
    select bench_id(2, n), 'Will measure number ' || n || ' of the monthly release stand at or above 100?', 'technology', 'long',
      'The statistics office', current_date + 200, 'open', 'binary'
    from generate_series(0, ${questions - 1}) n`
]

/** $1 the texts, $2 the first question, $3 the number of agents. The agents answer one after another, every second. */
const predictions = `
  insert into predictions (id, question_id, account_id, seq, prediction, confidence, reasoning, reasoning_digest, model,
    model_family, contrarian, stake, engagement, created_at)
  select bench_id(4, q * $3::bigint + n), bench_id(2, q), bench_id(3, n), n, (n * 7 + q) % 10 < 3 + q % 5, 50 + (n + q) % 50,
    ($1::text[])[1 + (n + q) % ${texts}], sha256(int8send(q * $3::bigint + n)), a.model, a.model_family, false, 50, '{}',
    ${begin} + n * interval '1 second'
  from generate_series($2::integer, $2::integer + ${questionsPerBatch - 1}) q, generate_series(1, $3::integer) n
    join accounts a on a.id = bench_id(3, n)`

// As the placements would have counted them.
const counters = [
  `insert into consensus_tallies (question_id, model, model_family, band, count, yes_count, confidence_sum)
    select question_id, model, model_family, confidence / 10, count(*), count(*) filter (where prediction), sum(confidence)
    from predictions group by 1, 2, 3, 4`,
  `insert into consensus_voices (question_id, owner_id, family, weight)
    select p.question_id, v.owner_id, v.family, sum(p.novelty)
    from predictions p join accounts a on a.id = p.account_id,
      lateral (values (a.owner_key, ''), (a.owner_key, p.model_family),
        ('00000000-0000-0000-0000-000000000000'::uuid, p.model_family)) v (owner_id, family)
    group by 1, 2, 3`,
  `update questions q set voice_weight = v.weight, voice_owner_squares = v.owners, voice_family_squares = v.families,
      voice_owner_family_squares = v.owners
    from (
      select question_id, sum(weight) filter (where family = '') as weight,
        sum(weight::bigint * weight) filter (where family = '') as owners,
        sum(weight::bigint * weight) filter (where owner_id = '00000000-0000-0000-0000-000000000000') as families
      from consensus_voices group by 1
    ) v where v.question_id = q.id`,
  `insert into survey_respondents (survey_id, account_id, answered)
    select l.survey_id, p.account_id, count(*)
    from surveys s join survey_questions l on l.survey_id = s.id join predictions p on p.question_id = l.question_id
    where p.created_at <= coalesce(s.closed_at, 'infinity') group by 1, 2`,
  "vacuum analyze",
  "checkpoint"
]

/**
 * Surveys of all questions: the first is open, the second closed after the last prediction, the third a hundredth of
 * the predictions earlier.
 */
const surveyIds = { open: benchId(9, 0), closed: benchId(9, 1), closedBefore: benchId(9, 2) }

const insertSurveys = `
  insert into surveys (id, title, description, tags, status, created_by)
  select id, 'Measures of the monthly release', '', '', 'draft', 'bench' from unnest(array[$1, $2, $3]::uuid[]) id`
const linkQuestions = `
  insert into survey_questions (survey_id, question_id, position)
  select s.id, bench_id(2, n), n from surveys s, generate_series(0, ${questions - 1}) n`
const openSurveys = `update surveys set status = 'open', opened_at = ${begin}`
/** $1 survey, $2 the number of agents that have answered. */
const closeSurvey = `
  update surveys set status = 'closed', closed_at = ${begin} + $2::integer * interval '1 second' where id = $1::uuid
  returning closed_at`

/**
 * Fills a migrated database with the surveys, their questions and an answer of each agent to each. Returns when the survey
 * with late predictions closed.
 */
const fillSurvey = async (client: pg.Client, agents: number): Promise<Date> => {
  const reasonings = Array.from({ length: texts }, (_, n) => reasoningOf(n, "survey"))
  await client.query("set statement_timeout = 0; set synchronous_commit = off")
  for (const statement of [...benchFunctions, ...accounts(agents)]) await client.query(statement)
  for (let from = 0; from < questions; from += questionsPerBatch)
    await client.query(predictions, [reasonings, from, agents])
  const { closed, closedBefore, open } = surveyIds
  await client.query(insertSurveys, [open, closed, closedBefore])
  await client.query(linkQuestions)
  await client.query(openSurveys)
  await client.query(closeSurvey, [closed, agents])
  const { rows } = await client.query(closeSurvey, [closedBefore, agents - Math.round((agents * latePercent) / 100)])
  for (const statement of counters) await client.query(statement)
  return rows[0].closed_at
}

/** P6: the results of a survey of 100 questions, against one SQL aggregate of the same predictions. */
export const surveys: Bench = async ({ full }) => {
  const agents = full ? 10_000 : 1_000
  const server = await startBenchServer()
  try {
    const databaseUrl = await server.create("surveys")
    const ids = Array.from({ length: questions }, (_, n) => benchId(2, n))
    const closedAt = await connected(databaseUrl, (client) => fillSurvey(client, agents))
    const stores = Notifications.layer.pipe(
      Layer.provideMerge(Layer.provide(PgStores.layer, testOutside)),
      Layer.provideMerge(ServerDatabase.layer({ url: databaseUrl }))
    )
    const runtime = ManagedRuntime.make(stores)
    const results = (id: string): Promise<SurveyFigures> =>
      runtime.runPromise(Effect.map(
        Effect.flatMap(SurveyTallyStore, (store) => store.facts(id)),
        (facts) => surveyResults(facts, id === surveyIds.open)
      ))
    try {
      return await connected(databaseUrl, async (client) => {
        const rows: Array<BenchRow> = []
        for (
          const [what, id, until] of [
            ["results of an open survey", surveyIds.open, null],
            ["results of a closed survey", surveyIds.closed, null],
            [`results of a closed survey, ${latePercent} % placed later`, surveyIds.closedBefore, closedAt]
          ] as const
        ) {
          const turns = await turnsOf(client, ids, until, () => results(id))
          rows.push(
            rowOf(`${what}, against the aggregate by hand (less is better)`, "ms", turns, {
              of: "ratio",
              is: "at most",
              value: 1.5
            }),
            {
              what: `${what} (less is better)`,
              unit: "ms",
              ours: median(turns.map(({ ours }) => ours)),
              goal: { of: "ours", is: "at most", value: 50 }
            }
          )
        }
        rows.push({
          what: "rise of the memory while results are read (less is better)",
          unit: "MiB",
          ours: await memoryRise(process.pid, () => results(surveyIds.closedBefore)),
          goal: { of: "ours", is: "at most", value: 100 }
        })
        return {
          title: "P6: survey results",
          rows,
          notes: [
            `${server.version}; ${questions} questions, ${
              agents.toLocaleString("en-US")
            } agents, each with an answer to every`,
            "question. The aggregate by hand counts by question and model family; ours also finds who answered everything,",
            "weighs voices, and computes all results."
          ]
        }
      })
    } finally {
      await runtime.dispose()
    }
  } finally {
    await server.stop()
  }
}

/** Times in milliseconds of ours and of the aggregate, in turns; both must count the same predictions. */
const turnsOf = async (
  client: pg.Client,
  ids: ReadonlyArray<string>,
  until: Date | null,
  results: () => Promise<SurveyFigures>
) => {
  const turns: Array<{ readonly ours: number; readonly theirs: number }> = []
  for (let round = -1; round < rounds; round++) {
    const start = performance.now()
    const { analytics } = await results()
    const read = performance.now()
    const { rows } = await client.query(byHand, [ids, until])
    const end = performance.now()
    const counted = rows.reduce((sum: number, { count }: { readonly count: number }) => sum + count, 0)
    if (counted !== analytics.total_predictions)
      throw new Error(`the results count ${analytics.total_predictions} predictions, the aggregate ${counted}`)
    if (round >= 0) turns.push({ ours: read - start, theirs: end - read })
  }
  return turns
}
