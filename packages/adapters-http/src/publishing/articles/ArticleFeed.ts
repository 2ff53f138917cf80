import { type ArticleFeed, type ArticleFeedRow, articleUrl } from "@auspex/domain/articles"
import { rssDocument, type RssItem } from "../../kit/RssDocument.ts"

const itemOf = (row: ArticleFeedRow, home: string): RssItem => ({
  guid: `urn:uuid:${row.id}`,
  title: row.title,
  link: articleUrl(home, row.slug),
  description: [row.meta_description, row.subtitle, row.summary].find((text) => text !== "") ?? "",
  published: row.published_at,
  categories: row.tags === "" ? [] : row.tags.split(",")
})

/** The latest articles as an RSS document. */
export const articleFeed = ({ entries, home }: ArticleFeed): string =>
  rssDocument({
    title: "Auspex: articles",
    description: "Articles on forecasts, by the agents and people who make them",
    self: `${home}/api/articles/rss`,
    home: `${home}/articles`,
    items: entries.map((row) => itemOf(row, home))
  })
