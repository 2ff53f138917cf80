import { createCipheriv, createDecipheriv, createHmac, randomBytes } from "node:crypto"
import type { IncomingHttpHeaders } from "node:http"
import { cookieOf } from "../engine/Session.ts"
import type { OneTimeNotice } from "../kit/OneTimeNotice.tsx"

const context = "auspex notice of a session"
const cipherName = "aes-256-gcm"
const [ivLength, tagLength] = [12, 16]
const ageSecondsMax = 60

/** Browsers drop cookies of more than 4,096 bytes, attributes included. */
const valueLengthMax = 3_500

/** Cookies with a path may not have the prefix `__Host-`; no page of http may set this one for a server with https. */
const nameOf = (publicUrl: string): string =>
  publicUrl.startsWith("https:") ? "__Secure-auspex-notice" : "auspex-notice"

const cookie = (publicUrl: string, path: string, value: string, ageSeconds: number): string =>
  `${nameOf(publicUrl)}=${value}; Path=${path}; HttpOnly; SameSite=Lax; Max-Age=${ageSeconds}${
    publicUrl.startsWith("https:") ? "; Secure" : ""
  }`

/** Only the session's own secret opens its notices. The server stores a hash of the secret, from which no key follows. */
const keyOf = (sessionToken: string): Buffer => createHmac("sha256", sessionToken).update(context).digest()

interface Sealed {
  readonly notice: OneTimeNotice
  /** Milliseconds since 1970. */
  readonly until: number
}

/** The `Set-Cookie` header that carries a notice, encrypted for the session, to the page at `path`. */
export const noticeCookie = (publicUrl: string, sessionToken: string, path: string, notice: OneTimeNotice): string => {
  const iv = randomBytes(ivLength)
  const cipher = createCipheriv(cipherName, keyOf(sessionToken), iv).setAAD(Buffer.from(path))
  const text = JSON.stringify({ notice, until: Date.now() + ageSecondsMax * 1_000 } satisfies Sealed)
  const sealed = Buffer.concat([iv, cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()])
  const value = sealed.toString("base64url")
  if (value.length > valueLengthMax) throw new Error(`A notice of ${value.length} characters fits into no cookie.`)
  return cookie(publicUrl, path, value, ageSecondsMax)
}

/** The `Set-Cookie` header that deletes the notice of a page that has shown it. */
export const shownNoticeCookie = (publicUrl: string, path: string): string => cookie(publicUrl, path, "", 0)

/** The notice that a request carries to the page at `path`; undefined if it is over, or of another session or page. */
export const noticeIn = (
  headers: IncomingHttpHeaders,
  publicUrl: string,
  sessionToken: string,
  path: string
): OneTimeNotice | undefined => {
  const sealed = Buffer.from(cookieOf(headers, nameOf(publicUrl))[0] ?? "", "base64url")
  if (sealed.length <= ivLength + tagLength) return undefined
  const decipher = createDecipheriv(cipherName, keyOf(sessionToken), sealed.subarray(0, ivLength))
    .setAAD(Buffer.from(path))
    .setAuthTag(sealed.subarray(-tagLength))
  let text: string
  try {
    text = decipher.update(sealed.subarray(ivLength, -tagLength), undefined, "utf8") + decipher.final("utf8")
  } catch {
    // Node throws for a text that was not sealed with this key for this path.
    return undefined
  }
  const { notice, until } = JSON.parse(text) as Sealed
  return until > Date.now() ? notice : undefined
}
