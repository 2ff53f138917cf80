import { Either, Encoding } from "effect"

const bytesOfNumber = 4

/** A vector as frames carry it: the base64 of its numbers as float32, the least significant byte first. */
export const vectorText = (vector: ArrayLike<number>): string => {
  const bytes = new DataView(new ArrayBuffer(vector.length * bytesOfNumber))
  for (let at = 0; at < vector.length; at++) bytes.setFloat32(at * bytesOfNumber, vector[at]!, true)
  return Encoding.encodeBase64(new Uint8Array(bytes.buffer))
}

/** Reads what `vectorText` has written; undefined for another text. */
export const readVectorText = (text: string): Float32Array | undefined => {
  const decoded = Encoding.decodeBase64(text)
  if (Either.isLeft(decoded) || decoded.right.length % bytesOfNumber !== 0) return undefined
  const { buffer, byteLength, byteOffset } = decoded.right
  const bytes = new DataView(buffer, byteOffset, byteLength)
  return Float32Array.from(
    { length: byteLength / bytesOfNumber },
    (_, at) => bytes.getFloat32(at * bytesOfNumber, true)
  )
}
