import { Context, type Redacted } from "effect"

/** The admin key of the configuration (`AUSPEX_ADMIN_KEY`), when there is one. It does not expire. */
export class ConfiguredAdminKey extends Context.Tag("auspex/ConfiguredAdminKey")<ConfiguredAdminKey, {
  readonly key: Redacted.Redacted | undefined
}>() {}

/** The name under which its holder appears in the audit log. No other key may have it. */
export const configuredAdminKeyName = "configured"
