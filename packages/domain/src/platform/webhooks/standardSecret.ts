import { Encoding } from "effect"

/**
 * A secret in the format of Standard Webhooks libraries: `whsec_` and the base64 of the key. The key is the text of the
 * secret, not the bytes that its hexadecimal digits encode.
 *
 * @example standardSecret("00ff") // "whsec_MDBmZg=="
 */
export const standardSecret = (secret: string): string => `whsec_${Encoding.encodeBase64(secret)}`
