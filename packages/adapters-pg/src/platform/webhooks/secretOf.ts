import type { SealedSecret } from "@auspex/domain/webhooks"

/** A secret in a JSON column: its ciphertext in hexadecimal. */
export interface SecretJson {
  readonly version: number
  readonly sealed: string
}

export const secretOf = ({ sealed, version }: SecretJson): SealedSecret => ({
  version,
  sealed: Buffer.from(sealed, "hex")
})
