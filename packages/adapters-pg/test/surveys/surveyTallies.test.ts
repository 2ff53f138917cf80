import { voiceFamilyOf } from "@auspex/domain/consensus"
import { modelFamilyOf } from "@auspex/domain/identity"
import {
  RunningTallies,
  type SurveyAnswer,
  type SurveyFacts,
  surveyResults,
  SurveyTallyStore,
  tallyOf
} from "@auspex/domain/surveys"
import { onEachDatabase, onFreshServerDatabase } from "@auspex/testkit/databases"
import { SqlClient } from "@effect/sql/SqlClient"
import { Effect } from "effect"
import * as fc from "effect/FastCheck"
import { expect, it } from "vitest"
import { surveyFacts } from "../../src/surveys/surveys/surveyTallySql.ts"
import { SurveyTallyStorePg } from "../../src/surveys/surveys/SurveyTallyStorePg.ts"
import { planOf, rowsRead } from "../plans.ts"

const options = ["Red", "Green", "Blue"]
const models = [null, "gpt-4o", "gpt-5", "claude-3", "phi3", "yi"]
const familyNow = (model: string | null) => modelFamilyOf(model ?? "")

/** Ids that sort by their numbers; `kind` keeps those of different tables apart. */
const idOf = (world: number, kind: number, n: number): string =>
  `${String(world).padStart(7, "0")}${kind}-0000-7000-8000-${String(n).padStart(12, "0")}`

const placedAt = (n: number): Date => new Date(Date.UTC(2026, 10, 1) + n * 1_000)

/** An answer with its number, which orders all predictions in time. */
interface Placed extends SurveyAnswer {
  readonly n: number
}

interface World {
  readonly questions: ReadonlyArray<{ readonly id: string; readonly options: ReadonlyArray<string> | null }>
  readonly owners: ReadonlyArray<string>
  readonly agents: ReadonlyArray<{ readonly id: string; readonly owner_id: string; readonly model: string | null }>
  readonly placed: ReadonlyArray<Placed>
  readonly assigned: ReadonlyArray<string>
  readonly until: Date | null
}

let worlds = 0

const anyWorld = fc.record({
  kinds: fc.array(fc.boolean(), { minLength: 1, maxLength: 4 }),
  agents: fc.array(fc.record({ owner: fc.nat({ max: 2 }), model: fc.constantFrom(...models) }), {
    minLength: 1,
    maxLength: 8
  }),
  answers: fc.array(
    fc.record({
      question: fc.nat(),
      agent: fc.nat(),
      side: fc.nat({ max: 2 }),
      confidence: fc.integer({ min: 50, max: 99 }),
      novelty: fc.constantFrom(100, 100, 100, 40, 0),
      /** The model of the agent at the time, which it may have changed since. */
      former: fc.option(fc.constantFrom("gpt-5", "grok-2", "phi3"), { nil: undefined })
    }),
    { maxLength: 40 }
  ),
  assigned: fc.array(fc.nat({ max: 7 }), { maxLength: 4 }),
  until: fc.option(fc.nat({ max: 40 }), { nil: null })
}).map(({ agents, answers, assigned, kinds, until }): World => {
  const world = ++worlds
  const questions = kinds.map((isMulti, n) => ({ id: idOf(world, 1, n), options: isMulti ? options : null }))
  const owners = [0, 1, 2].map((n) => idOf(world, 2, n))
  const panel = agents.map(({ model, owner }, n) => ({ id: idOf(world, 3, n), owner_id: owners[owner]!, model }))
  const byPair = new Map<string, Placed>()
  for (const [n, { agent, confidence, former, novelty, question, side }] of answers.entries()) {
    const on = questions[question % questions.length]!
    const { id, model: now, owner_id } = panel[agent % panel.length]!
    const model = now === null ? null : former ?? now
    if (byPair.has(`${on.id} ${id}`)) continue
    byPair.set(`${on.id} ${id}`, {
      n,
      question_id: on.id,
      agent: {
        id,
        owner_id,
        model_family: familyNow(now),
        voice_family: voiceFamilyOf(now, familyNow(now))
      },
      prediction: on.options !== null || side % 2 === 1,
      option_index: on.options === null ? null : side,
      confidence,
      model,
      model_family: familyNow(model),
      novelty
    })
  }
  return {
    questions,
    owners,
    agents: panel,
    placed: [...byPair.values()],
    assigned: assigned.map((n) => panel[n % panel.length]!.id),
    until: until === null ? null : placedAt(until)
  }
})

