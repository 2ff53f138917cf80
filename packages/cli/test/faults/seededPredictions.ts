import { SqlClient } from "@effect/sql/SqlClient"
import { Effect } from "effect"

/** Inserts open questions in the state after publishing; returns their ids. */
export const seedQuestions = (count: number) =>
  Effect.flatMap(SqlClient, (sql) =>
    Effect.map(
      sql.unsafe<{ id: string }>(
        `with opened as (
          insert into questions (id, question, category, timeframe, resolution_source, resolution_date, status, question_type, published_at)
          select gen_random_uuid(), 'Will measure ' || n || ' be at or above 100?', 'technology', 'long', 'The office',
            current_date + 200, 'open', 'binary', now()
          from generate_series(1, $1::integer) n returning id, question, category
        ), recorded as (
          insert into outbox_events (id, event, data, question_id)
          select gen_random_uuid(), 'question.created',
            jsonb_build_object('question_id', id, 'question', question, 'category', category), id from opened
        ) select id from opened`,
        [count]
      ),
      (rows) => rows.map(({ id }) => id)
    ))

/**
 * Inserts predictions of `count` accounts on a question, with everything that registering and placing would have
 * written. The accounts are always the same. Two thirds predict yes, the same in each `round`; the stakes are 50 to 99
 * and differ.
 */
export const seedPredictions = (question: string, count: number, round = 0) =>
  Effect.gen(function*() {
    const sql = yield* SqlClient
    const statements = [
      `create temporary table seeded on commit drop as
        select ('00000000-0000-7000-9000-' || lpad(to_hex(n), 12, '0'))::uuid as account, gen_random_uuid() as prediction,
          n as seq, n % 3 <> 0 as yes, 50 + (n + 7 * ${round}) % 50 as confidence
        from generate_series(1, ${count}) n`,
      `insert into accounts (id, type, name, name_key, role, referral_code, trust_label, points, ledger_seq, model, model_family)
        select account, 'agent', 'Seeded ' || seq, 'seeded ' || seq, 'predictor', 'seed' || seq, 'verified', 5000, 1, 'gpt-5', 'gpt'
        from seeded on conflict do nothing`,
      `insert into ledger (id, account_id, seq, amount, balance, reason, note, key)
        select gen_random_uuid(), account, 1, 5000, 5000, 'registration', 'seeded', 'registration:' || account from seeded
        on conflict do nothing`,
      `insert into predictions (id, question_id, account_id, seq, prediction, confidence, reasoning, reasoning_digest, model, model_family, contrarian, stake, engagement)
        select prediction, '${question}', account, seq, yes, confidence, 'seeded ' || seq,
          sha256(('seeded ' || seq || ' on ${question}')::bytea), 'gpt-5', 'gpt', false, confidence, '{}'
        from seeded`,
      `insert into ledger (id, account_id, seq, amount, balance, reason, note, question_id, key)
        select gen_random_uuid(), account, a.ledger_seq + 1, -confidence, a.points - confidence, 'stake_lock', 'seeded',
          '${question}', 'stake_lock:' || prediction from seeded join accounts a on a.id = account`,
      `update accounts a set points = points - confidence, ledger_seq = ledger_seq + 1, prediction_count = prediction_count + 1,
          locked_points = locked_points + confidence, last_technology_prediction_at = auspex_now()
        from seeded where a.id = account`,
      `insert into prediction_words (question_id, seq, prediction_id, words) select '${question}', seq, prediction, '' from seeded`,
      `insert into outbox_events (id, event, data, question_id, actor_id)
        select gen_random_uuid(), 'prediction.placed', jsonb_build_object('prediction_id', prediction, 'question_id', '${question}'), '${question}', account
        from seeded`,
      `insert into consensus_tallies (question_id, model, model_family, band, count, yes_count, confidence_sum)
        select '${question}', 'gpt-5', 'gpt', confidence / 10, count(*), count(*) filter (where yes), sum(confidence) from seeded group by confidence / 10`,
      // One family, as many owners as accounts, and no copies: a weight of 100 each.
      `insert into consensus_voices (question_id, owner_id, family, weight)
        select '${question}'::uuid, account, family, 100 from seeded, (values (''), ('gpt')) f (family)
        union all select '${question}', '00000000-0000-0000-0000-000000000000', 'gpt', ${100 * count}`,
      `update questions set voice_weight = ${100 * count}, voice_owner_squares = ${100 ** 2 * count},
        voice_family_squares = ${(100 * count) ** 2}, voice_owner_family_squares = ${100 ** 2 * count}
        where id = '${question}'`,
      `update questions set prediction_count = ${count}, yes_count = t.yes, no_count = ${count} - t.yes, confidence_sum = t.confidence
        from (select count(*) filter (where yes) as yes, sum(confidence) as confidence from seeded) t where id = '${question}'`,
      `select auspex_count_owners(array['${question}'::uuid])`
    ]
    yield* sql.withTransaction(Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true }))
  })
