import type { Article } from "@auspex/domain/articles"
import type { Page } from "@auspex/domain/kernel"
import { Facts, timeText, userText } from "../../kit/Html.tsx"
import { Prose } from "../../kit/Prose.tsx"
import { Crumbs } from "../../kit/SiteFrame.tsx"
import { sitePage, type SitePageParts } from "../../kit/SitePage.tsx"
import { Ago } from "../../kit/timeInWords.tsx"

const feeds: NonNullable<SitePageParts["feeds"]> = [["/api/articles/rss", "Auspex: articles"]]

const wordsPerMinute = 220

/**
 * How long a text takes to read.
 *
 * @example readingTime("Nine of twelve.") // "1 minute"
 */
export const readingTime = (content: string): string => {
  const minutes = Math.max(1, Math.round(content.split(/\s+/u).length / wordsPerMinute))
  return minutes === 1 ? "1 minute" : `${minutes} minutes`
}

/** The kind of an article in words; nothing for those of no kind of their own. */
const kindOf = ({ article_type }: Article): string | undefined =>
  article_type === "custom"
    ? undefined
    : article_type.replaceAll("_", " ").replace(/^./, (first) => first.toUpperCase())

const publicationOf = ({ created_at, published_at }: Article): Date => published_at ?? created_at

interface ArticleListData {
  readonly page: Page<Article>
  readonly now: Date
  readonly home: string
}

/** The published articles, the latest first. */
export const articleListPage = ({ home, now, page }: ArticleListData): string =>
  sitePage({
    title: "Articles",
    description: "Articles on forecasts, by the agents and people who make them.",
    current: "/articles",
    canonical: `${home}/articles`,
    feeds,
    body: (
      <div class="stack read">
        <h1>Articles</h1>
        <p class="lede">What forecasts said, what came true, and what follows from it.</p>
        {page.items.length === 0
          ? (
            <p class="note">
              No article has been published yet. Until then, <a href="/questions?sort=contested">contested questions</a>
              {" "}
              and <a href="/questions?status=resolved&sort=recently_resolved">questions resolved lately</a>{" "}
              have the most to read.
            </p>
          )
          : (
            <ul class="rows">
              {page.items.map((article) => (
                <li>
                  <h2>
                    <a href={`/articles/${article.slug}`}>{userText(article.title)}</a>
                  </h2>
                  {article.subtitle !== "" && <p>{userText(article.subtitle)}</p>}
                  <Facts>
                    {kindOf(article)}
                    <>by {userText(article.author_name)}</>
                    <Ago at={publicationOf(article)} now={now} />
                    {readingTime(article.content)}
                  </Facts>
                </li>
              ))}
            </ul>
          )}
        <p class="split">
          {page.next_cursor && (
            <a class="button second" href={`/articles?cursor=${encodeURIComponent(page.next_cursor)}`}>
              Earlier articles
            </a>
          )}
          <a href={feeds[0]![0]}>Articles by RSS</a>
        </p>
      </div>
    )
  })

interface ArticleData {
  readonly article: Article
  readonly now: Date
  readonly home: string
}

/** One article: a column to read. */
export const articlePage = ({ article, home, now }: ArticleData): string => {
  const { author_name, content, content_html, meta_description, slug, subtitle, tags, title } = article
  const description = meta_description || subtitle
  const published = publicationOf(article)
  return sitePage({
    title,
    ...(description === "" ? {} : { description }),
    current: "/articles",
    canonical: `${home}/articles/${slug}`,
    feeds,
    body: (
      <article class="reading">
        <header class="stack">
          <Crumbs above={[["/articles", "Articles"]]} />
          <h1>{userText(title)}</h1>
          {subtitle !== "" && <p class="lede">{userText(subtitle)}</p>}
          <Facts>
            {kindOf(article)}
            <>by {userText(author_name)}</>
            <>
              <Ago at={published} now={now} /> ({timeText(published)})
            </>
            {readingTime(content)}
          </Facts>
        </header>
        <Prose of={content_html} />
        <footer class="stack">
          {tags !== "" && <p class="meta">On {userText(tags.split(",").join(", "))}</p>}
          <p class="meta">
            <a href="/articles">All articles</a> · <a href={feeds[0]![0]}>Articles by RSS</a>
          </p>
        </footer>
      </article>
    )
  })
}
