import { Array as Arr, type Context, Effect, Either } from "effect"
import { atOnce } from "../../kernel/inTurns.ts"
import { inSlices, stepWorkMax, type WorkSteps } from "../briefs/WorkSteps.ts"
import type { ProfanityFilter } from "../../community/comments/ProfanityFilter.ts"
import { counted, grouped } from "../../kernel/Counted.ts"
import { type Failure, failure, type Failures } from "../../kernel/Failure.ts"
import { codePoints, judgeText } from "../../kernel/TextRule.ts"
import type { ArticleType } from "./Article.ts"
import { type ArticleRenderer, renderedBy, type RenderedArticle } from "./ArticleRenderer.ts"
import { judgeTags, tagsIn } from "../../text/Tags.ts"

/** The limits of an article. Characters are code points of the trimmed text. */
export const articleGates = {
  title: { min: 5, max: 300, isLine: true },
  subtitle: { max: 300, isLine: true },
  metaDescription: { max: 300, isLine: true },
  content: { min: 100, max: 200_000 },
  /** Paragraphs, headings, items of lists, tables, code blocks and rules. */
  blocksMax: 200,
  /** Elements within elements: each level of a nested list is two. */
  depthMax: 16,
  /** UTF-16 code units of the HTML: a short text can repeat a long address many times. */
  htmlLengthMax: 1_000_000
} as const

/** A request to submit an article, before validation. An absent, null or blank text counts as empty. */
export interface ArticleRequest {
  readonly title: string
  readonly content: string
  readonly subtitle?: string | null
  readonly article_type?: ArticleType | null
  readonly tags?: string | null
  readonly meta_description?: string | null
}

/** The validated texts of an article, with the rendering of its content. */
export interface ArticleText {
  readonly title: string
  readonly subtitle: string
  readonly content: string
  readonly content_html: string
  /** The version of the renderer. */
  readonly rendered_by: number
  /** The beginning of the content as plain text. */
  readonly summary: string
  readonly article_type: ArticleType
  readonly tags: string
  readonly meta_description: string
}

/** What judges a text: the renderer, and the filter against profanity. */
export interface ArticleTools {
  readonly renderer: Context.Tag.Service<ArticleRenderer>
  readonly filter: Context.Tag.Service<ProfanityFilter>
}

const line = (text: string | null | undefined): string => (text ?? "").trim().replace(/\s+/g, " ")

/** The content without the blank lines around it; the indentation of its first line is Markdown. */
const contentOf = (content: string): string => content.replace(/^(?:[ \t]*\r?\n)+/, "").trimEnd()

const judgeShape = ({ blocks, depth, html_length }: RenderedArticle): ReadonlyArray<Failure> => {
  const { blocksMax, depthMax, htmlLengthMax } = articleGates
  const over = (measured: number, limit: number, message: string): ReadonlyArray<Failure> =>
    measured <= limit ? [] : [failure("INVALID_REQUEST", message, { field: "content", measured, limit })]
  return [
    ...over(blocks, blocksMax, `content has ${counted(blocks, "block")} of text; the maximum is ${blocksMax}.`),
    ...over(depth, depthMax, `content nests its elements ${depth} or more deep; the maximum is ${depthMax}.`),
    ...over(
      html_length,
      htmlLengthMax,
      `content becomes more than ${grouped(htmlLengthMax)} characters of HTML, mostly by repeating addresses.`
    )
  ]
}

const quotesMax = 3
const quoteLengthMax = 30
/** A text with another failure is searched only up to this length, in code points. */
const searchedMax = 4_000
/** How much of two neighbouring pieces overlaps, so that no word is missed for being cut. */
const overlap = 100

/** How long a piece is: the worst of this length takes some milliseconds. */
const pieceLength = 1_000
/** The work of searching one character, in characters read. */
const searchWork = stepWorkMax / pieceLength

