import { Readability } from "@mozilla/readability"
import { cleanText, sourceWordsMin, wordsUpTo } from "@auspex/domain/evidence"
import { DOMParser } from "linkedom"
import type { ExtractedText } from "./ExtractedText.ts"
import { type HtmlElement, htmlTree } from "./htmlTree.ts"
import { firstHeading, mainContent } from "./mainContent.ts"
import { textOfHtml, textOfTree } from "./textOfHtml.ts"
import { type VisibleHtml, visibleHtml } from "./visibleHtml.ts"

/** A page with more elements is read without a search for its article, which would take seconds and much memory. */
const articleElementsMax = 20_000
/** What surrounds the text of a page. */
const surroundings = new Set(["nav", "footer", "aside", "header"])
/** Fewer folded words than this are labels and icons, which no reader misses. */
const foldedWordsMin = 8
const foldedWordsCounted = 10_000

interface Article {
  readonly title: string
  readonly text: string
  readonly judgedText?: string
}

const isEnough = (text: string): boolean => wordsUpTo(text, sourceWordsMin) >= sourceWordsMin

/** The title of a page without the name of its site: its heading, if the title begins with it or holds it. */
const shortTitle = (title: string, heading: string): string => {
  const isBeginning = heading !== "" && title.startsWith(heading) && /^\s*[|–—·:-]/u.test(title.slice(heading.length))
  return title === "" || isBeginning || (heading.length >= 10 && title.includes(heading)) ? heading : title
}

/** The text where the page says that its main content is. */
const statedArticle = (tree: HtmlElement, pageTitle: string): Article | undefined => {
  const main = mainContent(tree)
  if (main === undefined) return undefined
  const { heading, text } = textOfTree(main.element, (within) => main.isAside(within) || main.isControl(within))
  const above = heading === "" ? firstHeading(tree) : undefined
  const cleaned = cleanText(text)
  const topHeading = heading || (above === undefined ? "" : cleanText(textOfTree(above).text))
  if (!isEnough(cleaned)) return undefined
  const judgedText = cleanText(textOfTree(main.element, main.isAside).text)
  return { title: shortTitle(pageTitle.trim(), topHeading), text: cleaned, judgedText }
}

const articleBy = (document: Document) => {
  try {
    return new Readability(document, { charThreshold: 250, disableJSONLD: true }).parse()
  } catch (cause) {
    // The library recurses through what it moves. A page that is too much for it is read as a whole.
    if (cause instanceof RangeError) return null
    throw cause
  }
}

/** The article of a page that does not say where it is, without menus, advertisements and the like. */
const foundArticle = ({ elements, html }: VisibleHtml): Article | undefined => {
  if (elements > articleElementsMax) return undefined
  const document = new DOMParser().parseFromString(
    /<html[\s>]/.test(html) ? html : `<!doctype html><html><body>${html}</body></html>`,
    "text/html"
  )
  const found = articleBy(document as unknown as Document)
  if (found?.content == null) return undefined
  const text = cleanText(textOfHtml(found.content).text)
  return isEnough(text) ? { title: found.title ?? "", text } : undefined
}

const extract = (visible: VisibleHtml): ExtractedText => {
  const { hasPasswordField, html, noScriptHtml, title } = visible
  const tree = htmlTree(html)
  const article = statedArticle(tree, title) ?? foundArticle(visible)
  if (article !== undefined) return { ...article, title: article.title || title, hasPasswordField }
  const main = textOfTree(tree, ({ name }) => surroundings.has(name))
  const text = cleanText(main.text)
  // Without enough text, what the page says to those without scripts tells why.
  const whole = isEnough(text) ? text : cleanText(`${text}\n\n${textOfHtml(noScriptHtml).text}`)
  return { title: title.trim() || main.heading, text: whole, hasPasswordField }
}

/**
 * The title and text of an HTML page: of its article if one is found, else of all but its menus, its header and its
 * footer. Nothing is executed or fetched; hidden text is dropped. Text that may be shown later is left out, which
 * `leftOut` says, unless the page has too little text without it.
 */
export const readHtml = (markup: string): ExtractedText => {
  const visible = visibleHtml(markup)
  const found = extract(visible)
  const folded = wordsUpTo(visible.foldedText, foldedWordsCounted)
  if (folded < foldedWordsMin) return found
  if (!isEnough(found.text)) {
    const whole = extract(visibleHtml(markup, { keepsFolded: true }))
    if (isEnough(whole.text)) return whole
  }
  return { ...found, leftOut: `About ${folded} words that the page does not show at first were left out.` }
}
