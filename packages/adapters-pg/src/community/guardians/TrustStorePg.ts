import { type JudgedPrediction, type RewardedValidation, type TrustRecord, TrustStore } from "@auspex/domain/guardians"
import type { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { storeStatements } from "../../database/statementsOf.ts"
import * as statements from "./trustSql.ts"

const layer: Layer.Layer<TrustStore, never, SqlClient> = Layer.effect(
  TrustStore,
  Effect.map(storeStatements("trust"), ({ all, run }) =>
    TrustStore.of({
      lock: (accountIds) => {
        const ids = JSON.stringify(accountIds)
        return Effect.zipRight(
          run("lock", statements.lockAccounts, [ids]),
          all<TrustRecord>("lock", statements.records, [ids])
        )
      },

      moveLabel: (accountId, { by, to }) =>
        run("moveLabel", statements.moveLabel, [accountId, to, by.includes("admin")]),

      lockPredictions: (ids) => {
        const idsJson = JSON.stringify(ids)
        return run("lockPredictions", statements.lockPredictions, [idsJson]).pipe(
          Effect.zipRight(all<statements.VotesRow>("lockPredictions", statements.votes, [idsJson])),
          Effect.map((rows) =>
            rows.map(({ author, author_id, claims, id, question_id, validations, ...summary }) => ({
              id,
              question_id,
              author_id,
              summary,
              votes: { author, validations, claims }
            }))
          )
        )
      },

      setSummaries: (summaries) => run("setSummaries", statements.setSummaries, [JSON.stringify(summaries)]),

      validationsOf: (accountId) => all<RewardedValidation>("validationsOf", statements.validationsOf, [accountId]),

      touchedBy: (accountId) => all<JudgedPrediction>("touchedBy", statements.touchedBy, [accountId])
    }))
)

/** Stores trust in columns of accounts and predictions, and reads the guardians' acts from which it is computed. */
export const TrustStorePg = { layer }
