import { wordLists } from "../../kernel/wordLists.ts"
import changeWords from "./changeWords.json" with { type: "json" }
import { phrases } from "./Phrases.ts"

const lists = wordLists("changeWords.json", changeWords)

const formsOf = (verb: string): ReadonlyArray<string> => [
  verb,
  `${verb}s`,
  verb.endsWith("e") ? `${verb.slice(0, -1)}ing` : `${verb}ing`
]

/** Verbs of change in a quantity. */
export const changeVerbs = phrases([...lists.changeVerbs.flatMap(formsOf), ...lists.changePhrases])

/** Verbs of making a quantity change, which need no base: "cut", "raise". */
export const causativeVerbs = new Set(lists.causativeVerbs)

/** Comparatives of quantity. */
export const comparatives = new Set(lists.comparatives)

/** What is measured in numbers, so that a change of it needs a base. */
export const quantityNouns = new Set(lists.quantityNouns)

/** Words that give a change its base wherever they stand: "than", "compared". */
export const baseWords = new Set(lists.baseWords)

/** Words that give a change its base when they follow it: "fall from", "rise since". */
export const basePrepositions = new Set(lists.basePrepositions)

/** Verbs of events that forecasts ask about, in their base form. */
export const eventVerbs = new Set(lists.eventVerbs)
