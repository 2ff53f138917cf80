import { QuestionWidgets, Sitemaps } from "@auspex/domain/web"
import { Effect } from "effect"
import { hash } from "node:crypto"
import { pageType, sitemapType, WebApi } from "../contract/WebApi.ts"
import { publicSitemap, sitemapLimits } from "../render/SitemapDocument.ts"
import { widgetPage, widgetStyles } from "../render/WidgetPage.ts"
import { handlersFor } from "../engine/handlersFor.ts"
import { replyRaw } from "../engine/Reply.ts"

/**
 * Every site may frame the page. Only its own style sheet is allowed, no script runs, and its link opens a new page.
 * The second header allows framing by cross-origin isolated sites.
 */
const widgetHeaders = {
  "Content-Security-Policy": [
    "default-src 'none'",
    `style-src 'sha256-${hash("sha256", widgetStyles, "base64")}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors *",
    "sandbox allow-popups allow-popups-to-escape-sandbox"
  ].join("; "),
  "Cross-Origin-Embedder-Policy": "require-corp"
}

/** Pages for other sites and search engines. */
export const webHandlers = handlersFor(WebApi, {
  widget: ({ path }) =>
    Effect.flatMap(
      QuestionWidgets,
      (widgets) =>
        Effect.map(widgets.ofQuestion(path.question_id), (widget) =>
          replyRaw({ contentType: `${pageType}; charset=utf-8`, content: widgetPage(widget) }, {
            headers: widgetHeaders
          }))
    ),
  sitemap: () =>
    Effect.flatMap(
      Sitemaps,
      (sitemaps) =>
        Effect.map(sitemaps.latest(sitemapLimits.entriesMax), (map) =>
          replyRaw({ contentType: `${sitemapType}; charset=utf-8`, content: publicSitemap(map) }))
    )
})
