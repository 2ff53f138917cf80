import { rejection, type SourceRejection } from "./SourceReading.ts"
import { errorPageSigns, loginWallSigns, robotCheckSigns, type WallSigns } from "./wallSigns.ts"

/** A text with fewer words is too thin to be evidence. */
export const sourceWordsMin = 50
/** A page with at most this many words is a wall or an error page if it shows one sign of it. */
const wordsOfWallMax = 80
/** A page with more words is an article, whatever it mentions; up to this many, two signs are required. */
const wordsOfArticleMin = 300

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

const signsOf = ({ phrases, title: titleSign }: WallSigns, title: string, text: string): number =>
  (titleSign.test(title) ? 1 : 0) + phrases.filter((phrase) => phrase.test(text)).length

const details = {
  blocked: "The server shows a check for robots instead of the page.",
  login_wall: "The page is shown only after a log-in or with a subscription.",
  error_page: "The server answered with success, but the page says that it was not found or that something failed."
}

/**
 * Judges what was read of a page; undefined when it may be evidence. In this order: a check for robots, a log-in or pay
 * wall, an error page, too little text (fewer than 50 words). The first three have signs: a title, and phrases; a log-in
 * wall also a password field. One sign decides for up to 80 words, two for fewer than 300. A longer text is an article, even
 * if it quotes all of them.
 */
export const judgeReading = ({ hasPasswordField, text, title }: ReadPage): SourceRejection | undefined => {
  const count = wordsUpTo(text, wordsOfArticleMin)
  if (count >= wordsOfArticleMin) return undefined
  const plainTitle = plain(title ?? "")
  const plainText = plain(text)
  const signsMin = count <= wordsOfWallMax ? 1 : 2
  const shows = (signs: WallSigns, others = 0): boolean => signsOf(signs, plainTitle, plainText) + others >= signsMin
  if (shows(robotCheckSigns)) return rejection("blocked", details.blocked)
  if (shows(loginWallSigns, hasPasswordField ? 1 : 0)) return rejection("login_wall", details.login_wall)
  if (shows(errorPageSigns)) return rejection("error_page", details.error_page)
  return count < sourceWordsMin
    ? rejection("thin", `The page has ${count} words; evidence needs at least ${sourceWordsMin}.`)
    : undefined
}
