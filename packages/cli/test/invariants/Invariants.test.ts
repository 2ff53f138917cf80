import type { StorageUnavailable } from "@auspex/domain/kernel"
import { onEachDatabase } from "@auspex/testkit/databases"
import { checkInvariants, invariants, violationsNamedMax, violationsOf } from "@auspex/testkit/invariants"
import { runSeason } from "@auspex/testkit/season"
import { SqlClient } from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { beforeAll, expect, it } from "vitest"
import { seasonWorld, shortSeason, testSeasonClock } from "../season/seasonWorld.ts"
import { commentBreaches } from "./commentBreaches.ts"
import { researchBreaches } from "./researchBreaches.ts"
import { surveyBreaches } from "./surveyBreaches.ts"
import { webhookBreaches } from "./webhookBreaches.ts"

const one = (table: string, condition = "true") => `ctid = (select ctid from ${table} where ${condition} limit 1)`
const settled = "correct is not null and payout > 5"

/** Inserts validations by this many guardians, each of another owner, on one prediction of an agent. */
const validated = (guardians: number, validation: "valid" | "suspect") =>
  `insert into prediction_validations (id, prediction_id, author_id, validator_id, validation, reason, flags)
   select gen_random_uuid(), p.id, p.account_id, g.id, '${validation}', 'by a test', '{spam}'
   from (
     select p.* from predictions p join accounts a on a.id = p.account_id where a.trust_label = 'verified' limit 1
   ) p join accounts a on a.id = p.account_id
   join (select distinct on (owner_key) * from accounts where type = 'agent') g on g.owner_key <> a.owner_key
   limit ${guardians}`

/** Statements that insert an article of any account, in this status. */
const insertArticle = (status: "review" | "published") => `
  insert into articles (id, slug, title, subtitle, content, content_html, rendered_by, summary, article_type, status,
    author_id, tags, meta_description, published_at)
  select gen_random_uuid(), 'by-a-test', 'By a test', '', '', '', 1, '', 'custom', '${status}', id, '', '',
    ${status === "published" ? "auspex_now()" : "null"} from accounts limit 1;`
const announceArticle = (slug: string) => `
  insert into outbox_events (id, event, data)
  select gen_random_uuid(), 'article.published', jsonb_build_object('article_id', id, 'slug', '${slug}') from articles;`

/** Statements that insert two contents, and a persona of any account that has the first. */
const insertPersona = `
  insert into persona_contents (content_hash, name, dimensions, traits, reasoning_prompt, prompt_tokens, version)
  select repeat(letter, 64), 'By a test', '{}', '{}', '', 800, 1 from unnest(array['a', 'b']) as letter;
  insert into personas (id, account_id, content_hash) select gen_random_uuid(), id, repeat('a', 64) from accounts limit 1;`

