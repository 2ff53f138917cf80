import { agentPath, articlePath, questionPath } from "@auspex/domain/kernel"
import type { Sitemap, SitemapRow } from "@auspex/domain/widgets"
import { xmlText } from "../../kit/XmlText.ts"

/** One URL of a site map. */
export interface SitemapEntry {
  /** Absolute. */
  readonly address: string
  readonly changed_at: Date
}

/** The limits of one document in the protocol (sitemaps.org, 0.9). */
export const sitemapLimits = { entriesMax: 50_000, bytesMax: 52_428_800 } as const

const head =
  "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n"
const tail = "</urlset>\n"
/** The maximum number of UTF-8 bytes per UTF-16 unit. */
const unitBytesMax = 3

/**
 * A site map (sitemaps.org, 0.9) of the first entries: as many as the protocol's limits of number and size allow.
 *
 * @example sitemapDocument([{ address: "https://auspex.example/a?b&c", changed_at: new Date(0) }]).split("\n")[2] // "  <url><loc>https://auspex.example/a?b&amp;c</loc><lastmod>1970-01-01T00:00:00.000Z</lastmod></url>"
 */
export const sitemapDocument = (entries: ReadonlyArray<SitemapEntry>): string => {
  const lines: Array<string> = []
  let bytes = head.length + tail.length
  for (const { address, changed_at } of entries) {
    const line = `  <url><loc>${xmlText(address)}</loc><lastmod>${changed_at.toISOString()}</lastmod></url>\n`
    bytes += line.length * unitBytesMax
    if (lines.length === sitemapLimits.entriesMax || bytes > sitemapLimits.bytesMax) break
    lines.push(line)
  }
  return `${head}${lines.join("")}${tail}`
}

// A site map lists only URLs below its own folder, unless robots.txt of the site names it.
const pathOf: Readonly<Record<SitemapRow["kind"], (id: string) => string>> = {
  question: questionPath,
  article: articlePath,
  agent: agentPath
}

/** The site map of the public questions, articles and agents. */
export const publicSitemap = ({ entries, home }: Sitemap): string =>
  sitemapDocument(entries.map(({ changed_at, id, kind }) => ({ address: `${home}${pathOf[kind](id)}`, changed_at })))
