import { bestOf } from "./BestOf.ts"
import { feedbackDocuments, withFeedback } from "./Feedback.ts"
import { fuse, type Ranking } from "./Fusion.ts"
import { type LatentModel, projectTerms } from "./LatentModel.ts"
import type { PackedTerms } from "./PackedTerms.ts"
import { type EntryAttributes, type EntryFilters, meetsFilters } from "./RetrievalEntry.ts"
import type { SearchText } from "./SearchText.ts"
import { TermIndex, type TermWeights } from "./TermIndex.ts"
import { VectorList } from "./VectorList.ts"

/** A version of an entry as the index reads it: `terms` is null when the entry was removed. */
export interface IndexedEntry extends EntryAttributes {
  readonly terms: PackedTerms | null
}

/** How much of the rank comes from terms with feedback, and how much from the meaning. */
const termShare = 0.5

/** The best entries of each ranking that are fused. */
export const rankedMax = 200

/** Entries less similar than this have nothing to do with a text. */
const similarityMin = 0.1

/** The terms of a search that are ranked by, the heaviest first: more say nothing new. */
const queryTermsMax = 64

/** The entries whose vectors are computed between two pauses: about a millisecond. */
const projectedPerStep = 50

/** The memory of an entry's attributes, roughly, in bytes. */
const attributesBytes = 300

/** The rankings that a search uses; benchmarks measure each by itself. */
export type RankingPart = "terms" | "feedback" | "meaning" | "all"

/**
 * The index of a corpus in memory: terms, meanings and attributes of all entries. Entries are numbered by place; a new
 * version of an entry gets a new place.
 */
export class EntryIndex {
  readonly terms = new TermIndex()
  private readonly attributes: Array<EntryAttributes> = []
  private readonly places = new Map<string, number>()
  private latent: { readonly version: number; readonly model: LatentModel; readonly vectors: VectorList } | undefined

  /** The version of the model by which meanings are compared; 0 without one. */
  get modelVersion(): number {
    return this.latent?.version ?? 0
  }

  /** An estimate of the memory used, in bytes. */
  get bytes(): number {
    const { model, vectors } = this.latent ?? {}
    const latent = (vectors?.bytes ?? 0) + (model === undefined ? 0 : model.factors.length + model.rows.size * 52)
    return this.terms.bytes + this.attributes.length * attributesBytes + latent
  }

  /** Whether so many versions are out of date that the index should be read anew. */
  get isWorn(): boolean {
    return this.terms.added > 1_000 && this.terms.size < this.terms.added / 2
  }

  /** Takes in a new version of an entry. */
  apply({ terms, ...attributes }: IndexedEntry): void {
    const earlier = this.places.get(attributes.id)
    if (earlier !== undefined) this.terms.remove(earlier)
    if (terms === null) {
      this.places.delete(attributes.id)
      return
    }
    const place = this.terms.add(terms)
    this.attributes[place] = attributes
    this.places.set(attributes.id, place)
    this.latent?.vectors.push(this.projectionOf(this.latent.model, place))
  }

  /**
   * Compares meanings by another model from the last step on; until then by the one before. Entries may be applied
   * between the steps.
   */
  *adopt(version: number, model: LatentModel): Generator<number, void, undefined> {
    const vectors = new VectorList(model.rank)
    while (vectors.length < this.terms.added) {
      vectors.push(this.projectionOf(model, vectors.length))
      if (vectors.length % projectedPerStep === 0) yield projectedPerStep
    }
    this.latent = { version, model, vectors }
  }

  /** The best entries with their scores (0 to 1), best first: at most twice `rankedMax`. */
  rank(
    { excluded, required, terms }: SearchText,
    filters: EntryFilters,
    part: RankingPart = "all"
  ): ReadonlyArray<readonly [id: string, score: number]> {
    const isAllowed = this.admission(filters)
    const isWanted = this.occurrence(required, excluded, isAllowed)
    const query = this.weightsOf(terms)
    const rankings: Array<readonly [Ranking, number]> = []
    if (part !== "meaning" && query !== undefined) {
      rankings.push([this.rankTerms(query, part !== "terms", isWanted), termShare])
    }
    if (part === "meaning" || part === "all") {
      rankings.push([this.rankMeaning(terms, isAllowed, isWanted), 1 - termShare])
    }
    return fuse(rankings).map(([place, score]) => [this.attributes[place]!.id, score])
  }

  private rankTerms(query: TermWeights, feedback: boolean, isWanted: (place: number) => boolean): Ranking {
    const scores = this.terms.scores(query)
    if (!feedback) return rankingOf(scores, bestOf(scores, rankedMax, 0, isWanted))
    const best = rankingOf(scores, bestOf(scores, feedbackDocuments, 0, isWanted))
    const extended = this.terms.scores(withFeedback(this.terms, query, best))
    return rankingOf(extended, bestOf(extended, rankedMax, 0, isWanted))
  }

  private rankMeaning(
    terms: ReadonlyMap<number, number>,
    isAllowed: (place: number) => boolean,
    isWanted: (place: number) => boolean
  ): Ranking {
    if (this.latent === undefined) return []
    const { model, vectors } = this.latent
    const vector = projectTerms(model, (visit) => terms.forEach((count, term) => visit(term, count)))
    if (!vector.some((value) => value !== 0)) return []
    const similarities = vectors.similarities(vector, isAllowed)
    return rankingOf(similarities, bestOf(similarities, rankedMax, similarityMin, isWanted))
  }

  /** The known terms of a search with their counts; undefined when there are none. */
  private weightsOf(terms: ReadonlyMap<number, number>): TermWeights | undefined {
    const known = [...terms].flatMap(([term, count]): ReadonlyArray<readonly [number, number]> => {
      const number = this.terms.numberOf(term)
      return number === undefined ? [] : [[number, count]]
    })
    if (known.length === 0) return undefined
    const heaviest = known.length <= queryTermsMax ? known : known
      .sort(([a, x], [b, y]) => y * this.terms.weightOf(b) - x * this.terms.weightOf(a) || a - b)
      .slice(0, queryTermsMax)
    return new Map(heaviest)
  }

  private admission(filters: EntryFilters): (place: number) => boolean {
    const isFiltered = Object.values(filters).some((value) => value !== undefined)
    return isFiltered
      ? (place) => this.terms.isLive(place) && meetsFilters(this.attributes[place]!, filters)
      : (place) => this.terms.isLive(place)
  }

  /** Requires the terms of phrases, and excludes single terms; the order of a phrase's terms is not in the index. */
  private occurrence(
    required: SearchText["required"],
    excluded: SearchText["excluded"],
    isAllowed: (place: number) => boolean
  ): (place: number) => boolean {
    const all = required.flat().filter((term) => term !== 0).map((term) => this.terms.numberOf(term))
    const none = excluded.flatMap((phrase) => phrase.length === 1 ? [this.terms.numberOf(phrase[0]!)] : [])
    if (all.length + none.length === 0) return isAllowed
    const has = (place: number, number: number | undefined): boolean =>
      number !== undefined && this.terms.contains(place, number)
    return (place) =>
      isAllowed(place) && all.every((number) => has(place, number)) && !none.some((number) => has(place, number))
  }

  private projectionOf(model: LatentModel, place: number): Float32Array {
    return projectTerms(model, (visit) => {
      this.terms.eachOf(place, (number, count) => {
        visit(this.terms.termAt(number), count)
      })
    })
  }
}

const rankingOf = (scores: Float32Array, places: ReadonlyArray<number>): Ranking =>
  places.map((place) => [place, scores[place]!])
