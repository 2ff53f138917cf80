import { Schema } from "effect"

/** How long an admin key lives, and from which age on its holder is warned. */
export const adminKeyDaysMax = 90
export const adminKeyWarningDays = 75

/** The name of the key that a first start makes. */
export const bootstrapKeyName = "bootstrap"

const optional = <A, I>(schema: Schema.Schema<A, I>) => Schema.optionalWith(schema, { exact: true })

/** One person's admin key, without the secret. */
export const AdminKey = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  last4: Schema.String,
  created_at: Schema.Date,
  expires_at: optional(Schema.Date),
  last_used_at: optional(Schema.Date),
  revoked_at: optional(Schema.Date),
  /** Whether it still opens anything. */
  live: Schema.Boolean,
  /** It is 75 days old or older, and will soon expire: make a new one. */
  expires_soon: Schema.Boolean
}).annotations({ identifier: "AdminKey" })
export interface AdminKey extends Schema.Schema.Type<typeof AdminKey> {}
