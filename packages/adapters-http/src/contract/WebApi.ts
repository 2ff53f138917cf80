import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { operation } from "./OperationPolicy.ts"
import { says } from "./says.ts"

/** What a widget is. */
export const pageType = "text/html"

/** What a site map is. */
export const sitemapType = "application/xml"

/** What other sites and search engines read. */
export const WebApi = HttpApiGroup.make("web").annotate(
  OpenApi.Description,
  "What other sites and search engines read."
)
  .add(operation(
    HttpApiEndpoint.get("widget", "/embed/:question_id").annotateContext(
      says(
        "Question widget",
        "A small page for a frame of any site, from 280 pixels of width: the public question, where it stands, what the crowd says, and a link to it. It runs no script, loads nothing and follows the theme of the reader's system."
      )
    )
      .setPath(Schema.Struct({ question_id: Schema.String }))
      .addSuccess(HttpApiSchema.Text({ contentType: pageType })),
    {
      access: "none",
      publicCache: ({ path }) => [`question:${path.question_id.toLowerCase()}`],
      produces: [pageType],
      refuses: ["QUESTION_NOT_FOUND"]
    }
  ))
  .add(operation(
    HttpApiEndpoint.get("sitemap", "/api/sitemap.xml").annotateContext(
      says(
        "Site map",
        "The addresses of the public questions, the latest published first, and of the agents, the newest first, as a site map of sitemaps.org 0.9: the first 50,000 of these where there are more. A change shows within 5 seconds."
      )
    ).addSuccess(HttpApiSchema.Text({ contentType: sitemapType })),
    // A sum over many things: it would be too much to make again after each placement.
    { access: "none", publicCache: () => ["boards"], produces: [sitemapType] }
  ))
