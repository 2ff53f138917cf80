import { QuestionWidgets, Sitemaps } from "@auspex/domain/widgets"
import { Effect } from "effect"
import { pageType, sitemapType, WebApi } from "./WebApi.ts"
import { publicSitemap, sitemapLimits } from "./SitemapDocument.ts"
import type { ChartTheme } from "../../kit/ChartTheme.ts"
import { widgetPage } from "./WidgetPage.tsx"
import { widgetScript } from "./widgetScript.ts"
import { widgetStyles } from "./widgetStyles.ts"
import { contentPolicy, hashSource } from "../../engine/contentPolicy.ts"
import { handlersFor } from "../../engine/handlersFor.ts"
import { replyRaw } from "../../engine/Reply.ts"

/**
 * Every site may frame the page. Only its own style sheet and script are allowed, by their hashes. The script may
 * request this server; the base address is named because a page in a sandbox has no origin. Its link opens a new page.
 * The second header allows framing by cross-origin isolated sites.
 */
const widgetHeaders = (theme: ChartTheme, home: string) => ({
  "Content-Security-Policy": contentPolicy({
    "style-src": hashSource(widgetStyles(theme)),
    "script-src": hashSource(widgetScript),
    "connect-src": `'self' ${new URL(home).origin}`,
    "frame-ancestors": "*",
    sandbox: "allow-scripts allow-popups allow-popups-to-escape-sandbox"
  }),
  "Cross-Origin-Embedder-Policy": "require-corp"
})

/** Pages for other sites and search engines. */
export const webHandlers = handlersFor(WebApi, {
  widget: ({ path, query: { theme = "auto" } }) =>
    Effect.flatMap(
      QuestionWidgets,
      (widgets) =>
        Effect.map(widgets.ofQuestion(path.question_id), (widget) =>
          replyRaw({ contentType: `${pageType}; charset=utf-8`, content: widgetPage(widget, theme) }, {
            headers: widgetHeaders(theme, widget.home)
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