const insertWorld = (world: World) =>
  Effect.gen(function*() {
    const { agents, owners, placed, questions } = world
    const sql = yield* SqlClient
    const insert = (text: string, rows: ReadonlyArray<object>) => sql.unsafe(text, [JSON.stringify(rows)])
    yield* insert(
      `insert into accounts (id, type, name, name_key, role, referral_code, trust_label, email, email_key, password_hash)
        select id, 'human', id, id, 'participant', id, 'verified', id || '@example.test', id || '@example.test', 'none'
        from jsonb_to_recordset($1::text::jsonb) as a (id uuid)`,
      owners.map((id) => ({ id }))
    )
    yield* insert(
      `insert into accounts (id, type, name, name_key, role, referral_code, trust_label, owner_id, model, model_family)
        select id, 'agent', id, id, 'predictor', id, 'verified', owner_id, model, model_family
        from jsonb_to_recordset($1::text::jsonb) as a (id uuid, owner_id uuid, model text, model_family text)`,
      agents.map((agent) => ({ ...agent, model_family: agent.model === null ? null : familyNow(agent.model) }))
    )
    yield* insert(
      `insert into questions (id, question, category, timeframe, resolution_source, resolution_date, status, question_type, options)
        select id, 'Will it?', 'society', 'long', 'the sky', '2099-01-01', 'open',
          case when options is null then 'binary' else 'multi' end,
          (select array_agg(o order by n) from jsonb_array_elements_text(options) with ordinality e (o, n))
        from jsonb_to_recordset($1::text::jsonb) as q (id uuid, options jsonb)`,
      questions.map(({ id, options }) => options === null ? { id } : { id, options })
    )
    const seqs = new Map<string, number>()
    yield* insert(
      `insert into predictions (id, question_id, account_id, seq, prediction, confidence, reasoning, reasoning_digest,
          selected_option, model, model_family, contrarian, stake, engagement, novelty, created_at)
        select gen_random_uuid(), question_id, account_id, seq, prediction, confidence, 'because', sha256(random()::text::bytea),
          selected_option, model, model_family, false, confidence, '{}', novelty, created_at
        from jsonb_to_recordset($1::text::jsonb) as p (question_id uuid, account_id uuid, seq integer, prediction boolean,
          confidence integer, selected_option text, model text, model_family text, novelty integer, created_at timestamptz)`,
      placed.map((answer) => {
        const seq = (seqs.get(answer.question_id) ?? 0) + 1
        seqs.set(answer.question_id, seq)
        return {
          ...answer,
          seq,
          account_id: answer.agent.id,
          selected_option: answer.option_index === null ? null : options[answer.option_index]!,
          created_at: placedAt(answer.n)
        }
      })
    )
    yield* storeTallies(questions.map(({ id }) => id))
    yield* insertSurvey(world)
  })

/** The id of the survey of a world. */
const surveyOf = ({ questions: [first] }: World): string => first!.id

/** Stores the survey with its panel, closed when the world says so, as it would be if it had been open all the time. */
const insertSurvey = (world: World) =>
  Effect.gen(function*() {
    const { assigned, questions, until } = world
    const sql = yield* SqlClient
    const id = surveyOf(world)
    yield* sql.unsafe(
      `insert into surveys (id, title, description, tags, status, created_by) values ($1, 'Rivers', '', '', 'draft', 'ada')`,
      [id]
    )
    yield* sql.unsafe(
      `insert into survey_questions (survey_id, question_id, position)
        select $1::uuid, id, n from unnest($2::uuid[]) with ordinality q (id, n)`,
      [id, questions.map((question) => question.id)]
    )
    yield* sql.unsafe(
      `insert into survey_assignments (survey_id, account_id, assigned_by)
        select distinct $1::uuid, id, 'ada' from unnest($2::uuid[]) a (id)`,
      [id, assigned]
    )
    yield* sql.unsafe("update surveys set status = 'open', opened_at = $2 where id = $1", [id, placedAt(0)])
    if (until !== null)
      yield* sql.unsafe("update surveys set status = 'closed', closed_at = $2 where id = $1", [id, until])
    yield* countRespondents
  })

