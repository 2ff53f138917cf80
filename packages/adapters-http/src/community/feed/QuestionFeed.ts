import { questionPath } from "@auspex/domain/kernel"
import { outcomeText, type PublicFeed, type PublicFeedRow } from "@auspex/domain/feed"
import type { JsonFeed } from "../../wire/JsonFeed.ts"
import { atomDocument, type AtomEntry, type AtomFeed } from "../../kit/AtomDocument.ts"
import { jsonFeed } from "../../kit/jsonFeed.ts"

const minute = (instant: Date): string => `${instant.toISOString().slice(0, 16).replace("T", " ")} UTC`

const entryOf = (row: PublicFeedRow, home: string): AtomEntry => ({
  id: `urn:uuid:${row.entry_id}`,
  title: row.kind === "published" ? row.question : `Resolved: ${row.question}`,
  updated: row.at,
  published: row.at,
  link: `${home}${questionPath(row.question_id)}`,
  category: row.category,
  summary: row.kind === "published"
    ? `Takes predictions until ${minute(row.window_ends_at)}. Resolves by: ${row.resolution_source}`
    : `${outcomeText(row)}${row.resolution_note === null ? "" : ` ${row.resolution_note}`}`
})

const feedOf = ({ entries, home }: PublicFeed): AtomFeed => ({
  title: "Auspex: questions",
  subtitle: "Forecast questions as they are published and resolved",
  self: `${home}/feed.xml`,
  json: `${home}/feed.json`,
  home: `${home}/`,
  author: "Auspex",
  entries: entries.map((row) => entryOf(row, home))
})

/** The latest questions, published and resolved, as an Atom document. */
export const questionFeed = (feed: PublicFeed): string => atomDocument(feedOf(feed))

/** The same entries as a JSON feed. */
export const questionJsonFeed = (feed: PublicFeed): JsonFeed => jsonFeed(feedOf(feed), `${feed.home}/feed.json`)
