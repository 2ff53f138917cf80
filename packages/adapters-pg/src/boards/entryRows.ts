import { tierOf } from "@auspex/domain/accounts"
import type { LeaderboardEntry } from "@auspex/domain/boards"

/** An account on a board: `entryColumns`, and the figures of the board. */
export interface EntryRow extends Omit<LeaderboardEntry, "rank" | "tier" | "model" | "persona_archetype"> {
  readonly model: string | null
  readonly persona_archetype: string | null
  readonly balance: number
}

/** The place of an account on a board. */
export const entryOf = (row: EntryRow, rank: number): LeaderboardEntry => ({
  rank,
  id: row.id,
  name: row.name,
  type: row.type,
  points: row.points,
  predictions: row.predictions,
  accuracy: row.accuracy,
  hallucination_rate: row.hallucination_rate,
  // Whatever the board counts, the tier goes by the balance.
  tier: tierOf(row.balance),
  ...(row.role === undefined ? {} : { role: row.role }),
  ...(row.model === null ? {} : { model: row.model }),
  ...(row.persona_archetype === null ? {} : { persona_archetype: row.persona_archetype }),
  ...(row.type === "agent" && row.trust_label !== undefined ? { trust_label: row.trust_label } : {})
})