/** For every invariant, statements that break it. */
const breaches: Readonly<Record<string, ReadonlyArray<string>>> = {
  balance: [`update accounts set points = points + 1 where ${one("accounts")}`],
  "ledger order": [
    `update accounts set ledger_seq = ledger_seq + 1 where ${one("accounts")}`,
    `alter table ledger disable trigger all; update ledger set seq = seq + 1000 where ${one("ledger", "seq = 1")};`
  ],
  "running balance": [
    `alter table ledger disable trigger all; update ledger set balance = balance - 1 where ${one("ledger")};`
  ],
  registration: [
    `alter table ledger disable trigger all; update ledger set reason = 'decay' where ${one("ledger", "seq = 1")};`
  ],
  stake: [`update predictions set stake = stake + 1 where ${one("predictions")}`],
  "append-only": [
    "alter table ledger disable trigger ledger_append_only",
    "drop trigger audit_log_append_only on audit_log",
    "drop trigger ledger_never_truncated on ledger",
    "alter table prediction_history disable trigger all"
  ],
  "question counts": [
    `update questions set yes_count = yes_count + 1 where ${one("questions")}`,
    `update questions set confidence_sum = confidence_sum - 1 where ${one("questions")}`
  ],
  "option counts": [
    `update questions set option_counts[1] = option_counts[1] + 1 where ${one("questions", "question_type = 'multi'")}`,
    `update questions set option_counts = null where ${one("questions", "question_type = 'multi'")}`
  ],
  "prediction order": [`update predictions set seq = seq + 1000 where ${one("predictions", "seq = 2")}`],
  "prediction words": [
    `delete from prediction_words where ${one("prediction_words")}`,
    `update prediction_words set seq = seq + 1000 where ${one("prediction_words")}`
  ],
  "consensus tallies": [
    `update consensus_tallies set count = count + 1 where ${one("consensus_tallies")}`,
    `delete from consensus_tallies where ${one("consensus_tallies")}`,
    `update consensus_tallies set model = 'another' where ${one("consensus_tallies")}`
  ],
  "citation counts": [
    `update citation_counts set cited_by = cited_by + 1 where ${one("citation_counts")}`,
    `delete from citation_counts where ${one("citation_counts")}`
  ],
  "votes on questions": [`update questions set upvotes = upvotes + 1 where ${one("questions")}`],
  "votes on predictions": [
    `delete from prediction_votes where ${one("prediction_votes")}`,
    `update prediction_votes set value = -value where ${one("prediction_votes")}`
  ],
  "votes of owners": [
    `update predictions set owner_upvotes = owner_upvotes + 1 where ${one("predictions")}`,
    `update predictions set owner_downvotes = owner_downvotes + 1 where ${one("predictions")}`
  ],
  "votes within a family": [
    `insert into prediction_votes (prediction_id, account_id, value) select id, account_id, 1 from predictions limit 1`,
    `update questions set suggested_by = (select id from accounts limit 1), upvotes = 1 where ${one("questions")};
     insert into question_votes (question_id, account_id) select id, suggested_by from questions
      where suggested_by is not null;`
  ],
  "account counts": [
    `update accounts set correct_count = correct_count + 1 where ${one("accounts")}`,
    `update accounts set flagged_prediction_count = flagged_prediction_count + 1 where ${one("accounts")}`
  ],
  "texts to be found": [
    `delete from platform_texts where ${one("platform_texts", "type = 'account'")}`,
    `delete from platform_texts where ${one("platform_texts", "type = 'question'")}`
  ],
  "locked stakes": [`update accounts set locked_points = locked_points + 1 where ${one("accounts")}`],
  "last predictions": [
    `update accounts set last_society_prediction_at = last_society_prediction_at - interval '1 second' where ${
      one("accounts", "last_society_prediction_at is not null")
    }`,
    `update accounts set last_technology_prediction_at = auspex_now() where ${
      one("accounts", "last_technology_prediction_at is null")
    }`
  ],
  "Brier sums": [`update accounts set brier_sum = brier_sum + 0.01 where ${one("accounts")}`],
  followers: [`update accounts set follower_count = follower_count + 1 where ${one("accounts", "type = 'agent'")}`],
  recruits: [
    `update accounts set recruit_count = recruit_count + 1 where ${one("accounts")}`,
    `update accounts set referral_state = 'reversed' where ${one("accounts", "referral_state = 'paid'")}`
  ],
  streaks: [
    `update accounts set max_streak = max_streak + 1 where ${one("accounts", "resolved_count > 0")}`,
    `update accounts set max_streak = 5, streak_count = 6 where ${one("accounts")}`
  ],
  "settlement order": [
    `update predictions set settled_seq = settled_seq + 1 where ${one("predictions", settled)}`,
    `update predictions set settled_seq = 1 where ${one("predictions", settled)}`
  ],
  hedges: [
    `update predictions set hedged = not hedged where ${one("predictions", settled)}`,
    `update predictions set hedged = true, payout = stake + 1 where ${one("predictions", settled)}`
  ],
  "settlement streaks": [
    `update predictions set streak_at_resolution = streak_at_resolution + 1 where ${one("predictions", settled)}`
  ],
  "owner keys": [
    `update accounts set owner_key = gen_random_uuid() where ${one("accounts")}`,
    `update accounts set owner_key = id where ${one("accounts", "owner_id is not null")}`
  ],
  voices: [
    `update consensus_voices set weight = weight + 1 where ${one("consensus_voices")}`,
    `delete from consensus_voices where ${one("consensus_voices", "family = ''")}`,
    `update predictions set novelty = 40 where ${one("predictions")}`,
    `alter table accounts disable trigger accounts_owned;
     update accounts set owner_id = null where ${one("accounts", "owner_id is not null and prediction_count > 0")};`
  ],
  "owners on questions": [
    `update question_owners set account_ids = account_ids || account_ids where ${one("question_owners")}`,
    `update question_owners set prediction_ids[1] = gen_random_uuid() where ${one("question_owners")}`,
    `update question_owners set side = 1 - side where ${one("question_owners", "side < 2")}`,
    `delete from question_owners where ${one("question_owners")}`
  ],
  "owner counts": [
    `update questions set owner_count = owner_count + 1 where ${one("questions")}`,
    `update questions set owner_voices[1] = owner_voices[1] + 1 where ${one("questions", "owner_count > 0")}`
  ],
  pools: [
    `update questions set pool_sums[1] = pool_sums[1] + 1 where ${one("questions", "owner_count > 0")}`,
    `update questions set pool_squares = null where ${one("questions", "owner_count > 0")}`,
    `update question_owners set log_odds[1] = log_odds[1] - 1 where ${one("question_owners")}`
  ],
  "owner positions": [
    `update predictions set owner_position = owner_position + 1 where ${one("predictions")}`
  ],
  "voice sums": [
    `update questions set voice_overlap = voice_overlap + 1 where ${one("questions")}`,
    `update questions set voice_family_squares = voice_family_squares - 1 where ${one("questions")}`
  ],
  snapshots: [
    `update consensus_snapshots set total_agents = total_agents + 1 where ${
      one("consensus_snapshots", "kind = 'daily'")
    }`,
    `update consensus_snapshots set yes_count = yes_count + 1 where ${one("consensus_snapshots", "kind = 'moved'")}`,
    `update consensus_snapshots set taken_at = taken_at - interval '10 days' where ${one("consensus_snapshots")}`
  ],
  "options of snapshots": [
    `update consensus_snapshots set option_counts[1] = option_counts[2] + 1 where ${
      one("consensus_snapshots", "option_counts is not null")
    }`,
    `update consensus_snapshots set option_counts = null where ${
      one("consensus_snapshots", "option_counts is not null")
    }`
  ],
  "days of snapshots": [`delete from consensus_snapshots where ${one("consensus_snapshots", "kind = 'daily'")}`],
  "latest snapshots": [
    `update questions set snapshot_counts[1] = snapshot_counts[1] + 1 where ${
      one("questions", "snapshot_counts is not null")
    }`,
    `update questions set snapshot_counts = null where ${one("questions", "snapshot_counts is not null")}`
  ],
  "prediction scores": [
    `update predictions set log_score = log_score - 0.001 where ${one("predictions", settled)}`,
    `update predictions set brier_score = brier_score + 0.001 where ${one("predictions", settled)}`,
    `update predictions set correct = not correct where ${one("predictions", settled)}`
  ],
  "question scores": [
    `update question_scores set log_sum = log_sum + 1 where ${one("question_scores")}`,
    `delete from question_scores where ${one("question_scores")}`
  ],
  "validations paid": [
    validated(1, "valid"),
    `insert into ledger (id, account_id, seq, amount, balance, reason, note, key)
     select gen_random_uuid(), id, ledger_seq + 1, 20, points + 20, 'validation_reward', 'by a test', 'validation:none'
     from accounts limit 1`
  ],
  "validations of a day": [
    `insert into prediction_validations (id, prediction_id, author_id, validator_id, validation, reason, flags)
     select gen_random_uuid(), p.id, p.account_id, g.id, 'valid', 'by a test', '{}'
     from predictions p, (select id from accounts limit 1) g limit 6`,
    `insert into hallucination_claims (prediction_id, account_id)
     select p.id, a.id from predictions p, (select id from accounts limit 1) a limit 4`
  ],
  "validations of predictions": [
    validated(1, "valid"),
    `update predictions set suspect_count = suspect_count + 1 where ${one("predictions")}`
  ],
  "flags of predictions": [validated(2, "suspect")],
  "trust labels": [validated(100, "suspect"), validated(100, "valid")],
  highlights: [
    `insert into question_highlights (question_id, contrarian, high_confidence_correct) values (gen_random_uuid(), 1, 0)`
  ],
  "account days": [
    `update account_days set points = points + 1 where ${one("account_days")}`,
    `update account_days set earned = earned + 1 where ${one("account_days")}`,
    `update account_days set brier_sum = brier_sum + 0.01 where ${one("account_days")}`,
    `delete from account_days where ${one("account_days", "predictions > 0")}`
  ],
  "account categories": [`update account_categories set flagged = flagged + 1 where ${one("account_categories")}`],
  "persona records": [
    `${insertPersona} update predictions set persona_hash = repeat('a', 64) where ${
      one("predictions", "brier_score is not null")
    };`,
    `${insertPersona} insert into persona_records select repeat('a', 64), id, 1, 1, 0, 0 from accounts limit 1;`
  ],
  "assigned personas": [
    `${insertPersona} update accounts set persona_id = (select id from personas limit 1), persona_hash = repeat('b', 64)
      where ${one("accounts")};`
  ],
  "calibration counts": [`update calibration_counts set correct = correct + 1 where ${one("calibration_counts")}`],
  "history of predictions": [
    `alter table predictions disable trigger predictions_judged;
     update predictions set brier_score = 0.5 where ${one("predictions", settled)};`
  ],
  "history of questions": [
    `alter table questions disable trigger questions_changed;
     update questions set tag = '#other' where ${one("questions")};`,
    `alter table question_versions disable trigger all; delete from question_versions where ${one("question_versions")};
     delete from question_versions where question_id = (select id from questions limit 1);`
  ],
  "history of accounts": [
    `alter table accounts disable trigger accounts_changed; update accounts set role = 'scout' where ${
      one("accounts")
    };`,
    `alter table accounts disable trigger accounts_changed; alter table accounts disable trigger accounts_owned;
     update accounts set owner_id = null where ${one("accounts", "owner_id is not null")};`
  ],
  "history of votes on predictions": [
    `alter table prediction_votes disable trigger prediction_votes_moved;
     delete from prediction_votes where ${one("prediction_votes")};`,
    `alter table prediction_vote_history disable trigger all;
     update prediction_vote_history set former = 1 where ${one("prediction_vote_history")};`
  ],
  "history of votes on questions": [
    `alter table question_votes disable trigger question_votes_moved;
     insert into question_votes (question_id, account_id) select q.id, a.id from questions q, accounts a limit 1;`,
    `update questions set upvotes = upvotes + 1 where ${one("questions")}`
  ],
  "resolution job": [
    `delete from resolution_jobs where ${one("resolution_jobs")}`,
    `update questions set resolution_version = resolution_version + 1 where ${
      one("questions", "status = 'resolved' and prediction_count > 0")
    }`
  ],
  "job progress": [
    `update resolution_jobs set done = done - 1 where ${one("resolution_jobs", "total > 0")}`,
    `update resolution_jobs set finished_at = null where ${one("resolution_jobs")}`
  ],
  settlement: [
    `update predictions set resolved_at = null where ${one("predictions", settled)}`,
    `update predictions set brier_score = null where ${one("predictions", settled)}`
  ],
  payout: [`update predictions set payout = payout + 1 where ${one("predictions", settled)}`],
  "prediction.placed": [
    `delete from outbox_events where ${one("outbox_events", "event = 'prediction.placed'")}`,
    `insert into outbox_events (id, event, data, question_id)
     select gen_random_uuid(), event, data, question_id from outbox_events where event = 'prediction.placed' limit 1`
  ],
  overturn: [
    `alter table questions disable trigger all;
     update questions set resolution_version = 2 where ${
      one("questions", "status = 'resolved' and parent_question_id is null")
    };`
  ],
  ...commentBreaches,
  ...surveyBreaches,
  ...researchBreaches,
  ...webhookBreaches,
  "dispute events": [
    `insert into disputes (id, question_id, resolution_version, disputed_by, reason, evidence_urls)
     select gen_random_uuid(), question_id, 1, account_id, 'by a test', '{}' from predictions where ${
      one("predictions", settled)
    }`,
    `insert into outbox_events (id, event, data) values (gen_random_uuid(), 'dispute.resolved',
       jsonb_build_object('dispute_id', gen_random_uuid(), 'status', 'upheld'))`
  ],
  "article events": [
    insertArticle("published"),
    `${insertArticle("review")} ${announceArticle("by-a-test")}`,
    `${insertArticle("published")} ${announceArticle("by-a-test")} ${announceArticle("by-a-test")}`,
    `${insertArticle("published")} ${announceArticle("another")}`,
    `insert into outbox_events (id, event, data) values (gen_random_uuid(), 'article.published',
       jsonb_build_object('article_id', gen_random_uuid(), 'slug', 'nothing'))`
  ],
  "question events": ["question.created", "question.closing_soon", "question.resolved"].map((event) =>
    `delete from outbox_events where ${one("outbox_events", `event = '${event}'`)}`
  ).concat(
    "delete from outbox_events where event = 'question.closed'",
    `insert into outbox_events (id, event, data, question_id)
     values (gen_random_uuid(), 'question.created', '{}', gen_random_uuid())`
  )
}

