import { PgStores } from "@auspex/adapters-pg"
import { modelFamilyOf } from "@auspex/domain/identity"
import { Notifications } from "@auspex/domain/social"
import { PointsLedger } from "@auspex/domain/scoring"
import { type ContractAccount, ContractHarness, contractUseCases, forecastingContract } from "@auspex/testkit/contracts"
import { onServerDatabaseFirst } from "@auspex/testkit/databases"
import { testOutside } from "@auspex/testkit/outside"
import { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { v7 as uuidv7 } from "uuid"

const harness = Layer.effect(
  ContractHarness,
  Effect.gen(function*() {
    const sql = yield* SqlClient
    const ledger = yield* PointsLedger
    return ContractHarness.of({
      addAccount: ({ model, owner, points = 5_000 }) =>
        Effect.gen(function*() {
          const id = uuidv7()
          const type = owner === undefined ? "human" as const : "agent" as const
          const name = `${type} ${id.slice(-12)}`
          const email = owner === undefined ? `${id}@example.test` : null
          yield* sql`insert into accounts (id, type, name, name_key, role, points, referral_code, trust_label, owner_id,
              email, email_key, password_hash, model, model_family)
            values (${id}, ${type}, ${name}, ${name}, 'predictor', 0, ${id}, 'verified', ${owner?.id ?? null},
              ${email}, ${email}, ${email}, ${model ?? null}, ${model === undefined ? null : modelFamilyOf(model)})`
          const opening = { account_id: id, amount: points, reason: "registration", note: "" }
          yield* ledger.append([{ ...opening, key: `registration:${id}` }])
          return {
            kind: "account" as const,
            id,
            type,
            name,
            roles: ["predictor" as const],
            owner_id: owner?.id ?? null,
            owner_key: owner?.id ?? id,
            email_verified: owner === undefined,
            trust_label: "verified" as const,
            points,
            locked_points: 0,
            suspended: false,
            credential: "key" as const,
            key_id: id
          }
        }).pipe(Effect.orDie),
      account: (id) =>
        Effect.map(
          sql<
            ContractAccount
          >`select points, locked_points, ledger_seq, streak_count, max_streak from accounts where id = ${id}`,
          ([row]) => row!
        ).pipe(Effect.orDie),
      addDispute: (questionId, accountId) =>
        Effect.gen(function*() {
          const id = uuidv7()
          yield* sql`insert into disputes (id, question_id, resolution_version, disputed_by, reason, evidence_urls)
            values (${id}, ${questionId}, 1, ${accountId}, 'It was not so.', '{}')`
          return id
        }).pipe(Effect.orDie),
      events: sql<{ readonly event: string }>`select event from outbox_events order by seq`.pipe(
        Effect.map((rows) => rows.map(({ event }) => event)),
        Effect.orDie
      )
    })
  })
)

const services = Layer.merge(contractUseCases, harness).pipe(
  Layer.provideMerge(Notifications.layer),
  Layer.provideMerge(Layer.provide(PgStores.layer, testOutside)),
  Layer.provideMerge(testOutside)
)

onServerDatabaseFirst("the stores on Postgres", (db) =>
  forecastingContract({
    run: (effect) => db.run(Effect.zipRight(db.reset, Effect.provide(effect, services)))
  }))
