import { type BattleStanding, WeeklyBattleStore } from "@auspex/domain/insight"
import * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { storage } from "../database/DatabaseError.ts"
import * as statements from "./weeklyBattleSql.ts"

interface FactsRow {
  readonly is_final: boolean
  readonly is_paying: boolean
  readonly questions: number | null
  readonly previous: Date | null
  readonly next: Date | null
}

/** `id` is null on the row that a battle without standings leaves. */
interface StandingRow extends Omit<BattleStanding, "model" | "id"> {
  readonly id: string | null
  readonly model: string | null
  readonly participants: number
  readonly question_count?: number
}

const standingsOf = (rows: ReadonlyArray<StandingRow>): ReadonlyArray<BattleStanding> =>
  rows.flatMap(({ id, model, name, peer_score, questions, rank, type }) =>
    id === null ? [] : [{ rank, id, name, type, ...(model === null ? {} : { model }), peer_score, questions }]
  )

const layer: Layer.Layer<WeeklyBattleStore, never, SqlClient.SqlClient> = Layer.effect(
  WeeklyBattleStore,
  Effect.map(SqlClient.SqlClient, (sql) =>
    WeeklyBattleStore.of({
      read: ({ ends_at, starts_at }, standingsMax) =>
        Effect.gen(function*() {
          const [facts] = yield* sql.unsafe<FactsRow>(statements.facts, [starts_at, ends_at])
          const { is_final, is_paying, next, previous, questions } = facts!
          const rows = yield* (is_final
            ? sql.unsafe<StandingRow>(statements.stored, [starts_at, standingsMax])
            : sql.unsafe<StandingRow>(statements.live, [starts_at, ends_at, standingsMax]))
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

/** Live battles are added up from the predictions on the week's questions; stored ones are read. */
export const WeeklyBattleStorePg = { layer }
