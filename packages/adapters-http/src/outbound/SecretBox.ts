import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto"

const nonceBytes = 12
const tagBytes = 16
/** The first byte of a ciphertext: the number of its format. */
const format = 1

/**
 * Encrypts secrets that must be read back, with AES-256-GCM: one byte of format, the nonce, the ciphertext, the tag. The
 * ciphertext opens only with the key and the context that it was made with, so it cannot be moved to another row.
 */
export class SecretBox {
  readonly #key: Uint8Array

  /** `key` has 32 bytes. */
  constructor(key: Uint8Array) {
    if (key.length !== 32) throw new RangeError(`the key of a secret box has 32 bytes, not ${key.length}`)
    this.#key = key
  }

  seal(secret: string, context: string): Uint8Array {
    const nonce = randomBytes(nonceBytes)
    const cipher = createCipheriv("aes-256-gcm", this.#key, nonce).setAAD(Buffer.from(context, "utf8"))
    const text = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()])
    return Buffer.concat([Uint8Array.of(format), nonce, text, cipher.getAuthTag()])
  }

  /** Throws when the key or the context is another one, or the ciphertext was changed. */
  open(sealed: Uint8Array, context: string): string {
    if (sealed[0] !== format || sealed.length < 1 + nonceBytes + tagBytes) throw new Error("not a sealed secret")
    const nonce = sealed.subarray(1, 1 + nonceBytes)
    const text = sealed.subarray(1 + nonceBytes, sealed.length - tagBytes)
    const decipher = createDecipheriv("aes-256-gcm", this.#key, nonce)
      .setAAD(Buffer.from(context, "utf8"))
      .setAuthTag(sealed.subarray(sealed.length - tagBytes))
    return Buffer.concat([decipher.update(text), decipher.final()]).toString("utf8")
  }
}
