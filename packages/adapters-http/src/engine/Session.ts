import { Authenticator, sessionAgeDaysMax } from "@auspex/domain/accounts"
import { type AccountActor, accountSuspended, PublicBaseUrl } from "@auspex/domain/identity"
import { Refusal, refuse, type StorageUnavailable } from "@auspex/domain/kernel"
import { Effect } from "effect"
import { createHmac, timingSafeEqual } from "node:crypto"
import type { IncomingHttpHeaders } from "node:http"
import { formTokenField } from "../kit/PageForm.tsx"
import type { CredentialGuesses } from "./CredentialGuesses.ts"
import { formOf } from "./FormBody.ts"
import { isOwnOrigin, type OriginFacts } from "./ownOrigin.ts"

const formContext = "auspex form of a session"
const ageSecondsMax = sessionAgeDaysMax * 86_400
const tokenLengthMax = 512

const isSecure = (publicUrl: string): boolean => publicUrl.startsWith("https:")

const secureName = "__Host-auspex"

/** Browsers accept the prefix only from this very host over https, so that no other host can plant a session. */
const nameOf = (publicUrl: string): string => isSecure(publicUrl) ? secureName : "auspex"

const cookie = (publicUrl: string, token: string, ageSeconds: number): string =>
  `${nameOf(publicUrl)}=${token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${ageSeconds}${
    isSecure(publicUrl) ? "; Secure" : ""
  }`

/** The `Set-Cookie` header that begins a session in the browser; it ends there when it ends here at the latest. */
export const sessionCookie = (publicUrl: string, token: string): string => cookie(publicUrl, token, ageSecondsMax)

/** The `Set-Cookie` header that ends it. */
export const endedSessionCookie = (publicUrl: string): string => cookie(publicUrl, "", 0)

/** The `Set-Cookie` header that makes a browser forget the session of its request, which has ended. */
export const forgottenSessionCookie = ({ cookie }: IncomingHttpHeaders): string =>
  endedSessionCookie(cookie?.includes(`${secureName}=`) === true ? "https:" : "http:")

/** The values that a request carries in cookies of this name. */
export const cookieOf = ({ cookie }: IncomingHttpHeaders, name: string): ReadonlyArray<string> =>
  (cookie ?? "").split(";").map((part) => part.trim()).filter((part) => part.startsWith(`${name}=`))
    .map((part) => part.slice(name.length + 1)).filter((value) => value !== "")

/** The token of the session that a request carries in its cookie. */
export const sessionTokenOf = (headers: IncomingHttpHeaders, publicUrl: string): string | undefined => {
  const tokens = cookieOf(headers, nameOf(publicUrl))
  // On http another server of this host may have set a cookie of the same name for a longer path, which then comes first.
  return tokens.find((token) => token.startsWith("ht_")) ?? tokens[0]
}

/**
 * The token that the forms of a session carry, so that only its own pages can post them: nobody who does not know the
 * session's secret can compute it, and it tells nothing of that secret.
 */
export const formTokenOf = (sessionToken: string): string =>
  createHmac("sha256", sessionToken).update(formContext).digest("base64url")

const isFormToken = (given: string, sessionToken: string): boolean => {
  const [one, other] = [Buffer.from(given), Buffer.from(formTokenOf(sessionToken))]
  return one.length === other.length && timingSafeEqual(one, other)
}

/** Fails unless a form was sent by a page of this server, as far as the browser says where it comes from. */
export const requireOwnPage = (facts: OriginFacts): Effect.Effect<void, Refusal> => {
  const site = facts.headers["sec-fetch-site"]
  const isOwn = isOwnOrigin(facts) && (site === undefined || site === "same-origin" || site === "none")
  return isOwn ? Effect.void : refuse("ORIGIN_REFUSED", "Pages of other sites may not send this form.")
}

const foreignForm = refuse(
  "ORIGIN_REFUSED",
  "This form does not belong to your session. Open its page again, and send it from there."
)

/** The parts of a request that a session is read from; `body` is the body of a form, undefined for a read. */
export interface SessionRequest {
  readonly headers: IncomingHttpHeaders
  readonly address: string
  readonly scheme: OriginFacts["scheme"]
  readonly body: Uint8Array | undefined
  readonly guesses: CredentialGuesses
}

/**
 * Authenticates the human whose browser sends the cookie of a live session. A request that may change something must be
 * a form of that session. Fails with MISSING_AUTH, INVALID_TOKEN, ACCOUNT_SUSPENDED, and with ORIGIN_REFUSED for a form
 * of another site or session.
 */
export const authenticateSession = (
  { address, body, guesses, headers, scheme }: SessionRequest
): Effect.Effect<AccountActor, Refusal | StorageUnavailable, Authenticator | PublicBaseUrl> =>
  Effect.gen(function*() {
    const { publicUrl } = yield* PublicBaseUrl
    const { byToken } = yield* Authenticator
    if (body !== undefined) yield* requireOwnPage({ headers, scheme, publicUrl })
    const token = sessionTokenOf(headers, publicUrl)
    if (token === undefined) return yield* refuse("MISSING_AUTH", "Log in first.")
    const lookUp = token.length > tokenLengthMax || !token.startsWith("ht_")
      ? Effect.succeed(undefined)
      : byToken(token)
    const actor = yield* guesses.watch("account", address, token, lookUp)
    if (actor === undefined) return yield* refuse("INVALID_TOKEN", "The session has ended; log in again.")
    if (actor.suspended) return yield* new Refusal({ failures: [accountSuspended] })
    if (body !== undefined && !isFormToken((yield* formOf(body)).get(formTokenField) ?? "", token)) {
      return yield* foreignForm
    }
    return actor
  })
