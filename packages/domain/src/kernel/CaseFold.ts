/**
 * The form in which two texts that differ only in case, width or composition are equal: NFKC, upper, lower, NFKC.
 * Going through upper case first folds what lower case alone keeps apart (`ß`/`SS`, final sigma).
 *
 * @example caseFold("Straße") === caseFold("STRASSE") // true
 */
export const caseFold = (text: string): string =>
  // Twice: a few characters (ΐ and its kin) reach their final form only after composing once.
  foldOnce(foldOnce(text))

const foldOnce = (text: string): string => text.normalize("NFKC").toUpperCase().toLowerCase().normalize("NFKC")
