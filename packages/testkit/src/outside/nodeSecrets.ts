import { type MintedSecret, Secrets } from "@auspex/domain/identity"
import { Effect, Layer } from "effect"
import { createHash, randomBytes } from "node:crypto"

const codeAlphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

const digestOf = (secret: string): Uint8Array => createHash("sha256").update(secret, "utf8").digest()

/** Implements the port with `node:crypto`. */
export const nodeSecrets: Layer.Layer<Secrets> = Layer.succeed(Secrets, {
  mint: (prefix) =>
    Effect.sync((): MintedSecret => {
      const secret = `${prefix}${randomBytes(32).toString("base64url")}`
      return { secret, digest: digestOf(secret), last4: secret.slice(-4) }
    }),
  code: (length) =>
    Effect.sync(() => Array.from(randomBytes(length), (byte) => codeAlphabet[byte % codeAlphabet.length]).join("")),
  digestOf
})
