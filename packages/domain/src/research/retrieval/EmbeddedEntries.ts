import { bestOf } from "./BestOf.ts"
import type { Ranking } from "./Fusion.ts"
import { scratchBytes } from "./Scratch.ts"
import { VectorList } from "./VectorList.ts"

/** Entries less similar than this have nothing to do with a text. */
export const similarityMin = 0.1

const countOf = (places: ReadonlyArray<number>, live: Uint8Array): number => {
  let count = 0
  for (const place of places) if (live[place] === 1) count++
  return count
}

/** The memory of the place of a vector, roughly, in bytes. */
const placeBytes = 8

/**
 * The vectors of entries by an embedding model, in memory. Entries are numbered by their place in the index; those of
 * outdated versions stay until the index is read anew.
 */
export class EmbeddedEntries {
  readonly model: string
  /** The last change whose vector was read. */
  change = 0
  /** Whether vectors are being read. */
  isLoading = false
  private vectors: VectorList | undefined
  private readonly places: Array<number> = []
  /** Entries whose texts the model does not embed. */
  private readonly passedOver: Array<number> = []
  private readonly scratch = scratchBytes()

  constructor(model: string) {
    this.model = model
  }

  /** The dimensions of the vectors; 0 without any. */
  get dimensions(): number {
    return this.vectors?.dimensions ?? 0
  }

  /** The memory used, in bytes. */
  get bytes(): number {
    return (this.vectors?.bytes ?? 0) + (this.places.length + this.passedOver.length) * placeBytes
  }

  /** Adds the vector of an entry, of unit length and with the dimensions of those before. */
  add(place: number, vector: Float32Array): void {
    this.vectors ??= new VectorList(vector.length)
    this.vectors.push(vector)
    this.places.push(place)
  }

  /** Adds an entry whose text the model does not embed. */
  passOver(place: number): void {
    this.passedOver.push(place)
  }

  /**
   * The share of the `count` live (1) entries with vectors, without entries that the model does not embed; 0 if none
   * has.
   */
  share(live: Uint8Array, count: number): number {
    const vectors = countOf(this.places, live)
    return vectors === 0 ? 0 : vectors / (count - countOf(this.passedOver, live))
  }

  /** The `max` wanted (1) places whose vectors are most similar to `vector`, which has unit length. */
  rank(vector: Float32Array, max: number, wanted: Uint8Array): Ranking {
    const { places, vectors } = this
    if (vectors === undefined) return []
    const wantedVectors = this.scratch(places.length)
    places.forEach((place, at) => {
      wantedVectors[at] = wanted[place]!
    })
    const similarities = vectors.similarities(vector, wantedVectors)
    return bestOf(similarities, max, similarityMin, wantedVectors).map((at) => [places[at]!, similarities[at]!])
  }
}
