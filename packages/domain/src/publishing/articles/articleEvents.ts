import { articlePath } from "../../kernel/pagePaths.ts"
import type { PlatformEvent } from "../../platform/events/PlatformEvent.ts"
import type { ArticleHeaderRow } from "./Article.ts"
import type { ArticleMove } from "./ArticleMove.ts"

/** The address of an article's page. */
export const articleUrl = (publicUrl: string, slug: string): string => `${publicUrl}${articlePath(slug)}`

/** The events that a move of these articles fires. */
export const articleEvents = (
  { fires }: ArticleMove,
  articles: ReadonlyArray<Pick<ArticleHeaderRow, "id" | "slug" | "title" | "article_type">>,
  publicUrl: string
): ReadonlyArray<PlatformEvent> =>
  fires === undefined ? [] : articles.map(({ article_type, id, slug, title }) => ({
    event: fires,
    data: { article_id: id, slug, title, article_type, url: articleUrl(publicUrl, slug) }
  }))
