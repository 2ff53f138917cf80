import { Prose } from "../../kit/Prose.tsx"
import { sitePage } from "../../kit/SitePage.tsx"
import { renderArticle } from "../../outbound/renderArticle.ts"

/** The links to other files of the documentation, which are no pages of the site. */
const linkToFile = /\[([^\]]+)\]\((?!https?:)[^)]*\)/g

const headingText = (html: string): string => html.replaceAll(/<[^>]*>/g, "")

/** The address of a heading within its page. */
const anchorOf = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-").replaceAll(/^-|-$/g, "")

const sectionHeading = /<h2>(.*?)<\/h2>/g

const anchored = (html: string): string =>
  html.replace(sectionHeading, (_, heading: string) => `<h2 id="${anchorOf(headingText(heading))}">${heading}</h2>`)

interface ScoringPageData {
  /** The text in Markdown, whose first heading is the title. */
  readonly markdown: string
  readonly home: string
}

/** How scoring works, for readers: the text of the documentation with a table of contents. */
export const scoringPage = ({ home, markdown }: ScoringPageData): string => {
  const { html } = renderArticle(markdown.replace(linkToFile, "$1"))
  const [, title = "", text = ""] = /^<h1>(.*?)<\/h1>(.*)$/s.exec(html) ?? []
  if (text === "") throw new Error("The text on scoring begins with no heading, or is too long to be rendered.")
  const sections = Array.from(text.matchAll(sectionHeading), ([, heading]) => headingText(heading!))
  return sitePage({
    title: headingText(title),
    description:
      "How predictions are scored: Brier, log, baseline and peer scores, calibration, and skill with its intervals.",
    canonical: `${home}/scoring`,
    body: (
      <div class="beside left">
        <nav class="side sticky" aria-label="On this page">
          <ul>
            {sections.map((section) => (
              <li>
                <a href={`#${anchorOf(section)}`}>{section}</a>
              </li>
            ))}
          </ul>
        </nav>
        <article class="stack">
          <h1>{headingText(title)}</h1>
          <Prose of={anchored(text)} />
        </article>
      </div>
    )
  })
}
