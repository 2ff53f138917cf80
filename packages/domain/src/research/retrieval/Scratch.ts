/** A typed array, and how to make one. */
interface Scratchable<A> {
  readonly length: number
  readonly fill: (value: number, from: number, to: number) => unknown
  readonly subarray: (from: number, to: number) => A
}

/**
 * Gives arrays of zeros in the same memory each time; each is valid until the next. Node runs a full collection after
 * every few dozen megabytes of typed arrays, so a search with its own arrays would wait for one again and again.
 */
export const scratchOf = <A extends Scratchable<A>>(make: (length: number) => A): (length: number) => A => {
  let room = make(0)
  return (length) => {
    if (length > room.length) room = make(2 * length)
    else room.fill(0, 0, length)
    return room.subarray(0, length)
  }
}

export const scratchFloats = (): (length: number) => Float32Array =>
  scratchOf<Float32Array>((length) => new Float32Array(length))
export const scratchBytes = (): (length: number) => Uint8Array =>
  scratchOf<Uint8Array>((length) => new Uint8Array(length))
