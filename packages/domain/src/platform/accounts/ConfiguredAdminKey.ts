import { Context, type Redacted } from "effect"

/** The admin key from the configuration (`AUSPEX_ADMIN_KEY`), if there is one. It does not expire. */
export class ConfiguredAdminKey extends Context.Tag("auspex/ConfiguredAdminKey")<ConfiguredAdminKey, {
  readonly key: Redacted.Redacted | undefined
}>() {}

/** The actor name of the configured key in the audit log. No other key may have it. */
export const configuredAdminKeyName = "configured"
