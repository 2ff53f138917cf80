import { articleGates, type RenderedArticle, type WorkSteps } from "@auspex/domain/articles"
import { excerpt } from "@auspex/domain/kernel"
import MarkdownIt from "markdown-it"
import sanitizeHtml from "sanitize-html"

/** Deeper than what is allowed, so that forbidden depth is seen; shallow enough for recursion. */
const parsedDepthMax = 2 * articleGates.depthMax

// Raw HTML stays text, and so does a bare address.
const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false, maxNesting: parsedDepthMax })

/** The addresses that links may have; all others, relative ones included, leave the Markdown of the link as text. */
const linkable = /^(?:https?:\/\/[^/]|mailto:[^/])/i
markdown.validateLink = (url) => linkable.test(url)

type Token = ReturnType<typeof markdown.parse>[number]

/** Replaces an image that is not loaded by https with its alternative text. */
const withoutForeignImages = (children: ReadonlyArray<Token>): Array<Token> =>
  children.map((token) => {
    if (token.type !== "image" || /^https:\/\//i.test(String(token.attrGet("src")))) return token
    token.type = "text"
    return token
  })

const blockTypes = new Set(["heading_open", "fence", "code_block", "hr", "tr_open", "list_item_open"])

/** The first paragraph of a list item belongs to the item. */
const isBlock = ({ type }: Token, before: Token | undefined): boolean =>
  blockTypes.has(type) || (type === "paragraph_open" && before?.type !== "list_item_open")

const attributesLength = ({ attrs }: Token): number =>
  (attrs ?? []).reduce((sum, [name, value]) => sum + name.length + String(value).length + 4, 0)

/** A lower bound for the HTML of a token: its tag, its attributes and its text without escapes. */
const htmlLength = (token: Token): number =>
  token.content.length * (token.type === "inline" ? 0 : 1) + token.tag.length + attributesLength(token)

/** The depth of the elements of a token: its own, or of a block with text the deepest in the text. */
const depthOf = (token: Token, before: Token | undefined): number => {
  // The paragraphs of a tight list are not rendered.
  const level = token.level - (before?.hidden === true ? 1 : 0)
  if (token.type !== "inline") return token.nesting >= 0 && !token.hidden ? token.level + 1 : 0
  return (token.children ?? []).reduce(
    (deepest, { level: within, nesting, tag, type }) =>
      nesting >= 0 && tag !== "" && type !== "softbreak" ? Math.max(deepest, level + within + 1) : deepest,
    0
  )
}

/** The text of a paragraph, without markup. */
const plainText = ({ children }: Token): string =>
  (children ?? []).map(({ content, type }) => type.endsWith("break") ? " " : content).join("")

/** The size of a parsed text, and the plain text of its first paragraphs. */
const measure = (tokens: ReadonlyArray<Token>) => {
  let [blocks, depth, html_length, text] = [0, 0, 0, ""]
  for (const [at, token] of tokens.entries()) {
    const before = tokens[at - 1]
    if (isBlock(token, before)) blocks++
    depth = Math.max(depth, depthOf(token, before))
    html_length += htmlLength(token)
    for (const child of token.children ?? []) html_length += htmlLength(child)
    if (before?.type === "paragraph_open" && text.length < summaryReadMax) text += `${plainText(token)} `
  }
  return { blocks, depth, html_length, text }
}

/** How much text is enough for an excerpt, in UTF-16 code units. */
const summaryReadMax = 600

/** The second wall: what this does not allow is removed, whatever the first has let through. */
const sanitizing: sanitizeHtml.IOptions = {
  allowedTags: [
    ..."h1 h2 h3 h4 h5 h6 p blockquote ul ol li pre hr br".split(" "),
    ..."table thead tbody tr th td a img em strong s code".split(" ")
  ],
  allowedAttributes: { a: ["href", "title", "rel"], img: ["src", "alt", "title", "loading"], ol: ["start"] },
  allowedClasses: { code: [/^language-[\w+#.-]{1,30}$/] },
  allowedSchemes: ["http", "https", "mailto"],
  allowedSchemesByTag: { img: ["https"] },
  allowProtocolRelative: false,
  enforceHtmlBoundary: false,
  parseStyleAttributes: false,
  transformTags: {
    a: (tagName, attribs) => ({ tagName, attribs: { ...attribs, rel: "nofollow ugc noopener" } }),
    img: (tagName, attribs) => ({ tagName, attribs: { ...attribs, loading: "lazy" } })
  },
  exclusiveFilter: ({ attribs, tag }) => tag === "img" && attribs["src"] === undefined
}

/** The tokens of each block that is in no other. */
const topLevel = (tokens: ReadonlyArray<Token>): ReadonlyArray<Array<Token>> => {
  const groups: Array<Array<Token>> = []
  let group: Array<Token> = []
  for (const token of tokens) {
    group.push(token)
    if (token.level === 0 && token.nesting <= 0) {
      groups.push(group)
      group = []
    }
  }
  return groups
}

/** Parses in the steps of the parser; stops after the first that finds too many blocks. */
function* parseSteps(content: string): WorkSteps<ReadonlyArray<Token>> {
  const state = new markdown.core.State(content, markdown, {})
  for (const rule of markdown.core.ruler.getRules("")) {
    rule(state)
    yield content.length
    if (state.tokens.filter((token, at) => isBlock(token, state.tokens[at - 1])).length > articleGates.blocksMax) break
  }
  return state.tokens
}

/**
 * Renders Markdown (CommonMark with tables and strikethrough) by `markdown-it` with raw HTML off, and sanitises the
 * result by `sanitize-html`, block by block. Links have `rel="nofollow ugc noopener"` and lead to http, https and mailto;
 * images are loaded by https, and others become their alternative text. A text that exceeds a limit is parsed and not
 * rendered.
 */
export function* renderSteps(content: string): WorkSteps<RenderedArticle> {
  const tokens = yield* parseSteps(content)
  const { text, ...size } = measure(tokens)
  const summary = excerpt(text)
  const { blocksMax, depthMax, htmlLengthMax } = articleGates
  if (size.blocks > blocksMax || size.depth > depthMax || size.html_length > htmlLengthMax) {
    return { ...size, summary, html: "" }
  }
  const parts: Array<string> = []
  for (const group of topLevel(tokens)) {
    for (const token of group) if (token.children !== null) token.children = withoutForeignImages(token.children)
    const part = sanitizeHtml(markdown.renderer.render(group, markdown.options, {}), sanitizing)
    parts.push(part)
    yield part.length
  }
  const html = parts.join("")
  return { ...size, summary, html_length: html.length, html: html.length > htmlLengthMax ? "" : html }
}

/** Renders an article without a pause. */
export const renderArticle = (content: string): RenderedArticle => {
  const steps = renderSteps(content)
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}
