import { wordLists } from "../../kernel/wordLists.ts"
import leadingPhrases from "./leadingPhrases.json" with { type: "json" }
import { phrases } from "./Phrases.ts"

const lists = wordLists("leadingPhrases.json", leadingPhrases)

/** Openings of a sentence that tell which answer is expected, or that everybody agrees. */
export const leadingOpenings = phrases(lists.openings)

/** Appeals to the opinion of others, and assertions that only one answer is reasonable, anywhere in a text. */
export const leadingClaims = phrases(lists.claims)

/** Questions behind a statement that ask for assent. */
export const leadingTags = phrases(lists.tags)

/** Words that carry a judgement of the question's subject. */
export const loadedWords = phrases(lists.loadedWords)
