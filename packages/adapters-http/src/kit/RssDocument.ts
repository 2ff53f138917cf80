import { xmlText } from "./XmlText.ts"

/** One item of an RSS channel. */
export interface RssItem {
  /** An identifier that never changes and is no address. */
  readonly guid: string
  readonly title: string
  /** An absolute address. */
  readonly link: string
  /** Plain text. */
  readonly description: string
  readonly published: Date
  readonly categories: ReadonlyArray<string>
}

/** An RSS channel. */
export interface RssChannel {
  readonly title: string
  readonly description: string
  /** The channel's own address. */
  readonly self: string
  readonly home: string
  /** The latest first. */
  readonly items: ReadonlyArray<RssItem>
}

const element = (name: string, text: string): string => `<${name}>${xmlText(text)}</${name}>`

/** RFC 822 with a four-digit year. */
const date = (instant: Date): string => instant.toUTCString()

/** The text of a description: readers take it as HTML, so markup is escaped twice. */
const asHtml = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")

const itemText = (item: RssItem): string =>
  [
    "    <item>",
    `      ${element("title", item.title)}`,
    `      ${element("link", item.link)}`,
    `      <guid isPermaLink="false">${xmlText(item.guid)}</guid>`,
    `      ${element("description", asHtml(item.description))}`,
    `      ${element("pubDate", date(item.published))}`,
    ...item.categories.map((category) => `      ${element("category", category)}`),
    "    </item>"
  ].join("\n")

/**
 * An RSS 2.0 document. `lastBuildDate` is that of the latest item, or the epoch if there is none, so that equal items
 * give equal bytes. Titles are plain text; descriptions are escaped as HTML, which is how readers take them.
 */
export const rssDocument = (channel: RssChannel): string =>
  [
    "<?xml version=\"1.0\" encoding=\"utf-8\"?>",
    "<rss version=\"2.0\" xmlns:atom=\"http://www.w3.org/2005/Atom\">",
    "  <channel>",
    `    ${element("title", channel.title)}`,
    `    ${element("link", channel.home)}`,
    `    ${element("description", channel.description)}`,
    "    <language>en</language>",
    `    ${
      element(
        "lastBuildDate",
        date(new Date(Math.max(0, ...channel.items.map(({ published }) => published.getTime()))))
      )
    }`,
    `    <atom:link href="${xmlText(channel.self)}" rel="self" type="application/rss+xml"/>`,
    ...channel.items.map(itemText),
    "  </channel>",
    "</rss>",
    ""
  ].join("\n")
