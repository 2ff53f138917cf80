import { type MintedSecret, Secrets } from "@auspex/domain/identity"
import { Effect, Layer } from "effect"
import { createHash, randomBytes } from "node:crypto"

// Crockford's base 32: no I, L, O or U, so that a code can be read aloud. 256 is a multiple of 32, so there is no bias.
const codeAlphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

const digestOf = (secret: string): Uint8Array => createHash("sha256").update(secret, "utf8").digest()

/** Secrets from the operating system's random number generator. */
export const SecretsNodeLive: Layer.Layer<Secrets> = Layer.succeed(Secrets, {
  mint: (prefix) =>
    Effect.sync((): MintedSecret => {
      const secret = `${prefix}${randomBytes(32).toString("base64url")}`
      return { secret, digest: digestOf(secret), last4: secret.slice(-4) }
    }),
  code: (length) => Effect.sync(() => Array.from(randomBytes(length), (byte) => codeAlphabet[byte % 32]).join("")),
  digestOf
})
