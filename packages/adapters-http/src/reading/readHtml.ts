import { Readability } from "@mozilla/readability"
import { cleanText, sourceWordsMin, wordsUpTo } from "@auspex/domain/evidence"
import { DOMParser } from "linkedom"
import type { ExtractedText } from "./ExtractedText.ts"
import { textOfHtml } from "./textOfHtml.ts"
import { type VisibleHtml, visibleHtml } from "./visibleHtml.ts"

/** A page with more elements is read without a search for its article, which would take seconds and much memory. */
const articleElementsMax = 20_000
/** What surrounds the text of a page. */
const surroundings = new Set(["nav", "footer", "aside", "header"])

interface Article {
  readonly title: string
  readonly text: string
}

/** The article of a page, without menus, advertisements and the like; undefined if none was found. */
const articleOf = ({ elements, html }: VisibleHtml): Article | undefined => {
  if (elements > articleElementsMax) return undefined
  const document = new DOMParser().parseFromString(
    /<html[\s>]/.test(html) ? html : `<!doctype html><html><body>${html}</body></html>`,
    "text/html"
  )
  const found = new Readability(document as unknown as Document, {
    charThreshold: 250,
    disableJSONLD: true
  }).parse()
  if (found?.content == null) return undefined
  return { title: found.title ?? "", text: cleanText(textOfHtml(found.content).text) }
}

const isEnough = (text: string): boolean => wordsUpTo(text, sourceWordsMin) >= sourceWordsMin

/**
 * The title and text of an HTML page: of its article if one is found, else of all but its menus, its header and its
 * footer. Nothing is executed or fetched; hidden text is dropped.
 */
export const readHtml = (markup: string): ExtractedText => {
  const visible = visibleHtml(markup)
  const { hasPasswordField, noScriptHtml, title } = visible
  const article = articleOf(visible)
  if (article !== undefined && isEnough(article.text)) {
    return { title: article.title || title, text: article.text, hasPasswordField }
  }
  const main = textOfHtml(visible.html, surroundings)
  const text = cleanText(main.text)
  // Without enough text, what the page says to those without scripts tells why.
  const whole = isEnough(text) ? text : cleanText(`${text}\n\n${textOfHtml(noScriptHtml).text}`)
  return { title: title.trim() || main.heading, text: whole, hasPasswordField }
}