/** Counts who answered the surveys, as opening them and placing the predictions would have done. */
const countRespondents = Effect.flatMap(
  SqlClient,
  (sql) =>
    sql.unsafe(
      `insert into survey_respondents (survey_id, account_id, answered)
        select s.id, p.account_id, count(*)
        from surveys s join survey_questions l on l.survey_id = s.id join predictions p on p.question_id = l.question_id
        where p.created_at <= coalesce(s.closed_at, 'infinity') group by 1, 2`
    )
)

/** Stores the tallies and the voices of questions, as placing the predictions would have done. */
const storeTallies = (ids: ReadonlyArray<string>) =>
  Effect.gen(function*() {
    const sql = yield* SqlClient
    yield* sql.unsafe(
      `insert into consensus_tallies (question_id, model, model_family, band, count, yes_count, confidence_sum)
        select question_id, coalesce(model, ''), model_family, confidence / 10, count(*), count(*) filter (where prediction),
          sum(confidence)
        from predictions where question_id = any ($1::uuid[]) group by 1, 2, 3, 4`,
      [ids]
    )
    yield* sql.unsafe(
      `insert into consensus_voices (question_id, owner_id, family, weight)
        select p.question_id, v.owner_id, v.family, sum(p.novelty)
        from predictions p join accounts a on a.id = p.account_id,
          auspex_voice_family(p.model, p.model_family) f (family),
          lateral (values (a.owner_key, ''), (a.owner_key, nullif(f.family, '')),
            ('00000000-0000-0000-0000-000000000000'::uuid, nullif(f.family, ''))) v (owner_id, family)
        where p.question_id = any ($1::uuid[]) and v.family is not null and p.novelty > 0 group by 1, 2, 3`,
      [ids]
    )
    yield* sql.unsafe(
      `update questions q set
          voice_weight = s.weight, voice_overlap = s.overlap,
          voice_owner_squares = coalesce(v.owners, 0), voice_family_squares = coalesce(v.families, 0),
          voice_owner_family_squares = coalesce(v.owner_families, 0)
        from (
          select question_id, sum(novelty) as weight, sum(novelty * (100 - novelty)) as overlap from predictions group by 1
        ) s left join (
          select question_id, sum(weight::bigint * weight) filter (where family = '') as owners,
            sum(weight::bigint * weight) filter (where owner_id = '00000000-0000-0000-0000-000000000000') as families,
            sum(weight::bigint * weight) filter (
              where family <> '' and owner_id <> '00000000-0000-0000-0000-000000000000') as owner_families
          from consensus_voices group by 1
        ) v on v.question_id = s.question_id
        where q.id = s.question_id and q.id = any ($1::uuid[])`,
      [ids]
    )
  })

/** The tallies of rows, by the plainest aggregate. */
const aggregated = (ids: ReadonlyArray<string>, until: Date | null) =>
  Effect.flatMap(SqlClient, (sql) =>
    sql.unsafe<{ id: string; n: number; share: number; confidence: number }>(
      `select p.question_id as id, count(*)::integer as n, round(100 * avg(p.prediction::integer), 2)::float as share,
          round(avg(p.confidence), 2)::float as confidence
        from predictions p
        where p.question_id = any ($1::uuid[]) and p.created_at <= coalesce($2::timestamptz, 'infinity') group by 1`,
      [ids, until]
    ))

const storedFacts = (world: World) =>
  Effect.provide(Effect.flatMap(SurveyTallyStore, (store) => store.facts(surveyOf(world))), SurveyTallyStorePg.layer)

const resultsOf = (facts: SurveyFacts, tallies = facts.tallies) => surveyResults({ ...facts, tallies }, false)

