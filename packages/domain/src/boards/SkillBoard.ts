import { Context, Effect, Layer, Schema } from "effect"
import type { Page, PageRequest } from "../kernel/Page.ts"
import type { Refusal } from "../kernel/Refusal.ts"
import type { StorageUnavailable } from "../kernel/StorageUnavailable.ts"
import { type BoardFilter, LeaderboardEntry } from "./Leaderboard.ts"
import { SkillStanding } from "./SkillStanding.ts"

/** One place on the board by skill. Ranks are those among everybody, whatever the board is filtered by. */
export const SkillEntry = Schema.Struct({
  ...LeaderboardEntry.fields,
  /** How many resolved predictions the estimate rests on, and their mean Brier score as it is. */
  resolved: Schema.Int,
  brier_score: Schema.Number,
  ...SkillStanding.fields
}).annotations({ identifier: "SkillEntry" })
export interface SkillEntry extends Schema.Schema.Type<typeof SkillEntry> {}

/** A page of the board, and when the board was drawn (null: not yet). */
export interface SkillPage extends Page<SkillEntry> {
  readonly refreshed_at: Date | null
}

/**
 * The board by skill as it was last drawn. A walk by cursor stays with the drawing that it began on, for as long as that
 * one is kept: until the second drawing after it. Suspended accounts are left out.
 */
export class SkillBoardStore extends Context.Tag("auspex/SkillBoardStore")<SkillBoardStore, {
  readonly list: (filter: BoardFilter, page: PageRequest) => Effect.Effect<SkillPage, Refusal | StorageUnavailable>
}>() {}

/** The board by skill. */
export class SkillBoards extends Context.Tag("auspex/SkillBoards")<SkillBoards, {
  readonly bySkill: (filter: BoardFilter, page: PageRequest) => Effect.Effect<SkillPage, Refusal | StorageUnavailable>
}>() {
  static readonly layer: Layer.Layer<SkillBoards, never, SkillBoardStore> = Layer.effect(
    SkillBoards,
    Effect.map(SkillBoardStore, (store) => SkillBoards.of({ bySkill: store.list }))
  )
}