onEachDatabase("invariants", (db) => {
  beforeAll(async () => {
    await Effect.gen(function*() {
      const sql = yield* SqlClient
      const now = (yield* sql<{ now: Date }>`select now() as now`)[0]!.now
      yield* runSeason({ ...shortSeason(now), clock: yield* testSeasonClock })
    }).pipe(Effect.provide(seasonWorld(db)), Effect.runPromise)
  })

  const invariant = (name: string) => invariants.find((one) => one.name === name)!

  /**
   * The result of a check after `breach`, which is then rolled back. Runs only the check that should notice, because
   * all together take long.
   */
  const after = (breach: string, check: Effect.Effect<ReadonlyArray<string>, StorageUnavailable, SqlClient>) =>
    db.run(Effect.gen(function*() {
      const sql = yield* SqlClient
      const found = yield* Effect.flip(sql.withTransaction(Effect.flatMap(
        Effect.zipRight(sql.unsafe(breach), check),
        (sentences) => Effect.fail(sentences)
      )))
      if (!Array.isArray(found)) throw found
      return found as ReadonlyArray<string>
    }))

  it("have no violations after a season", async () => {
    expect(await db.run(checkInvariants)).toEqual([])
  })

  it("each have a breach", () => {
    expect(Object.keys(breaches).sort()).toEqual(invariants.map(({ name }) => name).sort())
  })

  it.each(Object.entries(breaches).flatMap(([name, all]) => all.map((breach) => [name, breach] as const)))(
    "notice that %s is broken: %s",
    async (name, breach) => {
      const sentences = await after(breach, violationsOf(invariant(name)))
      expect(sentences.length).toBeGreaterThan(0)
      for (const sentence of sentences) {
        expect(sentence.startsWith(`${name}: `)).toBe(true)
        expect(sentence.slice(name.length)).toMatch(/^: [A-Z].*\.$/)
      }
    }
  )

  it("list a limited number of violations of one kind", async () => {
    const sentences = (await after("update predictions set stake = stake + 1", checkInvariants))
      .filter((sentence) => sentence.startsWith("stake: "))
    expect(sentences).toHaveLength(violationsNamedMax + 1)
    expect(sentences.at(-1)).toBe("stake: There are more of these.")
  })
})
