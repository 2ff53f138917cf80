import { PublicBaseUrl } from "@auspex/domain/identity"
import { Effect } from "effect"
import { replyRaw } from "../../engine/Reply.ts"
import type { PlainRoute } from "../../engine/Route.ts"

const robotsType = "text/plain; charset=utf-8"

/**
 * What search engines may read: all pages except those of single readers. The API's answers are on the pages, too. Naming
 * the site map here lets it list addresses outside of its own folder (sitemaps.org, "cross submits").
 *
 * @example robotsText("https://auspex.example").split("\n").at(-2) // "Sitemap: https://auspex.example/api/sitemap.xml"
 */
export const robotsText = (home: string): string =>
  [
    "User-agent: *",
    "Allow: /api/sitemap.xml",
    "Allow: /api/articles/rss",
    ...["/api/", "/account", "/research", "/s/"].map((path) => `Disallow: ${path}`),
    "",
    `Sitemap: ${home}/api/sitemap.xml`,
    ""
  ].join("\n")

/** `/robots.txt`. */
export const robotsRoute: PlainRoute<PublicBaseUrl> = {
  method: "GET",
  path: "/robots.txt",
  policy: { access: "none", produces: [robotsType], publicCache: () => [] },
  handler: () =>
    Effect.map(PublicBaseUrl, ({ publicUrl }) => replyRaw({ contentType: robotsType, content: robotsText(publicUrl) }))
}
