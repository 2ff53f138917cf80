import MarkdownIt from "markdown-it"
import type { ExtractedText } from "./ExtractedText.ts"
import { textOfHtml } from "./textOfHtml.ts"
import { visibleHtml } from "./visibleHtml.ts"

// Raw HTML is parsed like that of a page, so that hidden text in it is dropped, too.
const markdown = new MarkdownIt({ html: true, linkify: false })

/** The title and text of a Markdown document; its first heading is the title. */
export const readMarkdown = (source: string): ExtractedText => {
  const { heading, text } = textOfHtml(visibleHtml(markdown.render(source)).html)
  return { title: heading, text, hasPasswordField: false }
}
