import { Encoding } from "effect"

/**
 * A secret as the libraries of Standard Webhooks take it: `whsec_` and the base64 of the key, which is the text of the
 * secret and not the bytes that its hexadecimal digits could stand for.
 *
 * @example standardSecret("00ff") // "whsec_MDBmZg=="
 */
export const standardSecret = (secret: string): string => `whsec_${Encoding.encodeBase64(secret)}`
