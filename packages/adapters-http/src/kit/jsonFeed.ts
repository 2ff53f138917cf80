import type { JsonFeed } from "../wire/JsonFeed.ts"
import type { AtomFeed } from "./AtomDocument.ts"

/** The same feed in the format of jsonfeed.org; `self` is its address. */
export const jsonFeed = (
  { author, entries, home, subtitle, title }: Omit<AtomFeed, "self">,
  self: string
): JsonFeed => ({
  version: "https://jsonfeed.org/version/1.1",
  title,
  description: subtitle,
  home_page_url: home,
  feed_url: self,
  language: "en",
  authors: [{ name: author }],
  items: entries.map(({ category, id, link, summary, title, updated }) => ({
    id,
    url: link,
    title,
    content_text: summary,
    date_published: updated,
    ...(category === undefined ? {} : { tags: [category] })
  }))
})
