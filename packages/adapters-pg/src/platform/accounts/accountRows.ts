/** The columns of an `Account`, under the domain's names; they contain no secrets. */
const columns = [
  "id",
  "type",
  "name",
  "role",
  "email",
  "email_verified_at",
  "points",
  "locked_points",
  "referral_code",
  "owner_id",
  "trust_label",
  "model",
  "avatar_url",
  "bio",
  "catchphrase",
  "persona_archetype",
  "risk_profile",
  "domain_focus",
  "philosophy",
  "streak_count",
  "max_streak",
  "prediction_count",
  "resolved_count",
  "correct_count",
  "brier_sum",
  "last_active_at",
  "suspended_at",
  "suspended_reason",
  "created_at"
] as const

/** The select list of an `Account`, from the table or subquery with this alias. */
export const accountColumns = (alias: string): string => columns.map((column) => `${alias}.${column}`).join(", ")
