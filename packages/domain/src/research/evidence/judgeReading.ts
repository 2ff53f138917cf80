import type { RejectionReason } from "./RejectionReason.ts"
import { rejection, type SourceRejection } from "./SourceReading.ts"
import { type WallSigns, wallSigns } from "./wallSigns.ts"

/** A text with fewer words is too thin to be evidence. */
export const sourceWordsMin = 50
/** A page with at most this many words is a wall or an error page if it shows one sign of it. */
const wordsOfWallMax = 80
/** On a page of at most this many words, hints count as signs do. */
const wordsOfHintsMax = 30
/** A page with more words is an article, even if it has signs of a wall; up to this many, two signs are required. */
const wordsOfArticleMin = 300
/** Demands for consent name their purposes at length; on a page of up to `wordsOfConsentMax` words this many signs decide. */
const consentSignsMin = 4
const wordsOfConsentMax = 1_500
/** How much of a text is searched for signs, in UTF-16 code units: more than the words of any wall. */
const searchedLengthMax = 30_000

/** What is judged: a page as far as it was read. */
export interface ReadPage {
  readonly title: string | null
  /** The cleaned text. */
  readonly text: string
  /** Whether the page asks for a password. */
  readonly hasPasswordField: boolean
}

const words = /[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu
// Scripts without spaces: two characters count as a word.
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/gu

/**
 * The number of words of a text, but at most `max`. Of scripts without spaces, two characters count as a word.
 *
 * @example wordsUpTo("Rates didn't fall.", 10) // 3
 * @example wordsUpTo("日本の経済は成長した", 10) // 5
 */
export const wordsUpTo = (text: string, max: number): number => {
  let count = 0
  for (const [word] of text.matchAll(words)) {
    const characters = word.match(unspaced)?.length ?? 0
    count += characters === 0 ? 1 : characters / 2
    if (count >= max) return max
  }
  return Math.floor(count)
}

const plain = (text: string): string => text.toLowerCase().replace(/[‘’]/g, "'").replace(/\s+/g, " ").trim()

/** Quotations: what a page quotes, it does not say. Single quotation marks are too often apostrophes. */
const quotations = /"[^"]{1,300}"|“[^”]{1,300}[”“]|„[^“”]{1,300}[“”]|«[^»]{1,300}»|»[^«]{1,300}«/g

/** Marks of a report: who said something, and when. */
const reportMarks = [
  /\b(?:said|told|announced|according to|reported|sagte|teilte|berichtete|laut|erklärte|a déclaré|selon|a annoncé|dijo|según|anunció|ha detto|secondo|ha annunciato)\b|сообщил|заявил|по данным/,
  /\b(?:on|last|until|since|am|seit|le|el|il) (?:mon|tues|wednes|thurs|fri|satur|sun)day\b|\b(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|lundi|mardi|mercredi|jeudi|vendredi|lunes|martes|miércoles|jueves|viernes|lunedì|martedì|mercoledì|giovedì|venerdì)\b/,
  /\b\d+(?:[.,]\d+)? ?(?:%|per ?cent|prozent|million|billion|milliarden|millionen)|\b(?:for|about|nearly) \w+ (?:hours?|minutes|days|weeks|months|years)\b/,
  /\b(?:company|ministry|minister|court|police|government|exchange|bank|council|regulator|agency|researchers?|spokes(?:man|woman|person)|ministerium|regierung|gericht|gouvernement|tribunal|gobierno|governo)\b/
]

const count = (patterns: ReadonlyArray<RegExp>, text: string): number =>
  patterns.filter((pattern) => pattern.test(text)).length

const signsOf = ({ hints, phrases, title: titleSign }: WallSigns, page: PlainPage): number => {
  const signs = (titleSign.test(page.title) ? 1 : 0) + count(phrases, page.text)
  return signs > 0 || page.words <= wordsOfHintsMax ? signs + count(hints, page.text) : 0
}

interface PlainPage {
  readonly title: string
  /** Without quotations. */
  readonly text: string
  readonly words: number
  readonly hasPasswordField: boolean
}

/**
 * How many signs a page must show to be a wall. A short report that mentions one is still a report; before a wall for
 * subscribers, though, stands the beginning of a report.
 */
const signsMin = (reason: RejectionReason, { text, words: length }: PlainPage): number => {
  const marks = reason === "login_wall" || length < sourceWordsMin ? 0 : count(reportMarks, text)
  // What has most marks of a report may be one about walls.
  if (marks >= 3) return 3
  return length > wordsOfWallMax || marks >= 2 ? 2 : 1
}

/** The title that servers give to the list of files of a folder. */
const directoryTitle = /^(?:index of|directory listing for|listing of) ?\//

const kindOf = (page: PlainPage) =>
  wallSigns.find((signs) => {
    const { reason } = signs
    const found = signsOf(signs, page)
    if (reason === "directory_index") return found >= 2 || directoryTitle.test(page.title)
    if (reason === "consent_wall" && found >= consentSignsMin) return true
    if (page.words >= wordsOfArticleMin) return false
    return found + (reason === "login_wall" && page.hasPasswordField ? 1 : 0) >= signsMin(reason, page)
  })

const isDirectory = (title: string): boolean =>
  wallSigns.some((signs) => signs.reason === "directory_index" && signs.title.test(title))

/**
 * Judges what was read of a page; undefined when it may be evidence. Walls, gates and error pages of several kinds come
 * before too little text (fewer than 50 words). Each kind has signs: a title, and phrases outside of quotations; a log-in
 * wall also a password field. One sign decides for up to 80 words that do not read like a report, two for fewer than
 * 300. A longer text is an article, even if it quotes all of them; only lists of files and demands for
 * consent with four signs are longer.
 */
export const judgeReading = ({ hasPasswordField, text, title }: ReadPage): SourceRejection | undefined => {
  const length = wordsUpTo(text, wordsOfConsentMax)
  if (length >= wordsOfConsentMax && !isDirectory(plain(title ?? ""))) return undefined
  const page = {
    title: plain(title ?? ""),
    text: plain(text.slice(0, searchedLengthMax)).replace(quotations, " "),
    words: length,
    hasPasswordField
  }
  const found = kindOf(page)
  if (found !== undefined) {
    const { reason, sentence } = found
    return { ...rejection(reason, sentence), is_temporary: reason === "maintenance" }
  }
  return length < sourceWordsMin
    ? rejection("thin", `The page has ${length} words; evidence needs at least ${sourceWordsMin}.`)
    : undefined
}
