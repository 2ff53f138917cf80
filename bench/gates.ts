import { jaccard, wordToken } from "@auspex/domain/text"
import { judgeReasoning, noOriginalityFacts, OriginalityIndex, parseReasoning } from "@auspex/domain/predictions"
import { type Bench, type BenchRow, median, rowOf } from "./harness/BenchRow.ts"

const random = (seed: number) => {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

const letters = "abcdefghijklmnopqrstuvwxyz"

/** An invented word for each number, with 3 to 9 letters. */
const wordOf = (index: number): string => {
  const next = random(index * 7_919 + 13)
  const length = 3 + Math.floor(next() * 7)
  return Array.from({ length }, () => letters[Math.floor(next() * 26)]).join("")
}
const vocabulary = Array.from({ length: 30_000 }, (_, index) => wordOf(index))

/**
 * A text of about 230 words as several authors would write on one question: 40 % from the 120 commonest words, 25 %
 * from 300 words of the topic, the rest from the vocabulary, each drawn by rank (Zipf).
 */
const topicalWords = (next: () => number): ReadonlyArray<string> =>
  Array.from({ length: 230 }, () => {
    const kind = next()
    const [from, count] = kind < 0.4 ? [0, 120] : kind < 0.65 ? [120, 300] : [420, 29_580]
    return vocabulary[from + Math.floor(Math.exp(next() * Math.log(count + 1))) - 1]!
  })

const typicalText = (next: () => number): string => {
  const words = topicalWords(next)
  const part = (from: number, to: number) => words.slice(from, to).join(" ").replace(/(.{90,120}?) /g, "$1. ")
  return `**EVIDENCE:** ${part(0, 70)} (https://example.org/reports/2026/${
    words[0]
  }?utm_source=feed), 3.5 % in 2026.\n\n`
    + `**ANALYSIS:** ${part(70, 140)}, see https://data.example.com/series/${words[1]}/${words[2]}.\n\n`
    + `**COUNTER-EVIDENCE:** ${part(140, 185)}.\n\n**BOTTOM LINE:** ${part(185, 230)}; 78 %.`
}

const countWords = (text: string): number => {
  let count = 0
  let inside = false
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    const isWord = (unit >= 48 && unit <= 57) || ((unit | 32) >= 97 && (unit | 32) <= 122) || unit > 127
    if (isWord && !inside) count++
    inside = isWord
  }
  return count
}

const perSecond = (work: () => number, calls: number): number => {
  const start = performance.now()
  if (work() < 0) throw new Error("unreachable: keeps the work from being left out")
  return calls / ((performance.now() - start) / 1_000)
}

const gateRows = (): ReadonlyArray<BenchRow> => {
  const next = random(1)
  const texts = Array.from({ length: 400 }, () => typicalText(next))
  const rounds = 25
  const overAllTexts = (judge: (text: string) => number) => () => {
    let sum = 0
    for (let round = 0; round < rounds; round++) { for (const text of texts) sum += judge(text) }
    return sum
  }
  const gates = overAllTexts((text) => judgeReasoning(parseReasoning(text), noOriginalityFacts).length)
  const withCopyText = overAllTexts((text) => {
    const parsed = parseReasoning(text)
    return judgeReasoning(parsed, noOriginalityFacts).length + parsed.normalised.length
  })
  const loop = overAllTexts(countWords)
  const calls = rounds * texts.length
  const measured = Array.from({ length: 7 }, () => ({
    gates: perSecond(gates, calls),
    copy: perSecond(withCopyText, calls),
    loop: perSecond(loop, calls)
  })).slice(2)
  const against = (ours: "gates" | "copy") => measured.map((round) => ({ ours: round[ours], theirs: round.loop }))
  return [
    rowOf("gates against a loop that counts words", "reasonings/s", against("gates"), {
      of: "ours",
      is: "at least",
      value: 20_000
    }),
    rowOf("gates and the text for exact copies, against the same loop", "reasonings/s", against("copy"))
  ]
}

const tokensOf = (words: ReadonlyArray<string>): Uint32Array =>
  Uint32Array.from(new Set(words.map((word) => wordToken(word)))).sort()

const closestMicros = (index: OriginalityIndex, queries: ReadonlyArray<Uint32Array>): number => {
  const times = Array.from({ length: 9 }, () => {
    const start = performance.now()
    for (const query of queries) index.closest(query)
    return ((performance.now() - start) / queries.length) * 1_000
  })
  return median(times.slice(2))
}

const indexRows = (): ReadonlyArray<BenchRow> => {
  const next = random(2)
  const index = new OriginalityIndex()
  const tokenSets: Array<Uint32Array> = []
  const queries = Array.from({ length: 300 }, () => tokensOf(topicalWords(next)))
  const timeAt = new Map<number, number>()
  const rows: Array<BenchRow> = []
  for (const size of [10, 1_000, 10_000, 100_000]) {
    for (let i = index.size; i < size; i++) {
      const tokens = tokensOf(topicalWords(next))
      if (i < 10_000) tokenSets.push(tokens)
      index.add(`prediction-${i}`, tokens)
    }
    const ours = closestMicros(index, queries)
    timeAt.set(size, ours)
    if (size === 10) continue
    const theirs = timeAt.get(10)!
    rows.push({
      what: `search for near copies at ${size} predictions over 10`,
      unit: "µs",
      ours,
      theirs,
      ratio: ours / theirs
    })
  }
  const start = performance.now()
  for (const query of queries.slice(0, 10)) { for (const tokens of tokenSets) jaccard(query, tokens) }
  const scan = ((performance.now() - start) / 10) * 1_000
  const at = timeAt.get(10_000)!
  rows.push({
    what: "the same search at 10000, against comparing with each",
    unit: "µs",
    ours: at,
    theirs: scan,
    ratio: at / scan
  })
  rows.push({ what: "memory of the index at 100000", unit: "bytes/prediction", ours: index.bytes / index.size })
  return rows
}

/** P5, and the part of P4 that needs no server: the gates on typical texts, and the search for near copies. */
export const gates: Bench = async () => ({
  title: "P5 Gates and the search for near copies",
  rows: [...gateRows(), ...indexRows()],
  notes: ["In this process, on one core; texts of about 230 words and 1.5 kB."]
})
