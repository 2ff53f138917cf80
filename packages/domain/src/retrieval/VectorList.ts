import { quantise } from "./LatentModel.ts"

/**
 * Vectors of unit length in memory, by their place, one byte per dimension: the similarity of two vectors is off by
 * less than 0.01.
 */
export class VectorList {
  readonly dimensions: number
  private bytesOf: Int8Array
  private scales: Float32Array
  private count = 0

  constructor(dimensions: number, room = 64) {
    this.dimensions = dimensions
    this.bytesOf = new Int8Array(dimensions * room)
    this.scales = new Float32Array(room)
  }

  /** How many vectors there are. */
  get length(): number {
    return this.count
  }

  /** The memory used, in bytes. */
  get bytes(): number {
    return this.bytesOf.length + this.scales.length * 4
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
    this.count++
  }

  /** The similarity (cosine) of `vector`, which has unit length, to each vector that `isWanted`; 0 for the others. */
  similarities(vector: Float32Array, isWanted: (place: number) => boolean): Float32Array {
    const { bytesOf, count, dimensions, scales } = this
    const query = Float64Array.from(vector)
    const found = new Float32Array(count)
    // Four sums, which the processor computes side by side; the rest of the dimensions goes to the first.
    const quadruples = dimensions - (dimensions % 4)
    for (let place = 0; place < count; place++) {
      if (!isWanted(place)) continue
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
      found[place] = (a + b + c + d) * scales[place]!
    }
    return found
  }
}
