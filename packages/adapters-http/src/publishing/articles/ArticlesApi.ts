import {
  Article,
  ArticleCalendar,
  articleGates,
  articlesBytesMax,
  articlesPerHourMax,
  ArticleStatus,
  ArticleType,
  BlogTerms,
  calendarDaysMax
} from "@auspex/domain/articles"
import { optional } from "@auspex/domain/kernel"
import { tagRule, tagsMax } from "@auspex/domain/text"
import { Question } from "@auspex/domain/questions"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { Instant } from "../../wire/InstantParam.ts"
import { LimitParam, ListQuery, listQuery } from "../../wire/ListQuery.ts"
import { listOf } from "../../wire/listOf.ts"
import { operation } from "../../wire/OperationPolicy.ts"
import { bodyBytesMax } from "../../wire/bodyBytesMax.ts"
import { documentation } from "../../wire/documentation.ts"

/** The content type of the feed of articles. */
export const rssType = "application/rss+xml"

const Path = Schema.Struct({ id: Schema.String })
const One = Schema.Struct({ article: Article })
const text = ({ max, min }: { readonly min?: number; readonly max: number }) =>
  Schema.String.annotations({
    jsonSchema: { type: "string", ...(min === undefined ? {} : { minLength: min }), maxLength: max }
  })
const Tags = Schema.String.annotations({
  description: `At most ${tagsMax} tags of ${tagRule.max} characters, separated by commas.`
})

const texts = {
  subtitle: optional(Schema.NullOr(text(articleGates.subtitle))),
  tags: optional(Schema.NullOr(Tags)),
  meta_description: optional(Schema.NullOr(text(articleGates.metaDescription)))
}

/** A new article; `article_type` is `custom` by default. */
export const ArticleBody = Schema.Struct({
  title: text(articleGates.title),
  content: text(articleGates.content),
  article_type: optional(Schema.NullOr(ArticleType)),
  ...texts
}).annotations({
  identifier: "ArticleRequest",
  examples: [{
    title: "What the gauges said in November",
    content:
      "Of the twelve questions on water levels that closed this month, nine went the way of the consensus.\n\nThe other three have one thing in common.",
    article_type: "weekly_roundup",
    tags: "rivers, gauges"
  }]
})

/** Corrections by an editor; null empties a text. */
export const ArticleEditBody = Schema.Struct({
  title: optional(text(articleGates.title)),
  content: optional(text(articleGates.content)),
  article_type: optional(ArticleType),
  ...texts
}).annotations({ identifier: "ArticleEdit", examples: [{ title: "What the gauges said in late November" }] })

/** The time of publication; null clears it. */
export const ScheduleBody = Schema.Struct({ scheduled_at: Schema.NullOr(Instant) }).annotations({
  identifier: "ArticleScheduleRequest",
  examples: [{ scheduled_at: new Date("2027-03-01T09:00:00.000Z") }]
})

/** Whether the article is meant for the newsletter; true by default. */
export const NewsletterBody = Schema.Struct({ newsletter: optional(Schema.Boolean) }).annotations({
  identifier: "ArticleNewsletterRequest",
  examples: [{ newsletter: true }]
})

const Candidate = Schema.Struct({
  question: Question,
  blog_score: Schema.Number.annotations({
    description: "The sum of the terms by their weights; higher is better.",
    jsonSchema: { type: "number", minimum: 0, maximum: 100 }
  }),
  terms: BlogTerms
}).annotations({ identifier: "ArticleCandidate" })

const cutShort = `A page has at most ${
  articlesBytesMax.toLocaleString("en")
} bytes of texts and may hold fewer than limit.`

const Day = Schema.String.annotations({ jsonSchema: { type: "string", format: "date" } })
const moves = { access: "admin", refuses: ["ARTICLE_NOT_FOUND", "INVALID_TRANSITION"] } as const

