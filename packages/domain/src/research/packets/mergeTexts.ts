import { foldCase } from "../../text/CaseFold.ts"
import { englishStem } from "../../text/EnglishStem.ts"
import { textTerms } from "../retrieval/TextTerms.ts"
import { inOrder } from "./inOrder.ts"
import { packetConstants } from "./packetConstants.ts"

/** Texts of nearly the same content, with the text that represents them all. */
export interface MergedTexts<A> {
  readonly text: string
  /** The terms of `text` without function words, hashed. */
  readonly terms: ReadonlySet<number>
  readonly items: ReadonlyArray<A>
}

// Claims that share nearly all words may still say the opposite. These words decide, so they must be the same in both.
const deciding = new Set(
  ("not no never none neither nor without cannot fail deny refuse reject oppose block approve accept support allow pass "
    + "rise rose risen increase grow grew grown gain raise expand improve accelerate up above over more higher strong positive "
    + "fall fell fallen decrease decline drop shrink shrank lose lost loss cut contract worsen slow down below under less lower "
    + "weak negative exceed miss win won best worst first last before after until all few most some high low early late profit "
    + "surplus deficit upside downside long short buy bought sell sold open close start stop hire fire keep leave left stay")
    .split(" ").map(englishStem)
)
const word = /[\p{L}\p{M}]+(?:['’][\p{L}\p{M}]+)*|\p{N}+(?:[.,]\p{N}+)*/gu

/** The stems of words that have been read, so that each is folded and stemmed once; empty for those that decide nothing. */
const known = new Map<string, string>()
const knownMax = 50_000

/** What a word must have in common with the words of the other text; empty if nothing. */
const decidingPart = (written: string): string => {
  const before = known.get(written)
  if (before !== undefined) return before
  if (known.size >= knownMax) known.clear()
  const plain = written.replaceAll("’", "'")
  const stem = plain.endsWith("n't") ? "not" : englishStem(plain)
  const part = deciding.has(stem) || /^\p{N}/u.test(stem) ? stem : ""
  known.set(written, part)
  return part
}

/** What must be the same for two texts to be merged: their numbers and the words that turn a meaning around. */
const signatureOf = (text: string): string => {
  const parts = new Set<string>()
  for (const [found] of foldCase(text.normalize("NFKC")).matchAll(word)) parts.add(decidingPart(found))
  parts.delete("")
  return [...parts].sort().join(" ")
}

const termsOf = (text: string): ReadonlySet<number> =>
  new Set(textTerms(text).map(({ term }) => term).filter((term) => term !== 0))

/**
 * How much two texts have in common, from 0 to 1: the Jaccard index |a ∩ b| / |a ∪ b| of their terms.
 *
 * @example overlapOf(new Set([1, 2, 3]), new Set([2, 3, 4])) // 0.5
 */
export const overlapOf = (a: ReadonlySet<number>, b: ReadonlySet<number>): number => {
  let shared = 0
  for (const term of a) if (b.has(term)) shared++
  return shared === 0 ? 0 : shared / (a.size + b.size - shared)
}

/**
 * Merges near duplicates: texts that share 70 % of their terms, the same numbers and the same words of negation and
 * direction. Texts are taken in a fixed order (the most frequent first, then the shortest), and each joins the first group
 * whose first text it resembles, so that the order of the items does not matter and similarities do not add up to chains.
 *
 * @example mergeTexts(["Rates will fall.", "The rates will fall", "Rates will not fall"], (text) => text).length // 2
 */
export const mergeTexts = <A>(
  items: ReadonlyArray<A>,
  textOf: (item: A) => string
): ReadonlyArray<MergedTexts<A>> => {
  const byText = new Map<string, Array<A>>()
  for (const item of items) {
    const same = byText.get(textOf(item))
    if (same === undefined) byText.set(textOf(item), [item])
    else same.push(item)
  }
  const read = inOrder(byText, ([text, same]) => [-same.length, text.length, text])
    .map(([text, same]) => ({ text, same, terms: termsOf(text) }))
  const ranksOf = rarityOf(read.map(({ terms }) => terms))
  const groups: Array<{ readonly text: string; readonly terms: ReadonlySet<number>; readonly items: Array<A> }> = []
  const groupsLike = new Map<string, SimilarGroups>()
  for (const { same, terms, text } of read) {
    const signature = signatureOf(text)
    const rivals = groupsLike.get(signature) ?? new SimilarGroups()
    groupsLike.set(signature, rivals)
    const ranks = ranksOf(terms)
    const found = rivals.firstLike(ranks)
    if (found === undefined) {
      rivals.add(groups.length, ranks)
      groups.push({ text, terms, items: [...same] })
    } else groups[found]!.items.push(...same)
  }
  return groups
}

/** Numbers the terms of texts, the rarest first. Returns the numbers of a set of these terms, ascending. */
const rarityOf = (texts: ReadonlyArray<ReadonlySet<number>>): (terms: ReadonlySet<number>) => Int32Array => {
  const frequencies = new Map<number, number>()
  for (const terms of texts) for (const term of terms) frequencies.set(term, (frequencies.get(term) ?? 0) + 1)
  const ordered = [...frequencies].sort(([one, often], [other, oftener]) => often - oftener || one - other)
  const ranks = new Map(ordered.map(([term], at) => [term, at]))
  return (terms) => {
    const ofText = new Int32Array(terms.size)
    let at = 0
    for (const term of terms) ofText[at++] = ranks.get(term)!
    return ofText.sort()
  }
}

/** Where a term stands among those of the text of a group. */
interface TermOfGroup {
  readonly group: number
  readonly at: number
}

/**
 * Groups of the same signature, found by the ranks of the terms of their texts. Any two texts with an overlap of 70 %
 * share at least one term among this number of their rarest terms: the prefix filter of Bayardo, Ma & Srikant (2007).
 * Only such texts are compared, and only if enough terms follow the first common one (Xiao et al. 2008).
 */
class SimilarGroups {
  readonly #groups: Array<{ readonly place: number; readonly ranks: Int32Array }> = []
  readonly #byTerm = new Map<number, Array<TermOfGroup>>()
  /** By group, the search that has met it last. */
  readonly #met: Array<number> = []
  #searches = 0

  /** The first group with an overlap of 70 %. */
  firstLike(ranks: Int32Array): number | undefined {
    this.#searches++
    let first = this.#groups.length
    const count = rarestOf(ranks)
    for (let at = 0; at < count; at++) {
      for (const known of this.#byTerm.get(ranks[at]!) ?? []) {
        if (known.group >= first) break
        if (this.#met[known.group] === this.#searches) continue
        this.#met[known.group] = this.#searches
        if (isMergeable(this.#groups[known.group]!.ranks, known.at, ranks, at)) first = known.group
      }
    }
    return this.#groups[first]?.place
  }

  add(place: number, ranks: Int32Array): void {
    const group = this.#groups.length
    this.#groups.push({ place, ranks })
    this.#met.push(0)
    const count = rarestOf(ranks)
    for (let at = 0; at < count; at++) {
      const known = this.#byTerm.get(ranks[at]!)
      if (known === undefined) this.#byTerm.set(ranks[at]!, [{ group, at }])
      else known.push({ group, at })
    }
  }
}

/** How many of the rarest terms are enough to find a text by. */
const rarestOf = ({ length }: Int32Array): number =>
  Math.min(length, length - Math.ceil(packetConstants.merge_overlap_min * length - 1e-9) + 1)

/** Whether two texts have 70 % of their terms in common (`overlapOf`), the first of which is at these places. */
const isMergeable = (a: Int32Array, firstInA: number, b: Int32Array, firstInB: number): boolean => {
  const all = a.length + b.length
  const most = Math.min(a.length - firstInA, b.length - firstInB)
  if (most / (all - most) < packetConstants.merge_overlap_min) return false
  let [inA, inB, shared] = [firstInA, firstInB, 0]
  while (inA < a.length && inB < b.length) {
    const order = a[inA]! - b[inB]!
    if (order === 0) shared++
    if (order <= 0) inA++
    if (order >= 0) inB++
  }
  return shared / (all - shared) >= packetConstants.merge_overlap_min
}
