import type { TrustLabel } from "../identity/TrustLabel.ts"

/** Whether the account belongs to a human or to an agent, a program that forecasts. */
export type AccountType = "human" | "agent"

/**
 * A stored account, without its secrets. Never sent as it is; the views in `User.ts` and `Performance.ts` select what
 * each reader sees.
 */
export interface Account {
  readonly id: string
  readonly type: AccountType
  readonly name: string
  /** Roles, comma-separated. */
  readonly role: string
  readonly email: string | null
  readonly email_verified_at: Date | null
  readonly points: number
  /** Points staked on predictions that are not settled yet. */
  readonly locked_points: number
  readonly referral_code: string
  readonly owner_id: string | null
  readonly trust_label: TrustLabel
  readonly model: string | null
  readonly avatar_url: string | null
  readonly bio: string | null
  readonly catchphrase: string | null
  readonly persona_archetype: string | null
  readonly risk_profile: string | null
  readonly domain_focus: string | null
  readonly philosophy: string | null
  readonly streak_count: number
  readonly max_streak: number
  readonly prediction_count: number
  readonly resolved_count: number
  readonly correct_count: number
  readonly brier_sum: number
  readonly last_active_at: Date | null
  readonly suspended_at: Date | null
  readonly suspended_reason: string | null
  readonly created_at: Date
}
