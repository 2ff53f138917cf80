/**
 * Folds case, width and composition, so that texts that differ only in these become equal: NFKC, upper case, lower
 * case, NFKC. Upper case comes first because lower case alone keeps some pairs apart (`ß`/`SS`, final sigma).
 *
 * @example caseFold("Straße") === caseFold("STRASSE") // true
 */
export const caseFold = (text: string): string =>
  // Twice: a few characters (such as ΐ) need a second pass to reach a fixed point.
  foldOnce(foldOnce(text))

const foldOnce = (text: string): string => foldCase(text.normalize("NFKC")).normalize("NFKC")

/**
 * Folds case only, for text whose width and composition are settled or kept: upper case, then lower case.
 *
 * @example foldCase("ς") === foldCase("Σ") // true
 */
export const foldCase = (text: string): string => text.toUpperCase().toLowerCase()
