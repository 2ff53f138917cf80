import { dataFile } from "../../kernel/dataFile.ts"
import { WordList } from "../../kernel/wordLists.ts"
import abbreviationData from "./abbreviations.json" with { type: "json" }

/** One word of a question. */
export interface QuestionWord {
  /** In lower case, without the punctuation around it; empty for a lone dash or the like. */
  readonly text: string
  readonly isCapital: boolean
  /** The punctuation that follows it. */
  readonly trail: string
  /** Whether it is within quotation marks or brackets: a name, a quoted term or a remark. */
  readonly isAside: boolean
}

/** Consecutive words of one sentence: `from` is the first, `to` is after the last. */
export interface QuestionSentence {
  readonly from: number
  readonly to: number
  readonly isQuestion: boolean
}

/** A text in words and sentences. */
export interface QuestionWords {
  readonly words: ReadonlyArray<QuestionWord>
  readonly sentences: ReadonlyArray<QuestionSentence>
}

const core = /[\p{L}\p{N}\p{M}\p{S}%‰]/u
const plainMarks: Readonly<Record<string, string>> = {
  "“": "\"",
  "”": "\"",
  "„": "\"",
  "«": "\"",
  "»": "\"",
  "‘": "'",
  "’": "'",
  "‚": "'",
  "−": "-",
  "–": "-"
}

interface Chunk {
  lead: string
  body: string
  trail: string
}

const beginsWithDigit = (text: string): boolean => /^\p{Nd}/u.test(text)

/** The character that ends before an index: two units if the last is the second half of a pair. */
const characterBefore = (text: string, end: number): string =>
  text.slice(end - (/[\udc00-\udfff]/.test(text[end - 1]!) ? 2 : 1), end)

/** Cuts a chunk between white space into the punctuation before it, the word, and the punctuation after it. */
const chunkOf = (piece: string): Chunk => {
  const first = piece.search(core)
  if (first === -1) return { lead: piece, body: "", trail: "" }
  let to = piece.length
  for (let last = characterBefore(piece, to); !core.test(last); last = characterBefore(piece, to)) to -= last.length
  // A minus belongs to its number.
  const from = first > 0 && piece[first - 1] === "-" && beginsWithDigit(piece.slice(first)) ? first - 1 : first
  return { lead: piece.slice(0, from), body: piece.slice(from, to), trail: piece.slice(to) }
}

const chunksOf = (text: string): ReadonlyArray<Chunk> => {
  const plain = text.normalize("NFKC").replace(/[\p{Cf}\p{Cs}]/gu, "").replace(/[—―]/gu, " , ")
    .replace(/[“”„«»‘’‚−–]/gu, (mark) => plainMarks[mark]!)
  const chunks: Array<Chunk> = []
  for (const piece of plain.split(/[\s\p{Cc}]+/u)) {
    if (piece === "") continue
    const chunk = chunkOf(piece)
    const last = chunks.at(-1)
    // Punctuation between spaces follows the word before it, as in French.
    if (chunk.body === "" && last !== undefined) last.trail += chunk.lead
    else chunks.push(chunk)
  }
  return chunks
}

const closing: Readonly<Record<string, string>> = { "\"": "\"", "'": "'", "(": ")", "[": "]" }

/** Which chunks are within quotation marks or brackets that are closed again. */
const asidesOf = (chunks: ReadonlyArray<Chunk>): ReadonlyArray<boolean> => {
  const asides = chunks.map(() => false)
  const open = new Map<string, number>()
  let marked = 0
  for (const [at, { lead, trail }] of chunks.entries()) {
    for (const mark of lead) if (mark in closing && !open.has(closing[mark]!)) open.set(closing[mark]!, at)
    for (const mark of trail) {
      const from = open.get(mark)
      if (from === undefined) continue
      // Words before `marked` are marked already, so that the marking is linear.
      for (let within = Math.max(from, marked); within <= at; within++) asides[within] = true
      marked = at + 1
      open.delete(mark)
    }
  }
  return asides.every((isAside) => isAside) ? asides.map(() => false) : asides
}

const abbreviations = new Set(dataFile("abbreviations.json", WordList, abbreviationData))

const endsSentence = (words: ReadonlyArray<QuestionWord>, at: number): boolean => {
  const { isAside, text, trail } = words[at]!
  const next = words[at + 1]
  if (next === undefined) return true
  if (isAside || next.isAside || !/[.?!]/.test(trail)) return false
  if (/[?!]/.test(trail)) return next.isCapital
  return next.isCapital && !abbreviations.has(text) && !text.includes(".") && text.length > 1
}

const isCapital = (body: string): boolean => {
  const first = String.fromCodePoint(body.codePointAt(0) ?? 0)
  return first !== first.toLowerCase() || beginsWithDigit(first)
}

const sentencesOf = (words: ReadonlyArray<QuestionWord>): ReadonlyArray<QuestionSentence> => {
  const sentences: Array<QuestionSentence> = []
  let from = 0
  for (const [at, { trail }] of words.entries()) {
    if (!endsSentence(words, at)) continue
    sentences.push({ from, to: at + 1, isQuestion: trail.includes("?") })
    from = at + 1
  }
  return sentences
}

/**
 * Reads a text as words and sentences, in linear time and for any text. White space between words does not matter. A
 * question mark that a small letter follows is part of a title.
 *
 * @example wordsOf("Will “Who?” win, at 5%?").words.map(({ text }) => text) // ["will", "who", "win", "at", "5%"]
 */
export const wordsOf = (text: string): QuestionWords => {
  const chunks = chunksOf(text)
  const asides = asidesOf(chunks)
  const words = chunks.map(({ body, trail }, at) => ({
    text: body.toLowerCase(),
    isCapital: isCapital(body),
    trail,
    isAside: asides[at]!
  }))
  return { words, sentences: sentencesOf(words) }
}
