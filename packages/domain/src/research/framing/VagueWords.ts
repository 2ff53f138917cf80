import { wordLists } from "../../kernel/wordLists.ts"
import { phrases } from "./Phrases.ts"
import wordData from "./vagueWords.json" with { type: "json" }

const lists = wordLists("vagueWords.json", wordData)

/** Adverbs that say that something changes much, and not how much. */
export const degreeAdverbs = phrases(lists.degreeAdverbs)

/** Words for a number of things that name none. */
export const vagueAmounts = phrases(lists.vagueAmounts)

/** Adjectives of size, which leave an amount open: "a large share". */
export const sizeAdjectives = new Set(lists.sizeAdjectives)

/** Adjectives that leave an amount open without an article, too: "large numbers", "significant growth". */
export const amountAdjectives = new Set(lists.amountAdjectives)

/** Nouns of amount that such an adjective leaves open, when "of" follows: "a large share of". */
export const amountNouns = new Set(lists.amountNouns)

/** Nouns of amount and change that such an adjective leaves open by themselves: "a significant drop". */
export const changeNouns = new Set(lists.changeNouns)

/**
 * Words on whose meaning two careful readers can differ, so that a question with them fails the clairvoyance test
 * (Howard 1988: a clairvoyant could answer without asking back). They are adjectives and verbs of success, size and
 * quality.
 */
export const vagueWords = phrases(lists.vagueWords)

/** Times that move with the day on which they are read. */
export const relativeTimes = phrases(lists.relativeTimes)

/** Nouns of time that "next" and "this" make relative. */
export const timeNouns = new Set(lists.timeNouns)

/** Nouns of duration, which "within six" makes relative. */
export const durationNouns = new Set(lists.durationNouns)
