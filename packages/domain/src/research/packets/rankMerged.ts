import { byText, distinct } from "./inOrder.ts"
import type { MergedTexts } from "./mergeTexts.ts"
import { packetConstants } from "./packetConstants.ts"

/** Who says something, and with which source. */
export interface Supported {
  readonly specialist: string
  /** Null where nothing is cited. */
  readonly source_id: string | null
}

/** The weights of the specialists that support a group, each once, and 1 − 2^−n for its n sources. */
const supportOf = (items: ReadonlyArray<Supported>, weights: ReadonlyMap<string, number>): number => {
  const share = distinct(items.map(({ specialist }) => specialist))
    .reduce((sum, specialist) => sum + (weights.get(specialist) ?? 0), 0)
  const sources = new Set(items.flatMap(({ source_id }) => source_id === null ? [] : [source_id]))
  return share + 1 - 2 ** -sources.size
}

/** The places of the groups in which each term occurs. */
const placesOf = (groups: ReadonlyArray<{ readonly terms: ReadonlySet<number> }>) => {
  const places = new Map<number, Array<number>>()
  for (const [place, { terms }] of groups.entries()) {
    for (const term of terms) {
      const known = places.get(term)
      if (known === undefined) places.set(term, [place])
      else known.push(place)
    }
  }
  return places
}

/**
 * The best groups, at most `countMax`. One after the other is chosen by the weights of the specialists that support it (0 to 1),
 * plus 1 − 2^−n for its n sources, plus half of its novelty: 1 less the overlap with the most similar one chosen before, which
 * is maximal marginal relevance (Carbonell & Goldstein 1998). `weights` have the sum 1.
 */
export const rankMerged = <A>(
  groups: ReadonlyArray<MergedTexts<A>>,
  supportedOf: (item: A) => Supported,
  weights: ReadonlyMap<string, number>,
  countMax: number = packetConstants.claims_max
): ReadonlyArray<MergedTexts<A>> => {
  const supports = groups.map(({ items }) => supportOf(items.map(supportedOf), weights))
  const worthOf = (place: number, overlap: number): number =>
    Math.round((supports[place]! + packetConstants.novelty_share * (1 - overlap)) * 1e9)
  const overlaps = groups.map(() => 0)
  const worth = groups.map((_, place) => worthOf(place, 0))
  const waiting = new Set(groups.keys())
  const places = countMax > 1 ? placesOf(groups) : undefined
  const chosen: Array<MergedTexts<A>> = []
  while (chosen.length < countMax && waiting.size > 0) {
    let best = -1
    for (const place of waiting) {
      const order = best === -1
        ? -1
        : worth[best]! - worth[place]! || byText(groups[place]!.text, groups[best]!.text)
      if (order < 0) best = place
    }
    const group = groups[best]!
    waiting.delete(best)
    chosen.push(group)
    const shared = new Map<number, number>()
    for (const term of group.terms)
      for (const place of places?.get(term) ?? []) shared.set(place, (shared.get(place) ?? 0) + 1)
    for (const [place, common] of shared) {
      const overlap = common / (groups[place]!.terms.size + group.terms.size - common)
      if (overlap <= overlaps[place]!) continue
      overlaps[place] = overlap
      worth[place] = worthOf(place, overlap)
    }
  }
  return chosen
}