onEachDatabase("the tallies of surveys", (db) => {
  it("are the same from rows, one by one in any order, and from the database", async () => {
    const samples = anyWorld.chain((world) =>
      fc.shuffledSubarray([...world.placed], { minLength: world.placed.length }).map((order) => ({ order, world }))
    )
    await fc.assert(
      fc.asyncProperty(samples, ({ order, world }) =>
        db.run(Effect.gen(function*() {
          yield* db.reset
          yield* insertWorld(world)
          const { questions, until } = world
          const inTime = ({ n }: Placed) => until === null || placedAt(n) <= until
          const rows = tallyOf(world, world.placed.filter(inTime))
          const running = new RunningTallies(world)
          for (const answer of order.filter(inTime)) running.add(answer)
          const facts = yield* storedFacts(world)
          expect(running.tallies()).toEqual(rows)
          expect(facts.tallies).toEqual(rows)
          expect(resultsOf(facts, rows)).toEqual(resultsOf(facts))

          const plain = yield* aggregated(questions.map(({ id }) => id), until)
          for (const { consensus, prediction_count, question_id } of resultsOf(facts).questions) {
            const row = plain.find(({ id }) => id === question_id)
            expect(prediction_count).toBe(row?.n ?? 0)
            expect(consensus.yes_percent).toBeCloseTo(row?.share ?? 0, 1)
            expect(consensus.avg_confidence).toBeCloseTo(row?.confidence ?? 0, 1)
          }
        }))),
      { numRuns: 20 }
    )
  })
})

onFreshServerDatabase("the statement of the tallies", (db) => {
  it("reads few predictions of binary questions, however many there are", () =>
    db.run(Effect.gen(function*() {
      yield* db.reset
      const sql = yield* SqlClient
      const [questions, agents] = [4, 1_500]
      yield* sql.unsafe(
        `insert into accounts (id, type, name, name_key, role, referral_code, trust_label, model, model_family)
          select gen_random_uuid(), 'agent', 'A' || n, 'a' || n, 'predictor', 'A' || n, 'unverified', 'gpt-5', 'gpt'
          from generate_series(1, ${agents}) n`
      )
      yield* sql.unsafe(
        `insert into questions (id, question, category, timeframe, resolution_source, resolution_date, status, question_type)
          select gen_random_uuid(), 'Will it?', 'society', 'long', 'the sky', '2099-01-01', 'open', 'binary'
          from generate_series(1, ${questions})`
      )
      yield* sql.unsafe(
        `insert into predictions (id, question_id, account_id, seq, prediction, confidence, reasoning, reasoning_digest, model,
            model_family, contrarian, stake, engagement, created_at)
          select gen_random_uuid(), q.id, a.id, a.n, a.n % 3 <> 0, 50 + a.n % 50, repeat('because ', 100),
            sha256((q.id::text || a.n)::bytea), 'gpt-5', 'gpt', false, 60, '{}', timestamptz '2026-11-01' + a.n * interval '1 second'
          from questions q, (select id, row_number() over () as n from accounts) a`
      )
      const ids = (yield* sql.unsafe<{ id: string }>("select id from questions")).map(({ id }) => id)
      yield* storeTallies(ids)
      const late = 10
      const survey = idOf(1, 9, 1)
      yield* sql.unsafe(
        "insert into surveys (id, title, description, tags, status, created_by) values ($1, 'Rivers', '', '', 'draft', 'ada')",
        [survey]
      )
      yield* sql.unsafe("insert into survey_questions select $1, id, row_number() over () from questions", [survey])
      yield* sql.unsafe("update surveys set status = 'open', opened_at = $1", [placedAt(0)])
      yield* sql.unsafe("update surveys set status = 'closed', closed_at = $1", [placedAt(agents - late)])
      yield* countRespondents
      yield* sql.unsafe("vacuum analyze")
      const plan = yield* planOf(surveyFacts, [survey])
      // The late ones, the last one in time, and the strongest of each side, of each question.
      expect(rowsRead(plan, "predictions")).toBeLessThanOrEqual(questions * 4 * (late + 2))
    })))
})
