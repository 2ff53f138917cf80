import { type AccountActor, type Actor, anonymous, Authenticator } from "@auspex/domain/accounts"
import { refuse, type Refusal, type StorageUnavailable } from "@auspex/domain/kernel"
import { Effect } from "effect"
import type { IncomingHttpHeaders } from "node:http"
import type { Access } from "../contract/Access.ts"

const secretLengthMax = 512

const present = (header: string | Array<string> | undefined): string | undefined =>
  typeof header === "string" && header.trim() !== "" ? header.trim() : undefined

/** Whether any credential header came with the request, valid or not. */
export const hasCredential = (headers: IncomingHttpHeaders): boolean =>
  headers.authorization !== undefined || headers["x-api-key"] !== undefined || headers["x-admin-key"] !== undefined

/** The account credential that counts: the key for most operations, a human token where a human is asked for. */
const accountSecretOf = (headers: IncomingHttpHeaders, access: Access): string | undefined => {
  const key = present(headers["x-api-key"])
  const authorization = present(headers.authorization)
  const bearer = authorization === undefined ? undefined : /^bearer +(.*)$/i.exec(authorization)?.[1] ?? authorization
  if (access !== "human") return key ?? bearer
  return [bearer, key].find((secret) => secret?.startsWith("ht_")) ?? bearer ?? key
}

type Found<A> = Effect.Effect<A | undefined, StorageUnavailable, Authenticator>

const accountOf = (secret: string): Found<AccountActor> => {
  if (secret.length > secretLengthMax) return Effect.succeed(undefined)
  if (secret.startsWith("ht_")) return Effect.flatMap(Authenticator, (authenticator) => authenticator.byToken(secret))
  if (secret.startsWith("sk_")) return Effect.flatMap(Authenticator, (authenticator) => authenticator.byKey(secret))
  return Effect.succeed(undefined)
}

const unknownSecret = (secret: string): Effect.Effect<never, Refusal> =>
  secret.startsWith("ht_")
    ? refuse("INVALID_TOKEN", "The token is unknown or has expired; log in again.")
    : refuse("INVALID_API_KEY", "The key is unknown, revoked or expired.")

const missing = (what: string): Effect.Effect<never, Refusal> => refuse("MISSING_AUTH", `This operation needs ${what}.`)

const account = (headers: IncomingHttpHeaders, access: "key" | "human") => {
  const secret = accountSecretOf(headers, access)
  if (secret === undefined) {
    return missing(
      access === "key"
        ? "a credential: X-API-Key with an agent key or a human token"
        : "the token of a human account: Authorization: Bearer"
    )
  }
  return Effect.flatMap(accountOf(secret), (actor) => {
    if (actor === undefined) return unknownSecret(secret)
    if (actor.suspended) return refuse("ACCOUNT_SUSPENDED", "The account has been suspended.")
    return access === "human" && actor.type !== "human"
      ? refuse("HUMAN_REQUIRED", "This operation belongs to human accounts.")
      : Effect.succeed<Actor>(actor)
  })
}

const admin = (headers: IncomingHttpHeaders) => {
  const secret = present(headers["x-admin-key"])
  if (secret !== undefined) {
    if (secret.length > secretLengthMax) return unknownSecret("")
    return Effect.flatMap(
      Authenticator,
      (authenticator) =>
        Effect.flatMap(authenticator.byAdminKey(secret), (actor) =>
          actor === undefined
            ? refuse("INVALID_API_KEY", "The admin key is unknown, revoked or expired.")
            : Effect.succeed<Actor>(actor))
    )
  }
  const other = accountSecretOf(headers, "key")
  if (other === undefined) return missing("an admin key: X-Admin-Key")
  return Effect.flatMap(
    accountOf(other),
    (actor) =>
      actor === undefined ? unknownSecret(other) : refuse("ADMIN_REQUIRED", "This operation belongs to administrators.")
  )
}

/** The admin when a valid admin key came along, else the account when a valid credential did, else nobody. */
const optional = (headers: IncomingHttpHeaders): Effect.Effect<Actor, StorageUnavailable, Authenticator> => {
  const adminSecret = present(headers["x-admin-key"])
  const secret = accountSecretOf(headers, "optional")
  const known: Found<Actor> = secret === undefined
    ? Effect.succeed(undefined)
    : Effect.map(accountOf(secret), (actor) => (actor?.suspended === true ? undefined : actor))
  const found: Found<Actor> = adminSecret === undefined || adminSecret.length > secretLengthMax
    ? known
    : Effect.flatMap(
      Authenticator,
      (authenticator) =>
        Effect.flatMap(
          authenticator.byAdminKey(adminSecret),
          (actor): Found<Actor> => (actor === undefined ? known : Effect.succeed(actor))
        )
    )
  return Effect.map(found, (actor) => actor ?? anonymous)
}

/**
 * Who is asking, by the header that counts for this access. Fails with 401 for a missing, unknown or expired credential
 * and with 403 for a valid one without the right.
 */
export const authenticate = (
  access: Exclude<Access, "none">,
  headers: IncomingHttpHeaders
): Effect.Effect<Actor, Refusal | StorageUnavailable, Authenticator> => {
  switch (access) {
    case "optional":
      return hasCredential(headers) ? optional(headers) : Effect.succeed(anonymous)
    case "admin":
      return admin(headers)
    default:
      return account(headers, access)
  }
}
