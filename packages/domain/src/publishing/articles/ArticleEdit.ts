import type { ArticleRow, ArticleType } from "./Article.ts"
import type { ArticleRequest, ArticleText } from "./ArticleGates.ts"

/** An editor's correction. An absent field stays as it is; null empties a text that may be empty. */
export interface ArticleEdit {
  readonly title?: string
  readonly content?: string
  readonly subtitle?: string | null
  readonly article_type?: ArticleType
  readonly tags?: string | null
  readonly meta_description?: string | null
}

/** The fields that an editor corrects. */
const editable = ["title", "subtitle", "content", "article_type", "tags", "meta_description"] as const

/** The article as it is to be after the edit, to be judged like a new one. */
export const editedRequest = (article: ArticleRow, edit: ArticleEdit): ArticleRequest => {
  const { article_type, content, meta_description, subtitle, tags, title } = article
  return { title, content, subtitle, article_type, tags, meta_description, ...edit }
}

/**
 * The fields that an edit changes, with their values before and after; undefined when it changes none.
 */
export const editOf = (
  article: ArticleRow,
  text: ArticleText
): { readonly before: Partial<ArticleText>; readonly after: Partial<ArticleText> } | undefined => {
  const changed = editable.filter((field) => article[field] !== text[field])
  if (changed.length === 0) return undefined
  const only = (source: ArticleText | ArticleRow): Partial<ArticleText> =>
    Object.fromEntries(changed.map((field) => [field, source[field]]))
  return { before: only(article), after: only(text) }
}
