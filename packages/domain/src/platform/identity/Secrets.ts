import { Context, type Effect } from "effect"

/** The prefix of a secret, by which people and secret scanners recognise it. */
export type SecretPrefix = "sk_" | "ht_" | "ak_" | "rk_" | ""

/** A new secret, shown once, with the parts of it that are stored. */
export interface MintedSecret {
  /** Prefix and 43 base64url characters (32 random bytes). */
  readonly secret: string
  /** SHA-256 of `secret`, 32 bytes. */
  readonly digest: Uint8Array
  /** The last four characters, for display. */
  readonly last4: string
}

/** Generates secrets and short codes, and computes the digests under which secrets are stored. */
export class Secrets extends Context.Tag("auspex/Secrets")<Secrets, {
  readonly mint: (prefix: SecretPrefix) => Effect.Effect<MintedSecret>
  /** A short code that people can type: `length` characters of Crockford base 32. */
  readonly code: (length: number) => Effect.Effect<string>
  /** SHA-256, 32 bytes. */
  readonly digestOf: (secret: string) => Uint8Array
}>() {}
