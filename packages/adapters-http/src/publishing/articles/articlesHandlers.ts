import { ArticleAdministration, Articles } from "@auspex/domain/articles"
import type { AdminActor } from "@auspex/domain/identity"
import { Effect } from "effect"
import { ArticlesApi, rssType } from "./ArticlesApi.ts"
import { handlersFor } from "../../engine/handlersFor.ts"
import { replyRaw } from "../../engine/Reply.ts"
import { articleFeed } from "./ArticleFeed.ts"
import { answerList, answerOne } from "../../engine/namedAnswer.ts"

const act =
  (name: "show" | "publish" | "archive") =>
  ({ actor, path }: { readonly actor: AdminActor; readonly path: { readonly id: string } }) =>
    answerOne(ArticleAdministration, "article", (articles) => articles[name](actor, path.id))

/** Articles, from submission to the feed. */
export const articlesHandlers = handlersFor(ArticlesApi, {
  submitArticle: ({ actor, payload }) => answerOne(Articles, "article", (articles) => articles.submit(actor, payload)),
  articles: ({ query }) => answerList(Articles, "articles", (articles) => articles.list(query)),
  articlesRss: () =>
    Effect.flatMap(
      Articles,
      (articles) =>
        Effect.map(articles.feed, (feed) =>
          replyRaw({ contentType: `${rssType}; charset=utf-8`, content: articleFeed(feed) }))
    ),
  article: ({ path }) => answerOne(Articles, "article", (articles) => articles.show(path.slug)),
  adminArticles: ({ actor, query }) =>
    answerList(ArticleAdministration, "articles", (articles) => articles.list(actor, query, query)),
  articleCalendar: ({ actor, query }) =>
    Effect.flatMap(ArticleAdministration, (articles) => articles.calendar(actor, query)),
  articleCandidates: ({ actor, query }) =>
    answerOne(ArticleAdministration, "candidates", (articles) => articles.candidates(actor, query.limit)),
  adminArticle: act("show"),
  editArticle: ({ actor, path, payload }) =>
    answerOne(ArticleAdministration, "article", (articles) => articles.edit(actor, path.id, payload)),
  publishArticle: act("publish"),
  scheduleArticle: ({ actor, path, payload }) =>
    answerOne(ArticleAdministration, "article", (articles) => articles.schedule(actor, path.id, payload.scheduled_at)),
  archiveArticle: act("archive"),
  flagArticleForNewsletter: ({ actor, path, payload }) =>
    answerOne(
      ArticleAdministration,
      "article",
      (articles) => articles.feature(actor, path.id, payload.newsletter ?? true)
    )
})
