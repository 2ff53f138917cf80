import { Context, Effect, Layer } from "effect"
import { ProfanityFilter } from "../../community/comments/ProfanityFilter.ts"
import { type AccountActor, requireActive } from "../../platform/identity/Actor.ts"
import { PublicBaseUrl } from "../../platform/identity/PublicBaseUrl.ts"
import type { Page, PageRequest } from "../../kernel/Page.ts"
import { foundOr, orRefuse, refuse } from "../../kernel/Refusal.ts"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import { UnitOfWork } from "../../kernel/UnitOfWork.ts"
import type { UseCaseEffect } from "../../kernel/UseCaseEffect.ts"
import { type Article, type ArticleRow, toArticleHeader } from "./Article.ts"
import { type ArticleRequest, judgeArticleApart } from "./ArticleGates.ts"
import { articleMove } from "./ArticleMove.ts"
import { ArticleRenderer, ArticleSlugs, renderedBy } from "./ArticleRenderer.ts"
import { slugBaseOf } from "./ArticleSlug.ts"
import { type ArticleFeedRow, ArticleStore } from "./ArticleStore.ts"
import { judgeSubmission } from "./ArticleSubmission.ts"

/** The number of articles in the public feed. */
export const articleFeedMax = 20

/** The latest published articles, for feed readers. */
export interface ArticleFeed {
  /** The public base URL of the platform. */
  readonly home: string
  /** The latest published first. */
  readonly entries: ReadonlyArray<ArticleFeedRow>
}

/** Submitting articles, and reading published ones. */
export class Articles extends Context.Tag("auspex/Articles")<Articles, {
  /**
   * Submits an article, which then awaits an administrator in `review`. At most five in any hour per account by the
   * database's clock; refused ones do not count. Fails with AGENT_NOT_LINKED, EMAIL_NOT_VERIFIED, ACCOUNT_SUSPENDED,
   * RATE_LIMITED, or everything that is wrong with the text (see `articleSteps`).
   */
  readonly submit: (actor: AccountActor, request: ArticleRequest) => UseCaseEffect<Article>
  /** The published articles, the latest first. */
  readonly list: (page: PageRequest) => UseCaseEffect<Page<Article>>
  /** A published article. Fails with ARTICLE_NOT_FOUND, also for articles that are not public. */
  readonly show: (slug: string) => UseCaseEffect<Article>
  /** The latest published articles, at most `articleFeedMax`. */
  readonly feed: Effect.Effect<ArticleFeed, StorageUnavailable>
}>() {
  static readonly layer: Layer.Layer<
    Articles,
    never,
    ArticleStore | ArticleRenderer | ArticleSlugs | ProfanityFilter | UnitOfWork | PublicBaseUrl
  > = Layer.effect(
    Articles,
    Effect.gen(function*() {
      const store = yield* ArticleStore
      const renderer = yield* ArticleRenderer
      const slugs = yield* ArticleSlugs
      const filter = yield* ProfanityFilter
      const unit = yield* UnitOfWork
      const { publicUrl } = yield* PublicBaseUrl

      const requirePlace = (actor: AccountActor, lock: boolean) =>
        Effect.flatMap(
          foundOr(store.submissionFacts(actor.id, lock), refuse("ACCOUNT_NOT_FOUND", "The account is gone.")),
          judgeSubmission
        )

      return Articles.of({
        submit: (actor, request) =>
          Effect.gen(function*() {
            yield* requireActive(actor)
            // Rendering costs time, so an account at its limit is refused before; the lock decides between others.
            yield* requirePlace(actor, false)
            const judged = yield* judgeArticleApart(request, { renderer, filter })
            const text = yield* orRefuse(judged)
            const slugBase = slugBaseOf(slugs.slugOf(text.title), text.article_type)
            const row = yield* unit.transact(Effect.gen(function*() {
              yield* requirePlace(actor, true)
              const move = yield* orRefuse(articleMove("new", "submit", "author"))
              return yield* store.insert(move, text, { id: actor.id, slugBase })
            }))
            return yield* shownArticle(row, renderer)
          }),

        list: (page) => Effect.flatMap(store.published(page), (found) => shownPage(found, renderer)),

        show: (slug) =>
          Effect.flatMap(foundOr(store.publishedAs(slug), noSuchArticle), (row) => shownArticle(row, renderer)),

        feed: Effect.map(store.latest(articleFeedMax), (entries) => ({ home: publicUrl, entries }))
      })
    })
  )
}

/** Fails with `ARTICLE_NOT_FOUND`. */
export const noSuchArticle = refuse("ARTICLE_NOT_FOUND", "There is no such article.")

/**
 * The form of a stored article in responses. Content from an earlier version of the renderer is rendered again, so
 * that a mended fault is mended for all articles.
 */
export const shownArticle = (
  { content, content_html, rendered_by, ...row }: ArticleRow,
  renderer: Context.Tag.Service<ArticleRenderer>
): Effect.Effect<Article> =>
  Effect.map(
    rendered_by === renderer.version
      ? Effect.succeed(content_html)
      : Effect.map(renderedBy(renderer, content), ({ html }) => html),
    (html) => ({ ...toArticleHeader(row), content, content_html: html })
  )

/** The form of a page of stored articles. */
export const shownPage = (
  page: Page<ArticleRow>,
  renderer: Context.Tag.Service<ArticleRenderer>
): Effect.Effect<Page<Article>> =>
  Effect.map(
    Effect.forEach(page.items, (row) => shownArticle(row, renderer)),
    (items) => ({ ...page, items })
  )
