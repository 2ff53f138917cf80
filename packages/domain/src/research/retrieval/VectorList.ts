import { quantise } from "./LatentModel.ts"
import { scratchBytes, scratchFloats } from "./Scratch.ts"
import { SketchList } from "./SketchList.ts"

/**
 * The vectors whose similarities are computed, besides ties. A larger number finds more of the nearest among very many
 * vectors. Of the 100 nearest of 100,000 random vectors, the estimates leave out less than one in a hundred.
 */
export const comparedMax = 2_000

/** Estimates are sorted into this many intervals between `-estimateMax` and `estimateMax`. */
const intervals = 4_096
const estimateMax = 1.6

/**
 * Vectors of unit length in memory, by their place, one byte per dimension: the similarity of two vectors is off by
 * less than 0.01.
 */
export class VectorList {
  readonly dimensions: number
  private readonly sketches: SketchList
  private readonly scratch = scratchFloats()
  private readonly marks = scratchBytes()
  private bytesOf: Int8Array
  private scales: Float32Array
  private count = 0

  constructor(dimensions: number, room = 64) {
    this.dimensions = dimensions
    this.sketches = new SketchList(dimensions, room)
    this.bytesOf = new Int8Array(dimensions * room)
    this.scales = new Float32Array(room)
  }

  /** How many vectors there are. */
  get length(): number {
    return this.count
  }

  /** The memory used, in bytes. */
  get bytes(): number {
    return this.bytesOf.length + this.scales.length * 4 + this.sketches.bytes
  }

  /** Adds a vector at the next place. */
  push(vector: Float32Array): void {
    if (this.count === this.scales.length) {
      const bytes = new Int8Array(this.bytesOf.length * 2)
      bytes.set(this.bytesOf)
      const scales = new Float32Array(this.scales.length * 2)
      scales.set(this.scales)
      this.bytesOf = bytes
      this.scales = scales
    }
    this.scales[this.count] = quantise(vector, this.bytesOf, this.count * this.dimensions)
    this.sketches.push(vector)
    this.count++
  }

  /**
   * The similarity (cosine) of `vector`, which has unit length, to each place that is `wanted` (1); 0 for the others.
   * When more than `comparedMax` are wanted, also 0 for vectors outside the nearest ones by an estimate. Valid until
   * the next call.
   */
  similarities(vector: Float32Array, wanted: Uint8Array): Float32Array {
    const found = this.scratch(this.count)
    const compared = this.wantedCount(wanted) > comparedMax ? this.nearest(vector, wanted) : wanted
    const query = Float64Array.from(vector)
    for (let place = 0; place < this.count; place++) {
      if (compared[place] === 1) found[place] = this.similarity(query, place)
    }
    return found
  }

  private wantedCount(wanted: Uint8Array): number {
    let count = 0
    for (let place = 0; place < this.count; place++) if (wanted[place] === 1) count++
    return count
  }

  /** Marks the `comparedMax` wanted places with the largest estimates, and all others of the same interval. */
  private nearest(vector: Float32Array, wanted: Uint8Array): Uint8Array {
    const estimates = this.sketches.estimates(vector, wanted)
    const intervalOf = (place: number): number => {
      const share = (estimates[place]! + estimateMax) / (2 * estimateMax)
      return Math.max(0, Math.min(intervals - 1, Math.floor(share * intervals)))
    }
    const counts = new Uint32Array(intervals)
    for (let place = 0; place < this.count; place++) if (wanted[place] === 1) counts[intervalOf(place)]!++
    let least = intervals
    for (let count = 0; count < comparedMax && least > 0;) count += counts[--least]!
    const nearest = this.marks(this.count)
    for (let place = 0; place < this.count; place++) {
      if (wanted[place] === 1 && intervalOf(place) >= least) nearest[place] = 1
    }
    return nearest
  }

  private similarity(query: Float64Array, place: number): number {
    const { bytesOf, dimensions, scales } = this
    // Four sums, because each addition waits for the one before it; the rest of the dimensions goes to the first.
    const quadruples = dimensions - (dimensions % 4)
    let a = 0
    let b = 0
    let c = 0
    let d = 0
    let at = place * dimensions
    let k = 0
    for (; k < quadruples; k += 4, at += 4) {
      a += bytesOf[at]! * query[k]!
      b += bytesOf[at + 1]! * query[k + 1]!
      c += bytesOf[at + 2]! * query[k + 2]!
      d += bytesOf[at + 3]! * query[k + 3]!
    }
    for (; k < dimensions; k++, at++) a += bytesOf[at]! * query[k]!
    return (a + b + c + d) * scales[place]!
  }
}