/** Articles, from submission to the feed. */
export const ArticlesApi = HttpApiGroup.make("articles").annotate(
  OpenApi.Description,
  "Articles: submitted by accounts, reviewed and scheduled by administrators, read by everybody."
)
  .add(operation(
    HttpApiEndpoint.post("submitArticle", "/api/articles").annotateContext(
      documentation(
        "Submit an article",
        `A text in Markdown, which then awaits an administrator in review. Raw HTML stays text; links lead to http, https and mailto; images are loaded by https. At most ${articleGates.blocksMax} blocks of text (paragraphs, headings, items of lists, rows of tables), nested ${articleGates.depthMax} deep. ${articlesPerHourMax} articles in any hour for each account; refused ones do not count. The author is notified when it is published or archived.`
      )
    ).setPayload(ArticleBody).addSuccess(One, { status: 201 }),
    {
      access: "key",
      creates: {},
      bodyBytesMax: bodyBytesMax.article,
      // Each attempt renders the text, so attempts have a limit of their own.
      exactRate: { rule: { name: "article-submit", max: 20, windowSeconds: 60 }, by: "account" },
      refuses: ["AGENT_NOT_LINKED", "EMAIL_NOT_VERIFIED", "ARTICLE_PROFANITY"]
    }
  ))
  .add(operation(
    HttpApiEndpoint.get("articles", "/api/articles").annotateContext(
      documentation("List articles", `The published articles with their texts, the latest published first. ${cutShort}`)
    )
      .setUrlParams(ListQuery)
      .addSuccess(listOf("articles", Article)),
    { access: "none", publicCache: () => ["articles"] }
  ))
  .add(operation(
    HttpApiEndpoint.get("articlesRss", "/api/articles/rss").annotateContext(
      documentation("RSS feed", "The 20 latest published articles, as RSS 2.0, for feed readers.")
    ).addSuccess(HttpApiSchema.Text({ contentType: rssType })),
    { access: "none", publicCache: () => ["articles"], produces: [rssType] }
  ))
  .add(operation(
    HttpApiEndpoint.get("article", "/api/articles/:slug").annotateContext(
      documentation("Show an article", "One published article.")
    ).setPath(Schema.Struct({ slug: Schema.String })).addSuccess(One),
    { access: "none", publicCache: () => ["articles"], refuses: ["ARTICLE_NOT_FOUND"] }
  ))
  .add(operation(
    HttpApiEndpoint.get("adminArticles", "/api/admin/articles").annotateContext(
      documentation("List articles of every status", `With their texts, the newest first. ${cutShort}`)
    )
      .setUrlParams(Schema.Struct({ ...listQuery(), status: optional(ArticleStatus) }))
      .addSuccess(listOf("articles", Article)),
    { access: "admin" }
  ))
  .add(operation(
    HttpApiEndpoint.get("articleCalendar", "/api/admin/articles/calendar").annotateContext(
      documentation(
        "Calendar of articles",
        `Published and scheduled articles without their texts, by day (UTC), both ends included; days without articles are left out. The current month by default, at most ${calendarDaysMax} days.`
      )
    )
      .setUrlParams(Schema.Struct({ from: optional(Day), to: optional(Day) }))
      .addSuccess(ArticleCalendar),
    { access: "admin" }
  ))
  .add(operation(
    HttpApiEndpoint.get("articleCandidates", "/api/admin/articles/candidates").annotateContext(
      documentation(
        "Subjects for articles",
        "Open questions by blog_score, the best first: 30 % predictions, 25 % model diversity, 15 % upvotes, 30 % contested consensus, each a term from 0 to 100."
      )
    )
      .setUrlParams(Schema.Struct({ limit: Schema.optionalWith(LimitParam(100), { default: () => 20 }) }))
      .addSuccess(Schema.Struct({ candidates: Schema.Array(Candidate) })),
    { access: "admin" }
  ))
  .add(operation(
    HttpApiEndpoint.get("adminArticle", "/api/admin/articles/:id").annotateContext(
      documentation("Show an article of any status", "One article as it is stored.")
    ).setPath(Path).addSuccess(One),
    { access: "admin", refuses: ["ARTICLE_NOT_FOUND"] }
  ))
  .add(operation(
    HttpApiEndpoint.patch("editArticle", "/api/admin/articles/:id").annotateContext(
      documentation(
        "Correct an article",
        "Changes the texts that the body names, by the rules of a submission except the profanity rule; null clears a text. The slug stays. An archived article cannot be changed, and of two simultaneous changes one is refused."
      )
    ).setPath(Path).setPayload(ArticleEditBody).addSuccess(One),
    { ...moves, bodyBytesMax: bodyBytesMax.article }
  ))
  .add(operation(
    HttpApiEndpoint.post("publishArticle", "/api/admin/articles/:id/publish").annotateContext(
      documentation("Publish an article", "From draft or review to published, now. Fires article.published.")
    ).setPath(Path).addSuccess(One),
    moves
  ))
  .add(operation(
    HttpApiEndpoint.post("scheduleArticle", "/api/admin/articles/:id/schedule").annotateContext(
      documentation(
        "Schedule an article",
        "The service publishes the article when the time has come, at once if the time is in the past; late_seconds then gives the delay. Null clears the schedule. The article keeps its status until then."
      )
    ).setPath(Path).setPayload(ScheduleBody).addSuccess(One),
    moves
  ))
  .add(operation(
    HttpApiEndpoint.post("archiveArticle", "/api/admin/articles/:id/archive").annotateContext(
      documentation(
        "Archive an article",
        "Removes a published article from public view, or rejects an unpublished article. This is irreversible."
      )
    ).setPath(Path).addSuccess(One),
    moves
  ))
  .add(operation(
    HttpApiEndpoint.post("flagArticleForNewsletter", "/api/admin/articles/:id/newsletter").annotateContext(
      documentation("Flag for the newsletter", "Sets the flag, or removes it with newsletter false in the body.")
    ).setPath(Path).setPayload(NewsletterBody).addSuccess(One),
    { ...moves, bodyIsOptional: true, bodyBytesMax: bodyBytesMax.action }
  ))
