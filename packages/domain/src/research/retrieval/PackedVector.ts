import { quantise } from "./LatentModel.ts"

/**
 * A vector with one byte per dimension after a little-endian float by which the bytes are to be multiplied: the precision
 * in which vectors are compared.
 *
 * @example unpackVector(packVector(Float32Array.of(0.5, -1))).length // 2
 */
export const packVector = (vector: Float32Array): Uint8Array => {
  const packed = new Uint8Array(4 + vector.length)
  const scale = quantise(vector, new Int8Array(packed.buffer, 4), 0)
  new DataView(packed.buffer).setFloat32(0, scale, true)
  return packed
}

/** The inverse of `packVector`, off by half of the scale at most. */
export const unpackVector = (packed: Uint8Array): Float32Array => {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength)
  const scale = view.getFloat32(0, true)
  const bytes = new Int8Array(packed.buffer, packed.byteOffset + 4, packed.byteLength - 4)
  const vector = new Float32Array(bytes.length)
  for (let k = 0; k < bytes.length; k++) vector[k] = bytes[k]! * scale
  return vector
}
