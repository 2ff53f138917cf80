import { Context, Effect, Layer, Schema } from "effect"
import type { Page, PageRequest } from "../../kernel/Page.ts"
import type { Refusal } from "../../kernel/Refusal.ts"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import { type BoardFilter, LeaderboardEntry } from "./Leaderboard.ts"
import { SkillStanding } from "./SkillStanding.ts"

/** One row of the skill board. Ranks are among all accounts, whatever the filter. */
export const SkillEntry = Schema.Struct({
  ...LeaderboardEntry.fields,
  /** The number of resolved predictions behind the estimate, and their unadjusted mean Brier score. */
  resolved: Schema.Int,
  brier_score: Schema.Number,
  ...SkillStanding.fields
}).annotations({ identifier: "SkillEntry" })
export interface SkillEntry extends Schema.Schema.Type<typeof SkillEntry> {}

/** A page of the board, and when the board was computed (null: not yet). */
export interface SkillPage extends Page<SkillEntry> {
  readonly refreshed_at: Date | null
}

/**
 * Reads the latest snapshot of the skill board, without suspended accounts. Cursors continue on the snapshot on which
 * they began, which is kept until the second refresh after it.
 */
export class SkillBoardStore extends Context.Tag("auspex/SkillBoardStore")<SkillBoardStore, {
  readonly list: (filter: BoardFilter, page: PageRequest) => Effect.Effect<SkillPage, Refusal | StorageUnavailable>
}>() {}

/** The skill board. */
export class SkillBoards extends Context.Tag("auspex/SkillBoards")<SkillBoards, {
  readonly bySkill: (filter: BoardFilter, page: PageRequest) => Effect.Effect<SkillPage, Refusal | StorageUnavailable>
}>() {
  static readonly layer: Layer.Layer<SkillBoards, never, SkillBoardStore> = Layer.effect(
    SkillBoards,
    Effect.map(SkillBoardStore, (store) => SkillBoards.of({ bySkill: store.list }))
  )
}
