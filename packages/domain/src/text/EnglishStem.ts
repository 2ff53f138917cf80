/**
 * The English stemmer that is known as Porter2 or Snowball English (Porter, M. F., "Snowball: A language for stemming
 * algorithms", 2001, and the description of the algorithm at snowballstem.org). It folds inflections and common
 * derivations; the stem need not be a word.
 */

const isVowel = (letter: string | undefined): boolean => letter !== undefined && "aeiouy".includes(letter)

/** Words that the rules would ruin, with their stems. */
const irregular: ReadonlyMap<string, string> = new Map([
  ["skis", "ski"],
  ["skies", "sky"],
  ["dying", "die"],
  ["lying", "lie"],
  ["tying", "tie"],
  ["idly", "idl"],
  ["gently", "gentl"],
  ["ugly", "ugli"],
  ["early", "earli"],
  ["only", "onli"],
  ["singly", "singl"],
  ...["sky", "news", "howe", "atlas", "cosmos", "bias", "andes"].map((word) => [word, word] as const)
])

/** Words that keep their ending although it looks like -ing or -eed. */
const complete: ReadonlySet<string> = new Set([
  "inning",
  "outing",
  "canning",
  "herring",
  "earring",
  "proceed",
  "exceed",
  "succeed"
])

/** Beginnings after which the first region starts, wherever the rule would put it. */
const beginnings = ["gener", "commun", "arsen"]

/** The place after the first non-vowel that follows a vowel, searched from `from`; the length when there is none. */
const regionFrom = (word: string, from: number): number => {
  for (let at = from + 1; at < word.length; at++) if (!isVowel(word[at]) && isVowel(word[at - 1])) return at + 1
  return word.length
}

/** Whether `word` ends with a short syllable: a consonant, a vowel and a consonant other than w, x and y. */
const endsShort = (word: string): boolean => {
  const { length } = word
  if (length < 2 || isVowel(word[length - 1]) || !isVowel(word[length - 2])) return false
  return length === 2 || (!isVowel(word[length - 3]) && !"wxY".includes(word[length - 1]!))
}

const hasVowel = (part: string): boolean => /[aeiouy]/.test(part)

/** A suffix, its replacement, and what its beginning must follow, if anything. */
type SuffixRule = readonly [suffix: string, replacement: string, after?: RegExp]

/** Derivational suffixes, the longest first, that must lie in the first region. */
const secondStep: ReadonlyArray<SuffixRule> = [
  ["ization", "ize"],
  ["ational", "ate"],
  ["fulness", "ful"],
  ["ousness", "ous"],
  ["iveness", "ive"],
  ["tional", "tion"],
  ["biliti", "ble"],
  ["lessli", "less"],
  ["entli", "ent"],
  ["ation", "ate"],
  ["alism", "al"],
  ["aliti", "al"],
  ["ousli", "ous"],
  ["iviti", "ive"],
  ["fulli", "ful"],
  ["enci", "ence"],
  ["anci", "ance"],
  ["abli", "able"],
  ["izer", "ize"],
  ["ator", "ate"],
  ["alli", "al"],
  ["bli", "ble"],
  ["ogi", "og", /l$/],
  ["li", "", /[cdeghkmnrt]$/]
]

/** The third step; -ative must lie in the second region. */
const thirdStep: ReadonlyArray<SuffixRule> = [
  ["ational", "ate"],
  ["tional", "tion"],
  ["alize", "al"],
  ["icate", "ic"],
  ["iciti", "ic"],
  ["ative", ""],
  ["ical", "ic"],
  ["ness", ""],
  ["ful", ""]
]

/** Suffixes that are removed in the second region. */
const fourthStep: ReadonlyArray<SuffixRule> = [
  ["ement", ""],
  ["ance", ""],
  ["ence", ""],
  ["able", ""],
  ["ible", ""],
  ["ment", ""],
  ["ant", ""],
  ["ent", ""],
  ["ism", ""],
  ["ate", ""],
  ["iti", ""],
  ["ous", ""],
  ["ive", ""],
  ["ize", ""],
  ["ion", "", /[st]$/],
  ["al", ""],
  ["er", ""],
  ["ic", ""]
]

/** Applies the rule of the longest suffix that `word` has; none when that lies before `region`. */
const replaceSuffix = (
  word: string,
  rules: ReadonlyArray<SuffixRule>,
  region: (suffix: string) => number
): string => {
  const rule = rules.find(([suffix]) => word.endsWith(suffix))
  if (rule === undefined) return word
  const [suffix, replacement, after] = rule
  const before = word.slice(0, word.length - suffix.length)
  return before.length >= region(suffix) && (after === undefined || after.test(before)) ? before + replacement : word
}

const withoutPlural = (word: string): string => {
  if (word.endsWith("sses")) return word.slice(0, -2)
  if (word.endsWith("ied") || word.endsWith("ies")) return word.slice(0, word.length > 4 ? -2 : -1)
  if (word.endsWith("us") || word.endsWith("ss") || !word.endsWith("s")) return word
  return hasVowel(word.slice(0, -2)) ? word.slice(0, -1) : word
}

const withoutTense = (word: string, first: number): string => {
  const again = /eed(?:ly)?$/.exec(word)
  if (again !== null) return again.index >= first ? `${word.slice(0, again.index)}ee` : word
  const ending = /(?:ed|ing)(?:ly)?$/.exec(word)
  if (ending === null || !hasVowel(word.slice(0, ending.index))) return word
  const stem = word.slice(0, ending.index)
  if (/(?:at|bl|iz)$/.test(stem)) return `${stem}e`
  if (/(?:bb|dd|ff|gg|mm|nn|pp|rr|tt)$/.test(stem)) return /^[aeo]..$/.test(stem) ? stem : stem.slice(0, -1)
  return first >= stem.length && endsShort(stem) ? `${stem}e` : stem
}

const withoutFinal = (word: string, first: number, second: number): string => {
  const before = word.slice(0, -1)
  if (word.endsWith("e"))
    return before.length >= second || (before.length >= first && !endsShort(before))
      ? before
      : word
  return word.endsWith("ll") && before.length >= second ? before : word
}

/**
 * The stem of a word in lower-case letters a to z and apostrophes. Words of up to two letters are their own stem.
 *
 * @example englishStem("generalizations") // "general"
 */
export const englishStem = (word: string): string => {
  if (word.length <= 2) return word
  const known = irregular.get(word)
  if (known !== undefined) return known
  // A consonant y is written Y.
  const bare = word.replace(/^'/, "").replace(
    /^y|([aeiouy])y/g,
    (_, vowel?: string) => vowel === undefined ? "Y" : `${vowel}Y`
  ).replace(/'s?'?$/, "")
  const beginning = beginnings.find((start) => bare.startsWith(start))
  const first = beginning === undefined ? regionFrom(bare, 0) : beginning.length
  const second = regionFrom(bare, first)
  const singular = withoutPlural(bare)
  if (complete.has(singular)) return singular
  const present = withoutTense(singular, first)
  const soft = /.[^aeiouy][yY]$/.test(present) ? `${present.slice(0, -1)}i` : present
  const derived = replaceSuffix(soft, secondStep, () => first)
  const plain = replaceSuffix(derived, thirdStep, (suffix) => suffix === "ative" ? second : first)
  const root = replaceSuffix(plain, fourthStep, () => second)
  return withoutFinal(root, first, second).toLowerCase()
}
