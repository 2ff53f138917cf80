import { createHash } from "node:crypto"

/** The SHA-256 of a text, 32 bytes, by which equal texts are found through an index. */
export const textDigest = (text: string): Uint8Array => createHash("sha256").update(text, "utf8").digest()
