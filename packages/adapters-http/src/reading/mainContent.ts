import { sourceWordsMin, wordsUpTo } from "@auspex/domain/evidence"
import { elementsWithin, type HtmlElement, type HtmlNode } from "./htmlTree.ts"

/** The part of a page that its author calls its main content. */
export interface MainContent {
  readonly element: HtmlElement
  /** Whether an element within it is none of its text: menus, lists of links, teasers of other articles. */
  readonly isAside: (element: HtmlElement) => boolean
  /** Whether an element within it is there to be used rather than read: buttons, short forms. */
  readonly isControl: (element: HtmlElement) => boolean
}

/** A block with at least this many links, and this share of its text in them, is a list of links. */
const linksMin = 3
const linkShareMin = 0.7
/** A block with more text than this is text, however much of it is linked, in code units. */
const linkListTextMax = 3_000
/** Another article within the main content with fewer words is a teaser. */
const teaserWordsMax = 40
/** A form with fewer words is a search or a subscription; some servers wrap whole pages in one. */
const formWordsMax = 60

const mayBeLinkList = new Set("ul ol nav div section aside footer header menu dl p".split(" "))

interface Measures {
  readonly text: number
  readonly linked: number
  readonly links: number
}

/** Measures elements once each. */
class LinkMeasures {
  readonly #known = new Map<HtmlElement, Measures>()

  of(node: HtmlNode, isInLink = false): Measures {
    if (typeof node === "string") {
      const text = node.replaceAll(/\s+/g, "").length
      return { text, linked: isInLink ? text : 0, links: 0 }
    }
    const known = this.#known.get(node)
    if (known !== undefined) return known
    const isLink = node.name === "a" && node.attributes["href"] !== undefined
    let [text, linked, links] = [0, 0, isLink ? 1 : 0]
    for (const child of node.children) {
      const measured = this.of(child, isInLink || isLink)
      text += measured.text
      linked += measured.linked
      links += measured.links
    }
    const measures = { text, linked, links }
    this.#known.set(node, measures)
    return measures
  }

  isLinkList(element: HtmlElement): boolean {
    if (!mayBeLinkList.has(element.name)) return false
    const { linked, links, text } = this.of(element)
    return links >= linksMin && text <= linkListTextMax && linked >= linkShareMin * text
  }
}

const textWithin = (node: HtmlNode): string => typeof node === "string" ? node : node.children.map(textWithin).join(" ")

const wordsOf = (element: HtmlElement, max: number): number => wordsUpTo(textWithin(element), max)

const isMain = ({ attributes, name }: HtmlElement): boolean => name === "main" || attributes["role"] === "main"
const isArticle = ({ attributes, name }: HtmlElement): boolean =>
  name === "article" || attributes["itemprop"] === "articleBody" || attributes["role"] === "article"

/** The outermost elements that fulfil a condition. */
const outermost = (root: HtmlElement, fits: (element: HtmlElement) => boolean): ReadonlyArray<HtmlElement> => {
  const found: Array<HtmlElement> = []
  const search = (element: HtmlElement): void => {
    if (fits(element)) found.push(element)
    else for (const child of element.children) if (typeof child !== "string") search(child)
  }
  search(root)
  return found
}

const wordsCounted = 100_000

/** The article that has most of the words of all; undefined when several are of similar length. */
const dominant = (articles: ReadonlyArray<HtmlElement>): HtmlElement | undefined => {
  const counted = articles.map((article) => ({ article, words: wordsOf(article, wordsCounted) }))
  const all = counted.reduce((sum, { words }) => sum + words, 0)
  return counted.find(({ words }) => words >= sourceWordsMin && words >= 0.6 * all)?.article
}

/**
 * The main content of a page that says where it is: its `main`, else the one `article` that has most of the text. Within
 * it, names of classes and ids do not decide what is text; undefined when the page does not say, or says little there.
 */
export const mainContent = (tree: HtmlElement): MainContent | undefined => {
  const mains = outermost(tree, isMain)
  const main = mains.length === 1 && wordsOf(mains[0]!, sourceWordsMin) >= sourceWordsMin ? mains[0] : undefined
  const articles = outermost(main ?? tree, isArticle)
  const article = dominant(articles)
  const element = main ?? article
  if (element === undefined) return undefined
  const measures = new LinkMeasures()
  const others = new Set(article === undefined ? [] : articles.filter((other) => other !== article))
  return {
    element,
    isAside: (within) => {
      const { name } = within
      if (within === element) return false
      if (name === "nav" || name === "menu") return true
      if (others.has(within) && wordsOf(within, teaserWordsMax) < teaserWordsMax) return true
      return measures.isLinkList(within)
    },
    isControl: (within) =>
      within.name === "button" || (within.name === "form" && wordsOf(within, formWordsMax) < formWordsMax)
  }
}

/** The first heading of the first level within an element, as an element. */
export const firstHeading = (element: HtmlElement): HtmlElement | undefined => {
  for (const within of elementsWithin(element)) if (within.name === "h1") return within
  return undefined
}
