import { Context, type Effect } from "effect"
import { inSlices, type WorkSteps } from "../briefs/WorkSteps.ts"

/** A rendered text. */
export interface RenderedArticle {
  /**
   * HTML that runs nothing and loads nothing but https images: no raw HTML of the text, no scripts, styles, frames or
   * forms, links to http, https and mailto only. Empty when the text exceeds a limit of `articleGates`.
   */
  readonly html: string
  /** The beginning as plain text. */
  readonly summary: string
  /** Paragraphs, headings, items of lists, tables, code blocks and rules. */
  readonly blocks: number
  /** The depth of the nested elements; counting may stop once it exceeds the limit. */
  readonly depth: number
  /** The length of the HTML in UTF-16 code units, or a lower bound beyond the limit. */
  readonly html_length: number
}

/**
 * Renders Markdown. `render` never throws, has no effects, and takes bounded time and memory for any text of at most
 * `articleGates.content.max` characters. It yields the amount of its work after each step, so that the caller can pause.
 * `renderApart`, if present, gives the same result without blocking the event loop, regardless of the cost of a step.
 * `version` changes whenever it renders any text differently, so that stored renderings of an earlier version are not
 * served.
 */
export class ArticleRenderer extends Context.Tag("auspex/ArticleRenderer")<ArticleRenderer, {
  readonly version: number
  readonly render: (markdown: string) => WorkSteps<RenderedArticle>
  readonly renderApart?: (markdown: string) => Effect.Effect<RenderedArticle>
}>() {}

/** Renders without blocking the event loop for longer than a step takes. */
export const renderedBy = (
  { render, renderApart }: Context.Tag.Service<ArticleRenderer>,
  markdown: string
): Effect.Effect<RenderedArticle> => renderApart?.(markdown) ?? inSlices(() => render(markdown))

/**
 * Makes slugs. `slugOf` returns lower-case ASCII letters and digits in words joined by single hyphens, transliterated
 * where the language allows it; an empty text when nothing of the title is left. Pure and total.
 */
export class ArticleSlugs extends Context.Tag("auspex/ArticleSlugs")<ArticleSlugs, {
  readonly slugOf: (title: string) => string
}>() {}
