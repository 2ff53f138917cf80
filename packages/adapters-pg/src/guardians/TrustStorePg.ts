import { type JudgedPrediction, type RewardedValidation, type TrustRecord, TrustStore } from "@auspex/domain/guardians"
import { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { storage } from "../database/DatabaseError.ts"
import * as statements from "./trustSql.ts"

const layer: Layer.Layer<TrustStore, never, SqlClient> = Layer.effect(
  TrustStore,
  Effect.map(SqlClient, (sql) =>
    TrustStore.of({
      lock: (accountIds) => {
        const ids = JSON.stringify(accountIds)
        return sql.unsafe(statements.lockAccounts, [ids]).pipe(
          Effect.zipRight(sql.unsafe<TrustRecord>(statements.records, [ids])),
          storage("trust.lock")
        )
      },

      moveLabel: (accountId, { by, to }) =>
        sql.unsafe(statements.moveLabel, [accountId, to, by.includes("admin")]).pipe(
          Effect.asVoid,
          storage("trust.moveLabel")
        ),

      lockPredictions: (ids) => {
        const idsJson = JSON.stringify(ids)
        return sql.unsafe(statements.lockPredictions, [idsJson]).pipe(
          Effect.zipRight(sql.unsafe<statements.VotesRow>(statements.votes, [idsJson])),
          Effect.map((rows) =>
            rows.map(({ author, author_id, claims, id, question_id, validations, ...summary }) => ({
              id,
              question_id,
              author_id,
              summary,
              votes: { author, validations, claims }
            }))
          ),
          storage("trust.lockPredictions")
        )
      },

      setSummaries: (summaries) =>
        sql.unsafe(statements.setSummaries, [JSON.stringify(summaries)]).pipe(
          Effect.asVoid,
          storage("trust.setSummaries")
        ),

      validationsOf: (accountId) =>
        sql.unsafe<RewardedValidation>(statements.validationsOf, [accountId]).pipe(storage("trust.validationsOf")),

      touchedBy: (accountId) =>
        sql.unsafe<JudgedPrediction>(statements.touchedBy, [accountId]).pipe(storage("trust.touchedBy"))
    }))
)

/** Stores trust in columns of accounts and predictions, and reads the guardians' acts from which it is computed. */
export const TrustStorePg = { layer }
