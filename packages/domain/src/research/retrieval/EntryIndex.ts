import { bestOf } from "./BestOf.ts"
import type { EmbeddedEntries } from "./EmbeddedEntries.ts"
import type { EmbeddingProgress, WantedVersions } from "./EmbeddingStore.ts"
import { feedbackDocuments, feedbackTerms } from "./Feedback.ts"
import { fuse, type Ranking } from "./Fusion.ts"
import { type LatentModel, projectTerms } from "./LatentModel.ts"
import type { PackedTerms } from "./PackedTerms.ts"
import { type EntryAttributes, type EntryFilters, meetsFilters } from "./RetrievalEntry.ts"
import type { SearchText } from "./SearchText.ts"
import { TermIndex, type TermWeights } from "./TermIndex.ts"
import { VectorList } from "./VectorList.ts"

/** A version of an entry as the index reads it: `terms` is null when the entry was removed. */
export interface IndexedEntry extends EntryAttributes {
  /** The number of the version in its corpus. */
  readonly change: number
  readonly terms: PackedTerms | null
}

/** An entry that matches a search. `score` is its BM25 score: from 0, without an upper limit. */
export interface MatchedEntry {
  readonly id: string
  readonly kind: string
  readonly score: number
}

/** What the scores of matches depend on besides the entries: the weights of the search's terms, in their order. */
export interface MatchWeights {
  readonly mean_length: number
  readonly terms: ReadonlyArray<number>
}

/** The best matches of each kind, in no particular order. */
export interface EntryMatches {
  readonly entries: ReadonlyArray<MatchedEntry>
  readonly weights: MatchWeights
  /** Whether there are more of a kind. */
  readonly is_capped: boolean
}

/** The maximum number of matches of each kind; of equally good ones, those that were indexed first. */
export const matchedMax = 1_000

/** How much of the rank comes from terms with feedback, and how much from the meaning. */
const termShare = 0.5

/** The same for each of terms, meaning and embeddings, when a search has a vector by an embedding model. */
const shareOfThree = 1 / 3

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
export type RankingPart = "terms" | "feedback" | "meaning" | "embedding" | "all"

/**
 * The index of a corpus in memory: terms, meanings and attributes of all entries. Entries are numbered by place; a new
 * version of an entry gets a new place.
 */
