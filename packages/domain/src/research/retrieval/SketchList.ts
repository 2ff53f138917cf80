import { seededNumbers } from "../../kernel/seededNumbers.ts"
import { scratchFloats } from "./Scratch.ts"

/**
 * The thresholds and the values of the quantiser of two bits that loses least of normally distributed numbers (Max
 * 1960), as multiples of their standard deviation.
 */
const threshold = 0.9816
const values: ReadonlyArray<number> = [-1.51, -0.4528, 0.4528, 1.51]

/** A byte holds four dimensions; four bytes are looked up at a time. */
const perByte = 4
const sizeMin = 16
const tableLength = 256

const seed = 13_041_960

const sizeOf = (dimensions: number): number => {
  let size = sizeMin
  while (size < dimensions) size *= 2
  return size
}

/**
 * Sketches of vectors of unit length, by their place: two bits for each dimension of the rotated vector. A random
 * rotation makes the dimensions alike and nearly normally distributed for any vectors, so that a single quantiser
 * serves all; products of vectors stay what they are. The rotation changes random signs and applies the Hadamard
 * transform (Ailon and Chazelle 2006). A sketch is read four dimensions at a time from tables that are made for each
 * search, a sixth of the cost of all products.
 */
export class SketchList {
  private readonly size: number
  private readonly signs: Float32Array
  private readonly rotated: Float32Array
  private readonly tables: Float32Array
  private readonly scratch = scratchFloats()
  private codes: Uint8Array
  private count = 0

  constructor(dimensions: number, room = 64) {
    this.size = sizeOf(dimensions)
    const random = seededNumbers(seed)
    this.signs = Float32Array.from({ length: dimensions }, () => (random() < 0 ? -1 : 1))
    this.rotated = new Float32Array(this.size)
    this.tables = new Float32Array(this.codeLength * tableLength)
    this.codes = new Uint8Array(this.codeLength * room)
  }

  /** The memory used, in bytes. */
  get bytes(): number {
    return this.codes.length
  }

  /** The bytes of one sketch. */
  private get codeLength(): number {
    return this.size / perByte
  }

  /** Adds the sketch of a vector at the next place. */
  push(vector: Float32Array): void {
    const { codeLength, rotated } = this
    const from = this.count * codeLength
    if (from === this.codes.length) {
      const codes = new Uint8Array(this.codes.length * 2)
      codes.set(this.codes)
      this.codes = codes
    }
    this.rotate(vector)
    // The standard deviation of a unit vector's dimensions is 1 / √size.
    const limit = threshold / Math.sqrt(this.size)
    for (let k = 0; k < rotated.length; k++) {
      const value = rotated[k]!
      const code = value < 0 ? (value < -limit ? 0 : 1) : (value < limit ? 2 : 3)
      this.codes[from + (k >> 2)]! |= code << (2 * (k & 3))
    }
    this.count++
  }

  /**
   * Estimates the similarity (cosine) of `vector`, of unit length, to each place that is `wanted` (1); 0 for the others.
   * Valid until the next call.
   */
  estimates(vector: Float32Array, wanted: Uint8Array): Float32Array {
    const { codeLength, codes, count, tables } = this
    this.fillTables(vector)
    const found = this.scratch(count)
    for (let place = 0; place < count; place++) {
      if (wanted[place] !== 1) continue
      // Four sums, because each addition waits for the one before it.
      let a = 0
      let b = 0
      let c = 0
      let d = 0
      let at = place * codeLength
      for (let table = 0; table < tables.length; table += 4 * tableLength, at += 4) {
        a += tables[table + codes[at]!]!
        b += tables[table + tableLength + codes[at + 1]!]!
        c += tables[table + 2 * tableLength + codes[at + 2]!]!
        d += tables[table + 3 * tableLength + codes[at + 3]!]!
      }
      found[place] = a + b + c + d
    }
    return found
  }

  /** For each byte of a sketch and each of its values: the sum of four products with `vector`. */
  private fillTables(vector: Float32Array): void {
    this.rotate(vector)
    const { rotated, tables } = this
    const deviation = 1 / Math.sqrt(this.size)
    for (let at = 0; at < tables.length; at++) {
      const code = at % tableLength
      const k = ((at - code) / tableLength) * perByte
      tables[at] = deviation * (
        rotated[k]! * values[code & 3]! +
        rotated[k + 1]! * values[(code >> 2) & 3]! +
        rotated[k + 2]! * values[(code >> 4) & 3]! +
        rotated[k + 3]! * values[code >> 6]!
      )
    }
  }

  /** Writes the rotated vector to `rotated`. */
  private rotate(vector: Float32Array): void {
    const { rotated, signs, size } = this
    const scale = 1 / Math.sqrt(size)
    rotated.fill(0)
    for (let k = 0; k < vector.length; k++) rotated[k] = vector[k]! * signs[k]! * scale
    for (let half = 1; half < size; half *= 2) {
      for (let from = 0; from < size; from += 2 * half) {
        for (let k = from; k < from + half; k++) {
          const a = rotated[k]!
          const b = rotated[k + half]!
          rotated[k] = a + b
          rotated[k + half] = a - b
        }
      }
    }
  }
}
