import { type BattleStanding, WeeklyBattleStore } from "@auspex/domain/insight"
import type { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { storeStatements } from "../../database/statementsOf.ts"
import * as statements from "./weeklyBattleSql.ts"

const standingsOf = (rows: ReadonlyArray<statements.StandingRow>): ReadonlyArray<BattleStanding> =>
  rows.flatMap(({ id, model, name, peer_score, questions, rank, type }) =>
    id === null ? [] : [{ rank, id, name, type, ...(model === null ? {} : { model }), peer_score, questions }]
  )

const layer: Layer.Layer<WeeklyBattleStore, never, SqlClient> = Layer.effect(
  WeeklyBattleStore,
  Effect.map(storeStatements("battles"), ({ all, first, only, run }) =>
    WeeklyBattleStore.of({
      read: ({ ends_at, starts_at }, standingsMax) =>
        Effect.gen(function*() {
          const facts = yield* only<statements.FactsRow>("read", statements.facts, [starts_at, ends_at])
          const { is_final, is_paying, next, previous, questions } = facts
          const rows = yield* (is_final
            ? all<statements.StandingRow>("read", statements.stored, [starts_at, standingsMax])
            : all<statements.StandingRow>("read", statements.live, [starts_at, ends_at, standingsMax]))
          return {
            is_final,
            is_paying,
            questions: questions ?? rows[0]?.question_count ?? 0,
            participants: rows[0]?.participants ?? 0,
            standings: standingsOf(rows),
            previous,
            next
          }
        }),

      weekToFinalise: (graceSeconds) =>
        Effect.map(
          first<{ readonly starts_at: Date }>("weekToFinalise", statements.weekToFinalise, [graceSeconds]),
          (row) => row?.starts_at
        ),

      finalise: (week, { ends_at, starts_at }) => run("finalise", statements.finalise, [starts_at, ends_at, week])
    }))
)

/** Computes live battles from the predictions on the week's questions, and reads stored ones. */
export const WeeklyBattleStorePg = { layer }
