import { Context } from "effect"

/**
 * Where people reach this platform, from configuration and never from a request: `https://example.org`, without a
 * trailing slash. Links in mails and answers begin with it.
 */
export class PublicAddress extends Context.Tag("auspex/PublicAddress")<PublicAddress, {
  readonly publicUrl: string
}>() {}
