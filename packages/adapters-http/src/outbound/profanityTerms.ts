import { dataFile, WordList } from "@auspex/domain/kernel"
import { RegExpSource } from "@auspex/domain/text"
import { Schema } from "effect"
import { DataSet, englishDataset, type EnglishProfaneWord, parseRawPattern } from "obscenity"
import termData from "./profanityTerms.json" with { type: "json" }

/** The words of the library's list. */
const libraryWords = (): ReadonlySet<string> => {
  const words = new Set<string>()
  new DataSet<{ originalWord: EnglishProfaneWord }>().addAll(englishDataset).removePhrasesIf(({ metadata }) => {
    if (metadata !== undefined) words.add(metadata.originalWord)
    return false
  })
  return words
}

const Pattern = Schema.NonEmptyString.pipe(Schema.filter((text) => {
  try {
    return parseRawPattern(text).nodes.length > 0
  } catch (error) {
    return String(error)
  }
}))

const ProfanityTerms = Schema.Struct({
  /**
   * Words of the library's list that ordinary texts need (medicine, law, names, football clubs, dykes, finance), and
   * words whose patterns match innocent ones; `patterns` has narrower patterns for the latter.
   */
  omittedWords: WordList.pipe(Schema.filter((words) => {
    const known = libraryWords()
    const unknown = words.find((word) => !known.has(word))
    return unknown === undefined || `The library's list does not have "${unknown}".`
  })),
  /**
   * Patterns in the library's syntax: `|` is a word boundary, `[x]` an optional letter. They are matched against a text
   * in which repeated letters are collapsed to one, or to two for b, e, o, l, s and g.
   */
  patterns: Schema.Array(Pattern),
  /** Lower-case texts in which no match counts as profanity. */
  innocent: WordList,
  /**
   * Hyphenated compounds in which a rude word is innocent, as regular expression sources. Other compounds are profane.
   */
  innocentCompounds: Schema.Array(RegExpSource),
  /**
   * Words recognised when cut into pieces (`fu ck`) or masked (`f**k`), because their pieces mean nothing on their own.
   */
  cutWords: WordList
})

const data = dataFile("profanityTerms.json", ProfanityTerms, termData)
const omitted: ReadonlySet<string> = new Set(data.omittedWords)

/** The words, patterns and exceptions in the form that the library's matcher expects. */
export const profanityTerms = new DataSet<{ originalWord: EnglishProfaneWord }>()
  .addAll(englishDataset)
  .removePhrasesIf(({ metadata }) => metadata !== undefined && omitted.has(metadata.originalWord))
  .addPhrase((phrase) => {
    for (const text of data.patterns) phrase.addPattern(parseRawPattern(text))
    for (const text of data.innocent) phrase.addWhitelistedTerm(text)
    return phrase
  })
  .build()

/** Matches the innocent compounds of a text, in any letter case and with any hyphen. */
export const innocentCompounds = new RegExp(
  `(?<!\\p{L})(?:${data.innocentCompounds.join("|")})(?!\\p{L})`.replaceAll("-", "[-\\u2010\\u2011]"),
  "giu"
)

/** See `cutWords` of the data. */
export const cutWords: ReadonlySet<string> = new Set(data.cutWords)