export class EntryIndex {
  readonly terms = new TermIndex()
  /** The vectors of entries by an embedding model, unless the store compares them. */
  embedded: EmbeddedEntries | undefined
  private readonly attributes: Array<Omit<IndexedEntry, "terms">> = []
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
    return this.terms.bytes + this.attributes.length * attributesBytes + latent + (this.embedded?.bytes ?? 0)
  }

  /** Whether enough versions are out of date for the index to be rebuilt. */
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

  /** The place of this version of an entry; undefined when the index has another one or none. */
  placeOf(id: string, change: number): number | undefined {
    const place = this.places.get(id)
    return place !== undefined && this.attributes[place]!.change === change ? place : undefined
  }

  /** Whether the index has this version of an entry. */
  has(id: string, change: number): boolean {
    return this.placeOf(id, change) !== undefined
  }

  /**
   * The entries that contain every word and phrase of a search, or one of its alternatives, and nothing excluded: of each
   * kind the best `matchedMax` by BM25. The order of a phrase's terms is not in the index. `weights` are those of an
   * earlier answer to the same search: entries that have not changed since then score as they did then.
   */
  match(search: SearchText, filters: EntryFilters, weights?: MatchWeights): EntryMatches {
    const query = this.weightsOf(search.terms)
    const used = weights ?? this.matchWeights(search.terms, query)
    if (query === undefined || search.parts.length === 0) return { entries: [], weights: used, is_capped: false }
    const scores = this.matchScores(search.terms, used)
    const having = this.placesWithParts(search.parts)
    const allowed = this.wantedPlaces([], search.excluded, filters)
    const byKind = new Map<string, { readonly wanted: Uint8Array; count: number }>()
    for (let place = 0; place < having.length; place++) {
      if (having[place] !== 1 || allowed[place] !== 1) continue
      const { kind } = this.attributes[place]!
      let matches = byKind.get(kind)
      if (matches === undefined) {
        matches = { wanted: new Uint8Array(having.length), count: 0 }
        byKind.set(kind, matches)
      }
      matches.wanted[place] = 1
      matches.count++
    }
    const entries = [...byKind].flatMap(([kind, { wanted }]) =>
      // A score is 0 when all entries contain all words.
      bestOf(scores, matchedMax, -1, wanted).map((place): MatchedEntry => ({
        id: this.attributes[place]!.id,
        kind,
        score: scores[place]!
      }))
    )
    return { entries, weights: used, is_capped: [...byKind.values()].some(({ count }) => count > matchedMax) }
  }

  /**
   * The share of entries with vectors that makes the ranking by vectors apply, without entries that the model does
   * not embed; 0 if none has.
   */
  embeddedShare({ change, passed_over }: EmbeddingProgress): number {
    const live = this.terms.liveness
    let embedded = -passed_over
    for (let place = 0; place < live.length; place++) {
      if (live[place] === 1 && this.attributes[place]!.change <= change) embedded++
    }
    return embedded <= 0 ? 0 : embedded / (this.terms.size - passed_over)
  }

  /** The versions of entries that a search considers. */
  wantedVersions({ excluded, required }: SearchText, filters: EntryFilters): WantedVersions {
    const wanted = this.wantedPlaces(required, excluded, filters).slice()
    let count = 0
    for (let place = 0; place < wanted.length; place++) count += wanted[place]!
    const each = (visit: (change: number) => void): void => {
      for (let place = 0; place < wanted.length; place++) if (wanted[place] === 1) visit(this.attributes[place]!.change)
    }
    return { count, each }
  }

  /** Ranks the entries that a search considers by `embedded`. `vector` is the search's vector, of unit length. */
  rankEmbedded(
    { excluded, required }: SearchText,
    filters: EntryFilters,
    vector: Float32Array
  ): Ranking | undefined {
    return this.embedded?.rank(vector, rankedMax, this.wantedPlaces(required, excluded, filters))
  }

  /**
   * The best entries with their scores (0 to 1), best first: at most `rankedMax` of each ranking. `embedded` is the
   * ranking by an embedding model, of an earlier state perhaps; without it, embeddings add nothing.
   */
  rank(
    { excluded, required, terms }: SearchText,
    filters: EntryFilters,
    part: RankingPart = "all",
    embedded?: Ranking
  ): ReadonlyArray<readonly [id: string, score: number]> {
    const wanted = this.wantedPlaces(required, excluded, filters)
    const query = this.weightsOf(terms)
    const rankings: Array<readonly [Ranking, number]> = []
    const [ofTerms, ofMeaning] = embedded === undefined ? [termShare, 1 - termShare] : [shareOfThree, shareOfThree]
    if (part !== "meaning" && part !== "embedding" && query !== undefined) {
      rankings.push([this.rankTerms(query, part !== "terms", wanted), ofTerms])
    }
    if (part === "meaning" || part === "all") {
      rankings.push([this.rankMeaning(terms, wanted), ofMeaning])
    }
    if ((part === "embedding" || part === "all") && embedded !== undefined) {
      rankings.push([embedded.filter(([place]) => wanted[place] === 1), shareOfThree])
    }
    return fuse(rankings).map(([place, score]) => [this.attributes[place]!.id, score])
  }

  private matchWeights(terms: SearchText["terms"], query: TermWeights | undefined): MatchWeights {
    const { mean_length, weights } = this.terms.statistics(query ?? new Map())
    const weightOf = (term: number): number => weights.get(this.terms.numberOf(term) ?? -1) ?? 0
    return { mean_length: rounded(mean_length), terms: [...terms.keys()].map((term) => rounded(weightOf(term))) }
  }

  private matchScores(terms: SearchText["terms"], { mean_length, terms: given }: MatchWeights): Float32Array {
    const counts = new Map<number, number>()
    const weights = new Map<number, number>()
    let at = 0
    for (const [term, count] of terms) {
      const number = this.terms.numberOf(term)
      const weight = given[at++] ?? 0
      if (number === undefined || weight === 0) continue
      counts.set(number, count)
      weights.set(number, weight)
    }
    return this.terms.scores(counts, { weights, mean_length })
  }

  private rankTerms(query: TermWeights, feedback: boolean, wanted: Uint8Array): Ranking {
    const scores = this.terms.scores(query)
    if (feedback) {
      const best = rankingOf(scores, bestOf(scores, feedbackDocuments, 0, wanted))
      this.terms.addScores(feedbackTerms(this.terms, query, best), scores)
    }
    return rankingOf(scores, bestOf(scores, rankedMax, 0, wanted))
  }

  private rankMeaning(terms: ReadonlyMap<number, number>, wanted: Uint8Array): Ranking {
    if (this.latent === undefined) return []
    const { model, vectors } = this.latent
    const vector = projectTerms(model, (visit) => terms.forEach((count, term) => visit(term, count)))
    if (!vector.some((value) => value !== 0)) return []
    const similarities = vectors.similarities(vector, wanted)
    return rankingOf(similarities, bestOf(similarities, rankedMax, similarityMin, wanted))
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

  /**
   * Marks the places that meet the filters, contain the terms of phrases and no excluded term. The order of a phrase's
   * terms is not in the index.
   */
  private wantedPlaces(
    required: SearchText["required"],
    excluded: SearchText["excluded"],
    filters: EntryFilters
  ): Uint8Array {
    const live = this.terms.liveness
    const isFiltered = Object.values(filters).some((value) => value !== undefined)
    const all = new Set(required.flat().filter((term) => term !== 0))
    const none = new Set(excluded.flatMap((phrase) => phrase.length === 1 ? phrase : []))
    if (!isFiltered && all.size + none.size === 0) return live
    const wanted = all.size === 0 ? live.slice() : this.placesWith(all)
    for (let place = 0; place < wanted.length; place++) {
      if (live[place] !== 1 || (isFiltered && !meetsFilters(this.attributes[place]!, filters))) wanted[place] = 0
    }
    for (const term of none) {
      const number = this.terms.numberOf(term)
      if (number === undefined) continue
      this.terms.eachWith(number, (place) => {
        wanted[place] = 0
      })
    }
    return wanted
  }

  /** Marks the places that contain, of the alternatives of each part, the terms of one. */
  private placesWithParts(parts: SearchText["parts"]): Uint8Array {
    const termsOf = (alternatives: SearchText["parts"][number]) =>
      alternatives.map(({ phrase }) => new Set(phrase.filter((term) => term !== 0)))
    const all = new Set(parts.flatMap((part) => part.length === 1 ? [...termsOf(part)[0]!] : []))
    const wanted = all.size === 0 ? this.terms.liveness.slice() : this.placesWith(all)
    for (const part of parts) {
      if (part.length === 1) continue
      const having = new Uint8Array(wanted.length)
      for (const terms of termsOf(part)) this.placesWith(terms).forEach((has, place) => (having[place]! |= has))
      having.forEach((has, place) => (wanted[place]! &= has))
    }
    return wanted
  }

  /** Marks the places that contain all terms. The rarest term is looked up first. */
  private placesWith(terms: ReadonlySet<number>): Uint8Array {
    const places = new Uint8Array(this.terms.added)
    const numbers: Array<number> = []
    for (const term of terms) {
      const number = this.terms.numberOf(term)
      if (number === undefined) return places
      numbers.push(number)
    }
    const [rarest, ...others] = numbers.sort((a, b) => this.terms.frequencyOf(a) - this.terms.frequencyOf(b))
    this.terms.eachWith(rarest!, (place) => {
      if (others.every((number) => this.terms.contains(place, number))) places[place] = 1
    })
    return places
  }

  private projectionOf(model: LatentModel, place: number): Float32Array {
    return projectTerms(model, (visit) => {
      this.terms.eachOf(place, (number, count) => {
        visit(this.terms.termAt(number), count)
      })
    })
  }
}

/** Short enough for a cursor. */
const rounded = (value: number): number => Math.round(value * 10_000) / 10_000

const rankingOf = (scores: Float32Array, places: ReadonlyArray<number>): Ranking =>
  places.map((place) => [place, scores[place]!])
