import { ArticleSlugs } from "@auspex/domain/articles"
import slugify from "@sindresorhus/slugify"
import { Layer } from "effect"

/**
 * The words of a title in Latin letters and digits, joined by hyphens, by `@sindresorhus/slugify`, which transliterates
 * alphabets but not Chinese, Japanese or Korean script. Empty when nothing is left.
 *
 * @example latinSlug("Über den Zinsschritt: 25 Basispunkte?") // "ueber-den-zinsschritt-25-basispunkte"
 */
export const latinSlug = (title: string): string =>
  slugify(title.normalize("NFKC"), { decamelize: false }).replaceAll(/[^a-z0-9]+/g, "-").replaceAll(/^-|-$/g, "")

/** The slugs of `latinSlug`. */
export const ArticleSlugsLatinLive: Layer.Layer<ArticleSlugs> = Layer.succeed(ArticleSlugs, { slugOf: latinSlug })
