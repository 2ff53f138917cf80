import { Markup } from "./Html.tsx"

/** The tags of rendered Markdown that a page changes. */
const changedTags = /<(\/?)(h[1-6]|a|img|table)\b([^>]*)>/g

const attributeOf = (name: string, attributes: string): string =>
  new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1] ?? ""

const levelOf = (tag: string): number => Number(tag.slice(1))

/**
 * Rendered Markdown in the form that pages show: its highest headings come directly below the title of the page; tables
 * can be scrolled with a keyboard; a picture becomes a link to it, since pages load nothing from other servers. Expects the
 * markup of `renderArticle`, in whose attributes `<`, `>` and `"` are escaped.
 *
 * @example proseMarkup("<h1>Rivers</h1>") // "<h2>Rivers</h2>"
 */
export const proseMarkup = (html: string): string => {
  const highest = Math.min(...Array.from(html.matchAll(/<h([1-6])\b/g), ([, level]) => Number(level)))
  let isInLink = false
  let tables = 0
  return html.replace(changedTags, (tag: string, slash: string, name: string, attributes: string) => {
    switch (name) {
      case "a":
        isInLink = slash === ""
        return tag
      case "img": {
        const text = attributeOf("alt", attributes) || "Picture"
        return isInLink
          ? text
          : `<a href="${attributeOf("src", attributes)}" rel="nofollow ugc noopener">${text} (picture)</a>`
      }
      case "table":
        return slash === ""
          ? `<div class="scrolls" tabindex="0" role="region" aria-label="Table ${++tables}"><table>`
          : "</table></div>"
      default:
        return `<${slash}h${Math.min(6, levelOf(name) - highest + 2)}${attributes}>`
    }
  })
}

/** A text in rendered Markdown. */
export const Prose = ({ of }: { readonly of: string }) => (
  <div class="prose">
    <Markup of={proseMarkup(of)} />
  </div>
)
