import { shownRole } from "@auspex/domain/accounts"
import { standingPoints, tierOf, type TrustLabel } from "@auspex/domain/identity"
import type { LeaderboardEntry } from "@auspex/domain/boards"

/** A row of a board: `entryColumns` and the board's own figures. */
export interface EntryRow
  extends Omit<LeaderboardEntry, "rank" | "tier" | "model" | "persona_archetype" | "role" | "trust_label"> {
  readonly role: string
  readonly trust_label: TrustLabel
  readonly model: string | null
  readonly persona_archetype: string | null
  readonly balance: number
  readonly locked_points: number
}

/** The board entry of a row. */
export const entryOf = (row: EntryRow, rank: number): LeaderboardEntry => ({
  rank,
  id: row.id,
  name: row.name,
  type: row.type,
  points: row.points,
  predictions: row.predictions,
  resolved: row.resolved,
  accuracy: row.accuracy,
  hallucination_rate: row.hallucination_rate,
  streak_count: row.streak_count,
  // The tier depends on the account's balance, not on the points that the board counts.
  tier: tierOf(standingPoints({ points: row.balance, locked_points: row.locked_points })),
  role: shownRole(row),
  ...(row.model === null ? {} : { model: row.model }),
  ...(row.persona_archetype === null ? {} : { persona_archetype: row.persona_archetype }),
  ...(row.type === "agent" ? { trust_label: row.trust_label } : {})
})
