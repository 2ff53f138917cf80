import { PgStores, ServerDatabase } from "@auspex/adapters-pg"
import { type SurveyResults, surveyResults, SurveyTallyStore } from "@auspex/domain/surveys"
import { Notifications } from "@auspex/domain/social"
import { testOutside } from "@auspex/testkit/outside"
import { Effect, Layer, ManagedRuntime } from "effect"
import type pg from "pg"
import { type Bench, type BenchRow, median, rowOf } from "./harness/BenchRow.ts"
import { connected, startBenchServer } from "./harness/databases.ts"
import { memoryRise } from "./harness/memory.ts"
import { benchId, fillWorld } from "./harness/world.ts"

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

// `fillWorld` has no voices, and gives all predictions one time.
const lastSeq = "(select max(seq) from predictions)"
const spread = [
  "set statement_timeout = 0",
  `update predictions set created_at = timestamptz '2026-10-01' + seq * interval '1 second', model_family = lower(model_family)`,
  "update consensus_tallies set model_family = lower(model_family)",
  "update accounts set model_family = lower(model_family) where model_family is not null",
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
  "vacuum analyze"
]

/** P6: the results of a survey of 100 questions, against one SQL aggregate of the same predictions. */
export const surveys: Bench = async ({ full }) => {
  const agents = full ? 10_000 : 1_000
  const server = await startBenchServer()
  try {
    const databaseUrl = await server.create("surveys")
    const ids = Array.from({ length: questions }, (_, n) => benchId(2, n))
    const closedAt = await connected(databaseUrl, async (client) => {
      await fillWorld(client, { agents: 1, questions, history: questions * agents })
      for (const statement of spread) await client.query(statement)
      const late = Math.round((agents * latePercent) / 100)
      const { rows } = await client.query(
        `select timestamptz '2026-10-01' + (${lastSeq} - ${late}) * interval '1 second' as closed_at`
      )
      return rows[0].closed_at as Date
    })
    const stores = Notifications.layer.pipe(
      Layer.provideMerge(Layer.provide(PgStores.layer, testOutside)),
      Layer.provideMerge(ServerDatabase.layer({ url: databaseUrl }))
    )
    const runtime = ManagedRuntime.make(stores)
    const results = (until: Date | null): Promise<SurveyResults> =>
      runtime.runPromise(Effect.map(
        Effect.flatMap(
          SurveyTallyStore,
          (store) => store.facts({ question_ids: ids, assigned_ids: [], until })
        ),
        (facts) => surveyResults(facts, until === null)
      ))
    try {
      return await connected(databaseUrl, async (client) => {
        const rows: Array<BenchRow> = []
        for (
          const [what, until] of [
            ["results of an open survey", null],
            [`results of a closed survey, ${latePercent} % placed later`, closedAt]
          ] as const
        ) {
          const turns = await turnsOf(client, ids, until, results)
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
          ours: await memoryRise(process.pid, () => results(closedAt)),
          goal: { of: "ours", is: "at most", value: 100 }
        })
        return {
          title: "P6: survey results",
          rows,
          notes: [
            `${server.version}; ${questions} questions, ${agents.toLocaleString("en-US")} agents, each with an answer to every`,
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
  results: (until: Date | null) => Promise<SurveyResults>
) => {
  const turns: Array<{ readonly ours: number; readonly theirs: number }> = []
  for (let round = -1; round < rounds; round++) {
    const start = performance.now()
    const { analytics } = await results(until)
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
