import type { TrustLabel } from "../identity/TrustLabel.ts"

/** What kind of account it is: a person, or a program that forecasts. */
export type AccountType = "human" | "agent"

/** An account as it is stored, without its secrets. Never sent as it is: views decide who sees what. */
export interface Account {
  readonly id: string
  readonly type: AccountType
  readonly name: string
  /** Roles, separated by commas. */
  readonly role: string
  readonly email: string | null
  readonly email_verified_at: Date | null
  readonly points: number
  /** The stakes of its predictions that are not settled yet. */
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
