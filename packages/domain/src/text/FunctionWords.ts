import { dataFile } from "../kernel/dataFile.ts"
import { WordList } from "../kernel/wordLists.ts"
import words from "./functionWords.json" with { type: "json" }

/**
 * English function words, folded. They occur in nearly every text, so they say nothing about what it is about, and are
 * not indexed.
 */
export const functionWords: ReadonlySet<string> = new Set(dataFile("functionWords.json", WordList, words))
