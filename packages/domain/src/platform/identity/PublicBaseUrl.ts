import { Context } from "effect"

/**
 * The public base URL of this platform, such as `https://example.org`, without a trailing slash. It comes from the
 * configuration, never from a request, and begins all links in mails and responses.
 */
export class PublicBaseUrl extends Context.Tag("auspex/PublicBaseUrl")<PublicBaseUrl, {
  readonly publicUrl: string
}>() {}
