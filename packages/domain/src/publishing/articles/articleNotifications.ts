import { articlePath } from "../../kernel/pagePaths.ts"
import type { NotificationDraft } from "../../community/social/Notification.ts"
import type { ArticleHeaderRow } from "./Article.ts"

type Announced = Pick<ArticleHeaderRow, "id" | "slug" | "title" | "author_id">

/** The notification of a published article to its author. */
export const publishedNotice = ({ author_id, id, slug, title }: Announced): NotificationDraft => ({
  account_id: author_id,
  actor_id: null,
  type: "article_published",
  subject_id: id,
  title: "Your article is published",
  body: `"${title}" is public now.`,
  link: articlePath(slug)
})

/** The notification of an archived article to its author. */
export const archivedNotice = ({ author_id, id, title }: Announced, wasPublic: boolean): NotificationDraft => ({
  account_id: author_id,
  actor_id: null,
  type: "article_archived",
  subject_id: id,
  title: "Your article was archived",
  body: wasPublic ? `"${title}" is not public any more.` : `"${title}" will not be published.`,
  link: "/articles"
})
