import { Schema } from "effect"
import { optional } from "../../kernel/optional.ts"

/** The lifetime of an admin key in days, and the age in days from which its holder is warned. */
export const adminKeyDaysMax = 90
export const adminKeyWarningDays = 75

/** The name of the key that is made at the first start. */
export const bootstrapKeyName = "bootstrap"

/** An admin key of one person, without the secret. */
export const AdminKey = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  last4: Schema.String,
  created_at: Schema.Date,
  expires_at: optional(Schema.Date),
  last_used_at: optional(Schema.Date),
  revoked_at: optional(Schema.Date),
  /** Whether the key is neither expired nor revoked. */
  live: Schema.Boolean,
  /** Whether the key is at least 75 days old and should be replaced. */
  expires_soon: Schema.Boolean
}).annotations({ identifier: "AdminKey" })
export interface AdminKey extends Schema.Schema.Type<typeof AdminKey> {}
