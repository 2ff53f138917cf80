import { migrations, Migrations, recount, recounts, ServerDatabase } from "@auspex/adapters-pg"
import { testServerUrl } from "@auspex/testkit/databases"
import { SqlClient } from "@effect/sql/SqlClient"
import { expect, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { randomBytes } from "node:crypto"
import { account, prediction, question, seasonOf0002 } from "./seasonOf0002.ts"

/** The values that 0014 changes when two people become one owner. */
const derived = recounts.filter(({ name }) => /owner|voice|votes|validations of predictions|history|balance/.test(name))

/** A database without a schema, on a server: an embedded one takes some seconds to create. */
const nothingYet = Layer.unwrapScoped(Effect.gen(function*() {
  const name = `auspex_migration_${process.pid}_${randomBytes(4).toString("hex")}`
  const administer = (statement: string) =>
    Effect.flatMap(
      Effect.promise(() => testServerUrl()),
      (url) =>
        Effect.flatMap(SqlClient, (sql) => sql.unsafe(statement)).pipe(
          Effect.provide(ServerDatabase.layer({ url })),
          Effect.orDie
        )
    )
  yield* Effect.acquireRelease(
    administer(`create database ${name}`),
    () => administer(`drop database ${name} with (force)`)
  )
  return ServerDatabase.layer({ url: yield* Effect.promise(() => testServerUrl(name)) })
}))

it.live(
  "migration 0014 makes one owner of the mailboxes that differ by a tag, with all that is counted by owner",
  () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient
      const numberOf = (rows: ReadonlyArray<object>) => Object.values(rows[0]!)[0] as unknown
      yield* Migrations.apply(migrations().slice(0, 3))
      yield* sql.unsafe(seasonOf0002)
      yield* Migrations.apply(migrations().slice(0, 14))
      yield* sql.unsafe(`
      update accounts set email_key = 'p1+second@example.org' where id = '${account(2)}';
      update accounts set email_key = 'p1@example.org' where id = '${account(1)}';
      insert into comments (id, question_id, account_id, root_id, depth, content, content_digest)
      select id, '${question(3)}', '${account(4)}', id, 0, 'So be it.', '' from (select gen_random_uuid() as id) c;
      insert into comment_votes (comment_id, account_id) select id, '${account(6)}' from comments;
      update comments set upvotes = 1;
      insert into prediction_validations (id, prediction_id, author_id, validator_id, validation, reason, flags)
      values (gen_random_uuid(), '${prediction(1)}', '${account(3)}', '${account(5)}', 'suspect', 'by a test', '{}');
      update predictions set validation_owners = 1, suspect_count = 1 where id = '${prediction(1)}'`)
      yield* Migrations.apply()

      expect(numberOf(yield* sql`select array_agg(distinct owner_key::text) as keys from accounts`)).toEqual([
        account(1)
      ])
      expect(numberOf(yield* sql`select count(*)::integer as votes from prediction_votes`)).toBe(0)
      expect(numberOf(yield* sql`select sum(upvotes)::integer as upvotes from comments`)).toBe(0)
      const results = yield* Effect.forEach(derived, recount)
      expect(results.length).toBeGreaterThan(8)
      expect(results.filter(({ differing }) => differing > 0)).toEqual([])
    }).pipe(Effect.provide(nothingYet)),
  300_000
)

it.live(
  "migration 0024 counts the owners behind the votes that there are",
  () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient
      yield* Migrations.apply(migrations().slice(0, 3))
      yield* sql.unsafe(seasonOf0002)
      yield* Migrations.apply(migrations().filter(({ id }) => id < 24))
      // One account of the second owner is in favour of the prediction already, and one against.
      yield* sql.unsafe(`
      insert into prediction_votes (prediction_id, account_id, value) values ('${prediction(1)}', '${account(6)}', 1);
      update predictions set upvotes = 2 where id = '${prediction(1)}';
      insert into comments (id, question_id, account_id, root_id, depth, content, content_digest)
      select id, '${question(3)}', '${account(4)}', id, 0, 'So be it.', '' from (select gen_random_uuid() as id) c;
      insert into comment_votes (comment_id, account_id)
      select comments.id, voter.id from comments, (values ('${account(5)}'::uuid), ('${account(6)}'::uuid)) voter (id);
      update comments set upvotes = 2`)
      yield* Migrations.apply()

      const votes = yield* sql`
        select p.upvotes, p.downvotes, p.owner_upvotes as up, p.owner_downvotes as down, c.owner_upvotes as praising,
          d.total_upvotes
        from predictions p, comments c, debaters d where p.id = ${prediction(1)}`
      expect(votes).toEqual([
        { upvotes: 2, downvotes: 1, up: 1, down: 0, praising: 1, total_upvotes: 2 }
      ])
      const results = yield* Effect.forEach(recounts.filter(({ name }) => /votes|debaters/.test(name)), recount)
      expect(results.length).toBeGreaterThan(6)
      expect(results.filter(({ differing }) => differing > 0)).toEqual([])
    }).pipe(Effect.provide(nothingYet)),
  300_000
)
