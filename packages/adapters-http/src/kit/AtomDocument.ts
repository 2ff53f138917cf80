import { xmlText } from "./XmlText.ts"

/** One entry of an Atom feed. */
export interface AtomEntry {
  /** A URI that never changes. */
  readonly id: string
  readonly title: string
  readonly updated: Date
  readonly published?: Date
  /** An absolute address. */
  readonly link: string
  readonly category?: string
  readonly summary: string
}

/** An Atom feed. Its id is its own address. */
export interface AtomFeed {
  readonly title: string
  readonly subtitle: string
  readonly self: string
  /** The address of the same feed as JSON, if there is one. */
  readonly json?: string
  readonly home: string
  readonly author: string
  /** The latest first. */
  readonly entries: ReadonlyArray<AtomEntry>
}

const element = (name: string, text: string): string => `<${name}>${xmlText(text)}</${name}>`

const entryText = (entry: AtomEntry): string =>
  [
    "  <entry>",
    `    ${element("id", entry.id)}`,
    `    ${element("title", entry.title)}`,
    `    ${element("updated", entry.updated.toISOString())}`,
    ...(entry.published === undefined ? [] : [`    ${element("published", entry.published.toISOString())}`]),
    `    <link rel="alternate" href="${xmlText(entry.link)}"/>`,
    ...(entry.category === undefined ? [] : [`    <category term="${xmlText(entry.category)}"/>`]),
    `    ${element("summary", entry.summary)}`,
    "  </entry>"
  ].join("\n")

/**
 * An Atom 1.0 document (RFC 4287). `updated` is that of the latest entry, or the epoch if there is none, so that equal
 * entries give equal bytes.
 */
export const atomDocument = (feed: AtomFeed): string =>
  [
    "<?xml version=\"1.0\" encoding=\"utf-8\"?>",
    "<feed xmlns=\"http://www.w3.org/2005/Atom\" xml:lang=\"en\">",
    `  ${element("id", feed.self)}`,
    `  ${element("title", feed.title)}`,
    `  ${element("subtitle", feed.subtitle)}`,
    `  ${element("updated", new Date(Math.max(0, ...feed.entries.map((e) => e.updated.getTime()))).toISOString())}`,
    `  <link rel="self" type="application/atom+xml" href="${xmlText(feed.self)}"/>`,
    `  <link rel="alternate" href="${xmlText(feed.home)}"/>`,
    ...(feed.json === undefined
      ? []
      : [`  <link rel="alternate" type="application/feed+json" href="${xmlText(feed.json)}"/>`]),
    `  <author>${element("name", feed.author)}</author>`,
    ...feed.entries.map(entryText),
    "</feed>",
    ""
  ].join("\n")
