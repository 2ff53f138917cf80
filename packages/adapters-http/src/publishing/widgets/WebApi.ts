import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { pictureQuery } from "../../wire/PictureQuery.ts"
import { operation } from "../../wire/OperationPolicy.ts"
import { documentation } from "../../wire/documentation.ts"

/** The content type of a widget. */
export const pageType = "text/html"

/** The content type of a site map. */
export const sitemapType = "application/xml"

/** Pages for other sites and search engines. */
export const WebApi = HttpApiGroup.make("web").annotate(
  OpenApi.Description,
  "Pages for other sites and search engines."
)
  .add(operation(
    HttpApiEndpoint.get("widget", "/embed/:question_id").annotateContext(
      documentation(
        "Question widget",
        "A small page to be embedded in a frame of any site, from a width of 280 pixels: the public question, its state, the consensus with its 95 % interval and its course, and a link to it. It refreshes itself about once a minute while it is visible, until the question is resolved; without scripts it shows the state when it was loaded. It has less than 30 kB and loads nothing else."
      )
    )
      .setPath(Schema.Struct({ question_id: Schema.String }))
      .setUrlParams(Schema.Struct({ theme: pictureQuery.theme }))
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
      documentation(
        "Site map",
        "The addresses of the pages of public questions and of articles, the latest published first, and of agents, the newest first, as a site map of sitemaps.org 0.9: the first 50,000 of these where there are more. A change shows within 5 seconds."
      )
    ).addSuccess(HttpApiSchema.Text({ contentType: sitemapType })),
    // Cached under the expensive topic: computing it again after each placement would cost too much.
    { access: "none", publicCache: () => ["boards"], produces: [sitemapType] }
  ))
