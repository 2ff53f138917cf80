import type { ArticleType } from "./Article.ts"

/** The maximum length of a slug without its suffix. */
export const slugBaseMax = 80

/** Slugs that are addresses of something else. */
export const reservedSlugs: ReadonlyArray<string> = ["rss"]

/**
 * The slug of an article before it is made unique: the slug of its title, cut between words, or the type when nothing of
 * the title is left.
 *
 * @example slugBaseOf("will-it-rain", "deep_dive") // "will-it-rain"
 * @example slugBaseOf("", "deep_dive") // "deep-dive"
 */
export const slugBaseOf = (slug: string, type: ArticleType): string => {
  const whole = slug === "" ? type.replaceAll("_", "-") : slug
  if (whole.length <= slugBaseMax) return whole
  const cut = whole.slice(0, slugBaseMax + 1)
  const end = cut.lastIndexOf("-")
  return end > 0 ? cut.slice(0, end) : whole.slice(0, slugBaseMax)
}