/** Searches a text in pieces, so that the caller can pause between them. */
function* profanitySteps(
  field: string,
  text: string,
  filter: ArticleTools["filter"]
): WorkSteps<ReadonlyArray<Failure>> {
  const found = new Map<number, string>()
  for (let from = 0; from < text.length; from += pieceLength - overlap) {
    const piece = text.slice(from, from + pieceLength)
    for (const { end, start } of filter.find(piece)) found.set(from + start, piece.slice(start, end))
    yield piece.length * searchWork
  }
  if (found.size === 0) return []
  const quotes = [...found.values()].slice(0, quotesMax).map((quote) =>
    JSON.stringify(Array.from(quote).slice(0, quoteLengthMax).join(""))
  )
  const more = found.size > quotesMax ? ` and ${found.size - quotesMax} more` : ""
  const message = `${field} holds profanity: ${quotes.join(", ")}${more}.`
  return [failure("ARTICLE_PROFANITY", message, { field, measured: found.size, limit: 0 })]
}

/**
 * Validates an article in steps: title and subtitle as one line each, tags normalised, the content without blank lines
 * around it, the type `custom` by default. The content is rendered only when its length is permitted. Fails with
 * everything that is wrong, in this order: lengths, tags, the shape of the content (`INVALID_REQUEST`), profanity by
 * field (`ARTICLE_PROFANITY`).
 */
export function* articleSteps(
  request: ArticleRequest,
  { filter, renderer }: ArticleTools
): WorkSteps<Either.Either<ArticleText, Failures>> {
  const title = line(request.title)
  const subtitle = line(request.subtitle)
  const meta_description = line(request.meta_description)
  const content = contentOf(request.content)
  const tagText = request.tags ?? ""
  const tags = tagsIn(tagText).join(",")
  const wrongContent = judgeText("content", content.trim(), articleGates.content)
  const failures: Array<Failure> = [
    judgeText("title", title, articleGates.title),
    judgeText("subtitle", subtitle, articleGates.subtitle),
    wrongContent,
    judgeText("meta_description", meta_description, articleGates.metaDescription),
    judgeText("tags", tags, { max: Infinity, isLine: true }),
    ...judgeTags(tagText)
  ].filter((wrong) => wrong !== undefined)
  yield content.length
  const rendered = wrongContent === undefined ? yield* renderer.render(content) : undefined
  if (rendered !== undefined) failures.push(...judgeShape(rendered))
  const wrong = new Set(failures.map(({ field }) => field))
  const texts = Object.entries({ title, subtitle, content, meta_description, tags })
  for (const [field, text] of texts) {
    if (!wrong.has(field) || codePoints(text) <= searchedMax) {
      failures.push(...(yield* profanitySteps(field, text, filter)))
    }
  }
  if (Arr.isNonEmptyReadonlyArray(failures)) return Either.left(failures)
  return Either.right({
    title,
    subtitle,
    content,
    content_html: rendered!.html,
    rendered_by: renderer.version,
    summary: rendered!.summary,
    article_type: request.article_type ?? "custom",
    tags,
    meta_description
  })
}

/** Validates an article like `articleSteps` without blocking the event loop. */
export const judgeArticleApart = (
  request: ArticleRequest,
  { filter, renderer }: ArticleTools
): Effect.Effect<Either.Either<ArticleText, Failures>> =>
  Effect.gen(function*() {
    const content = contentOf(request.content)
    const isPermitted = judgeText("content", content.trim(), articleGates.content) === undefined
    const rendered = isPermitted ? yield* renderedBy(renderer, content) : undefined
    const prepared = {
      version: renderer.version,
      // Called for a permitted content only, which has been rendered.
      *render(): WorkSteps<RenderedArticle> {
        yield 1
        return rendered!
      }
    }
    return yield* inSlices(() => articleSteps(request, { filter, renderer: prepared }))
  })

/** Runs `articleSteps` without a pause. */
export const judgeArticle = (request: ArticleRequest, tools: ArticleTools): Either.Either<ArticleText, Failures> =>
  atOnce(articleSteps(request, tools))
