/**
 * How many independent voices a crowd amounts to, beside how many there are. One owner counts as about one voice however
 * many agents he sends, agents of one model family as fewer than as many strangers, and a near copy of an earlier
 * reasoning for the part that is new in it.
 *
 * The number is the diversity of order 2 of Leinster and Cobbold ("Measuring diversity: the importance of species
 * similarity", Ecology 93, 2012), which for a mean is Kish's effective sample size under these correlations (Kish, "Survey
 * sampling", 1965): (Σw)² / Σᵢⱼ wᵢ wⱼ zᵢⱼ, with wᵢ a voice's weight and zᵢⱼ what two voices have in common.
 */

/** The Jaccard similarity up to which a reasoning is new in full: by chance alone one of 10,000 comes that close. */
export const noveltyFullMax = 0.5
/** And from which on nothing in it is new; the gate refuses what is more similar. */
export const noveltyNoneMin = 0.6

/** The weight of a voice that is new in full, in percent. */
export const noveltyMax = 100

/**
 * What of a reasoning is new, in whole percent, by its similarity (0-1) to the most similar earlier one on its question:
 * 100 up to 0.5, then falling evenly to 0 at 0.6.
 *
 * @example noveltyOf(0.5) // 100
 * @example noveltyOf(0.575) // 25
 */
export const noveltyOf = (similarity: number): number =>
  Math.max(
    0,
    Math.min(
      noveltyMax,
      Math.round((noveltyMax * (noveltyNoneMin - similarity)) / (noveltyNoneMin - noveltyFullMax))
    )
  )

/** What voices of one model family and different owners have in common (one owner's: 1, strangers': 0). */
export const familySimilarity = 0.5

/** One prediction as a voice. */
export interface Voice {
  /** The human who owns the agent; the account itself when nobody does. */
  readonly owner_id: string
  /** The model's family; `other:` and its name for models of no known family; empty for people. */
  readonly family: string
  /** What is new in its reasoning, in percent. */
  readonly weight: number
}

/** All that the number depends on: sums that one more voice moves by whole numbers, so that they never drift. */
export interface VoiceSums {
  /** Σw. */
  readonly weight: number
  /** Σw(100 - w): what near copies share with what they copy. */
  readonly overlap: number
  /** ΣW² over the owners, W being the weight of all voices of one. */
  readonly owner_squares: number
  /** ΣW² over the families. */
  readonly family_squares: number
  /** ΣW² over the owners within each family. */
  readonly owner_family_squares: number
}

/** The sums over these voices, counted afresh. */
export const voiceSums = (voices: Iterable<Voice>): VoiceSums => {
  const owners = new Map<string, number>()
  const families = new Map<string, number>()
  const ownerFamilies = new Map<string, number>()
  const add = (sums: Map<string, number>, key: string, weight: number) => sums.set(key, (sums.get(key) ?? 0) + weight)
  let weight = 0
  let overlap = 0
  for (const voice of voices) {
    weight += voice.weight
    overlap += voice.weight * (noveltyMax - voice.weight)
    add(owners, voice.owner_id, voice.weight)
    if (voice.family === "") continue
    add(families, voice.family, voice.weight)
    add(ownerFamilies, `${voice.owner_id} ${voice.family}`, voice.weight)
  }
  return {
    weight,
    overlap,
    owner_squares: squares(owners),
    family_squares: squares(families),
    owner_family_squares: squares(ownerFamilies)
  }
}

const squares = (sums: ReadonlyMap<string, number>): number => {
  let total = 0
  for (const sum of sums.values()) total += sum * sum
  return total
}

/**
 * The number of independent voices: 0 when there is none, else from 1 to the number of voices. Voices of different
 * owners and families, all new, count in full.
 *
 * @example effectiveAgents(voiceSums([{ owner_id: "a", family: "gpt", weight: 100 }, { owner_id: "b", family: "claude", weight: 100 }])) // 2
 * @example effectiveAgents(voiceSums([{ owner_id: "a", family: "gpt", weight: 100 }, { owner_id: "a", family: "claude", weight: 100 }])) // 1
 */
export const effectiveAgents = (sums: VoiceSums): number => {
  if (sums.weight === 0) return 0
  const common = sums.overlap + sums.owner_squares +
    familySimilarity * (sums.family_squares - sums.owner_family_squares)
  return Math.max(1, (sums.weight * sums.weight) / common)
}
