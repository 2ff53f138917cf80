/** The words of a document as far as they tell how a divided word is written. */
export interface KnownWords {
  /** Words with a hyphen, in lower case. */
  readonly hyphenated: ReadonlySet<string>
  /** Words without one. */
  readonly plain: ReadonlySet<string>
}

/** How many words of a document are kept. */
const wordsMax = 100_000

/** Collects the words of lines; the word at the end of a line counts only if it is not divided there. */
export const knownWords = (lines: Iterable<string>): KnownWords => {
  const hyphenated = new Set<string>()
  const plain = new Set<string>()
  for (const line of lines) {
    for (const [word] of line.matchAll(/\p{L}+(?:[-\u2010\u2011]\p{L}+)*(?![\p{L}\u00ad\u2010-]*$)/gu)) {
      if (hyphenated.size + plain.size >= wordsMax) return { hyphenated, plain }
      const known = word.toLowerCase().replaceAll(/[\u2010\u2011]/g, "-")
      if (!known.includes("-")) plain.add(known)
      else {
        const parts = known.split("-")
        for (let at = 1; at < parts.length; at++) hyphenated.add(`${parts[at - 1]!}-${parts[at]!}`)
      }
    }
  }
  return { hyphenated, plain }
}

/** After these, a hyphen at the end of a line stands for a part that follows later: "short- and long-term". */
const conjunction = /^(?:and|or|to|nor|und|oder|bis|bzw|sowie|et|ou|y|o|e|och|og|en|of)\b/iu

/** Compounds that English writes with a hyphen, by their parts; of a document that has them elsewhere, that decides. */
const compounds: ReadonlyArray<readonly [RegExp, RegExp]> = [
  [/^(?:long|short|medium|near|mid)$/, /^(?:term|run|range|dated|standing|lived|haul|distance|lasting)$/],
  [
    /^(?:high|low|middle|upper|lower|mid)$/,
    /^(?:income|level|quality|risk|cost|speed|end|tech|wage|skilled|yield|frequency|carbon|paid|ranking)$/
  ],
  [
    /^(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)$/,
    /^(?:one|two|three|four|five|six|seven|eight|nine|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth)$/
  ],
  [/^(?:well|so|ill)$/, /^(?:known|being|established|paid|called|informed|defined|educated)$/],
  [
    /^(?:one|two|three|four|five|six|seven|eight|nine|ten|first|second|third|half|full|part|multi|single|double)$/,
    /^(?:year|month|week|day|hour|thirds?|fifths?|quarters?|digit|way|party|person|time|sided|term|class|tier)$/
  ],
  [/^\p{L}{3,}$/u, /^(?:based|related|owned|backed|funded|oriented|intensive|specific|weighted|adjusted|driven)$/],
  [
    /^(?:self|ex|non|quasi|cross|vice|pre|post|anti|pro|euro|sub)$/,
    /^(?:employed|employment|sufficient|border|president|performing|pandemic|crisis|tax|war|inflation|area)$/
  ]
]

const isCompound = (first: string, second: string): boolean =>
  compounds.some(([beginning, end]) => beginning.test(first) && end.test(second))

/** Whether the hyphen between the parts of a word that two lines share belongs to the word. */
const keepsHyphen = (first: string, second: string, { hyphenated, plain }: KnownWords): boolean => {
  const [a, b] = [first.toLowerCase(), second.toLowerCase()]
  // Numbers, and letters that stand for something: "T-bill", "e-mail".
  if (/[\d%]$/.test(first) || /^\d/.test(second) || /^(?:\p{Lu}|e)$/u.test(first)) return true
  const last = a.slice(Math.max(a.lastIndexOf("-"), a.lastIndexOf("\u2010"), a.lastIndexOf("\u2011")) + 1)
  if (hyphenated.has(`${last}-${b}`)) return true
  // A word with one hyphen already, such as "year-on-year".
  if (last !== a) return true
  if (plain.has(a + b)) return false
  if (/^\p{Lu}/u.test(second)) return !(/^\p{Lu}{3,}$/u.test(first) && /^\p{Lu}{2,}$/u.test(second))
  return isCompound(a, b)
}

/**
 * Joins a line to what precedes it in its paragraph. A hyphen at the end goes away where it divides a word, and stays where
 * it belongs to the word: between digits, in a word that contains a hyphen already or is hyphenated elsewhere in the
 * document, or in a common compound.
 */
export const joinLines = (text: string, line: string, words: KnownWords): string => {
  if (text.endsWith("\u00ad")) return text.slice(0, -1) + line
  // An address.
  if (/(?:\/\/|www\.|@)\S*[-_/]$/u.test(text.slice(-200)) && /^\S/u.test(line)) return text + line
  // A range.
  if (/\d\s?[–−]$/u.test(text) && /^\d/.test(line)) return text + line
  const [, first] =
    /([\p{L}\p{N}%'’.,]*[\p{L}\p{N}%](?:[-\u2010\u2011][\p{L}\p{N}]+)*)[-\u2010\u2011]$/u.exec(text.slice(-120)) ?? []
  const [second] = /^[\p{L}\p{N}]+/u.exec(line.slice(0, 120)) ?? []
  if (first === undefined || second === undefined || conjunction.test(line)) return `${text} ${line}`
  return keepsHyphen(first, second, words) ? text + line : text.slice(0, -1) + line
}
