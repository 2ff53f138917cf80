import { type BattleStanding, WeeklyBattleStore } from "@auspex/domain/insight"
import { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { storage } from "../database/DatabaseError.ts"
import * as statements from "./weeklyBattleSql.ts"

const standingsOf = (rows: ReadonlyArray<statements.StandingRow>): ReadonlyArray<BattleStanding> =>
  rows.flatMap(({ id, model, name, peer_score, questions, rank, type }) =>
    id === null ? [] : [{ rank, id, name, type, ...(model === null ? {} : { model }), peer_score, questions }]
  )

const layer: Layer.Layer<WeeklyBattleStore, never, SqlClient> = Layer.effect(
  WeeklyBattleStore,
  Effect.map(SqlClient, (sql) =>
    WeeklyBattleStore.of({
      read: ({ ends_at, starts_at }, standingsMax) =>
        Effect.gen(function*() {
          const [facts] = yield* sql.unsafe<statements.FactsRow>(statements.facts, [starts_at, ends_at])
          const { is_final, is_paying, next, previous, questions } = facts!
          const rows = yield* (is_final
            ? sql.unsafe<statements.StandingRow>(statements.stored, [starts_at, standingsMax])
            : sql.unsafe<statements.StandingRow>(statements.live, [starts_at, ends_at, standingsMax]))
          return {
            is_final,
            is_paying,
            questions: questions ?? rows[0]?.question_count ?? 0,
            participants: rows[0]?.participants ?? 0,
            standings: standingsOf(rows),
            previous,
            next
          }
        }).pipe(storage("battles.read")),

      weekToFinalise: (graceSeconds) =>
        sql.unsafe<{ readonly starts_at: Date }>(statements.weekToFinalise, [graceSeconds]).pipe(
          Effect.map(([row]) => row?.starts_at),
          storage("battles.weekToFinalise")
        ),

      finalise: (week, { ends_at, starts_at }) =>
        sql.unsafe(statements.finalise, [starts_at, ends_at, week]).pipe(Effect.asVoid, storage("battles.finalise"))
    }))
)

/** Computes live battles from the predictions on the week's questions, and reads stored ones. */
export const WeeklyBattleStorePg = { layer }
