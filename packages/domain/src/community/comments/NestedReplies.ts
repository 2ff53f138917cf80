/**
 * The number of replies nested in a page of roots. Roots with few replies have all of them; the others share the rest
 * of the page evenly, with their earliest replies. Further replies are read from the thread.
 */
export const nestedRepliesOfPage = 400

/** The minimum number of replies nested in each root, however many roots are on the page. */
export const nestedRepliesMin = 20
