import { Authenticator } from "@auspex/domain/accounts"
import {
  type AccountActor,
  accountSuspended,
  type Actor,
  type AdminActor,
  anonymous,
  type Caller,
  type WorkspaceKeyHolder
} from "@auspex/domain/identity"
import { Refusal, refuse, type StorageUnavailable } from "@auspex/domain/kernel"
import { Effect } from "effect"
import type { IncomingHttpHeaders } from "node:http"
import type { Access, PageAccess } from "../wire/Access.ts"
import type { CredentialGuesses } from "./CredentialGuesses.ts"

const secretLengthMax = 512

const bearerIn = (authorization: string): string | undefined => /^bearer +(.*)$/i.exec(authorization)?.[1]

const present = (header: string | Array<string> | undefined): string | undefined =>
  typeof header === "string" && header.trim() !== "" ? header.trim() : undefined

/** Whether the request has a credential header, valid or not. */
export const hasCredential = (headers: IncomingHttpHeaders): boolean =>
  headers.authorization !== undefined || headers["x-api-key"] !== undefined || headers["x-admin-key"] !== undefined

/** The account credential to check: a human token if the operation requires a human, otherwise the key first. */
export const accountSecretOf = (headers: IncomingHttpHeaders, access: Access): string | undefined => {
  const key = present(headers["x-api-key"])
  const authorization = present(headers.authorization)
  const bearer = authorization === undefined ? undefined : bearerIn(authorization) ?? authorization
  if (access !== "human") return key ?? bearer
  return [bearer, key].find((secret) => secret?.startsWith("ht_")) ?? bearer ?? key
}

type Found<A> = Effect.Effect<A | undefined, Refusal | StorageUnavailable, Authenticator>

/** The request's headers, the client's address, and the guess limiter. */
export interface PresentedCredentials {
  readonly headers: IncomingHttpHeaders
  readonly address: string
  readonly guesses: CredentialGuesses
}

const noActor = Effect.succeed(undefined)

const accountOf = (secret: string, { address, guesses }: PresentedCredentials): Found<AccountActor> => {
  const isToken = secret.startsWith("ht_")
  const lookUp = secret.length > secretLengthMax || !(isToken || secret.startsWith("sk_"))
    ? noActor
    : Effect.flatMap(
      Authenticator,
      (authenticator) => isToken ? authenticator.byToken(secret) : authenticator.byKey(secret)
    )
  return guesses.watch("account", address, secret, lookUp)
}

const adminOf = (secret: string, { address, guesses }: PresentedCredentials): Found<AdminActor> =>
  guesses.watch(
    "admin",
    address,
    secret,
    secret.length > secretLengthMax
      ? noActor
      : Effect.flatMap(Authenticator, (authenticator) => authenticator.byAdminKey(secret))
  )

/**
 * The refusal of an unknown secret: its code depends on the secret's prefix, or, without a known prefix, on the header:
 * `X-API-Key` holds a key, `Authorization` a token.
 */
const unknownSecret = (secret: string, headers: IncomingHttpHeaders): Effect.Effect<never, Refusal> => {
  if (secret.startsWith("ht_")) return refuse("INVALID_TOKEN", "The token is unknown or has expired; log in again.")
  return secret.startsWith("sk_") || secret === present(headers["x-api-key"])
    ? refuse("INVALID_API_KEY", "The key is unknown, revoked or expired.")
    : refuse("INVALID_TOKEN", "Authorization must be Bearer with a human token (ht_…) or an agent key (sk_…).")
}

const missing = (what: string): Effect.Effect<never, Refusal> => refuse("MISSING_AUTH", `This operation needs ${what}.`)

const missingAccount = (access: "key" | "human") =>
  missing(
    access === "key"
      ? "a credential: X-API-Key with an agent key or a human token"
      : "the token of a human account: Authorization: Bearer"
  )

const account = (presented: PresentedCredentials, access: "key" | "human") => {
  const { headers } = presented
  const secret = accountSecretOf(headers, access)
  if (secret === undefined) return missingAccount(access)
  return Effect.flatMap(accountOf(secret, presented), (actor) => {
    if (actor === undefined) return unknownSecret(secret, headers)
    if (actor.suspended) return new Refusal({ failures: [accountSuspended] })
    return access === "human" && actor.type !== "human"
      ? refuse("HUMAN_REQUIRED", "This operation requires a human account.")
      : Effect.succeed<Actor>(actor)
  })
}

const admin = (presented: PresentedCredentials) => {
  const { headers } = presented
  const secret = present(headers["x-admin-key"])
  if (secret !== undefined) {
    return Effect.flatMap(adminOf(secret, presented), (actor) =>
      actor === undefined
        ? refuse("INVALID_API_KEY", "The admin key is unknown, revoked or expired.")
        : Effect.succeed<Actor>(actor))
  }
  const other = accountSecretOf(headers, "key")
  if (other === undefined) return missing("an admin key: X-Admin-Key")
  return Effect.flatMap(
    accountOf(other, presented),
    (actor) =>
      actor === undefined
        ? unknownSecret(other, headers)
        : refuse("ADMIN_REQUIRED", "This operation requires an administrator.")
  )
}

/** A human account by its token, or an administrator by an admin key, which goes first. */
const manager = (presented: PresentedCredentials) =>
  present(presented.headers["x-admin-key"]) === undefined ? account(presented, "human") : admin(presented)

const workspace = ({ address, guesses, headers }: PresentedCredentials) => {
  const authorization = present(headers.authorization)
  if (authorization === undefined) return missing("a workspace key: Authorization: Bearer rk_…")
  const secret = bearerIn(authorization) ?? ""
  const lookUp: Found<WorkspaceKeyHolder> = secret.length > secretLengthMax || !secret.startsWith("rk_")
    ? noActor
    : Effect.flatMap(Authenticator, (authenticator) => authenticator.byWorkspaceKey(secret))
  return Effect.flatMap(guesses.watch("account", address, authorization, lookUp), (actor) =>
    actor === undefined
      ? refuse("INVALID_API_KEY", "The key is unknown, revoked or expired; send Authorization: Bearer rk_….")
      : Effect.succeed<Caller>(actor))
}

/** The admin for a valid admin key, else the account for a valid account credential, else the anonymous actor. */
const optional = (
  presented: PresentedCredentials
): Effect.Effect<Actor, Refusal | StorageUnavailable, Authenticator> => {
  const { headers } = presented
  const adminSecret = present(headers["x-admin-key"])
  const secret = accountSecretOf(headers, "optional")
  const known: Found<Actor> = secret === undefined
    ? noActor
    : Effect.map(accountOf(secret, presented), (actor) => (actor?.suspended === true ? undefined : actor))
  const found: Found<Actor> = adminSecret === undefined
    ? known
    : Effect.flatMap(
      adminOf(adminSecret, presented),
      (actor): Found<Actor> => (actor === undefined ? known : Effect.succeed(actor))
    )
  return Effect.map(found, (actor) => actor ?? anonymous)
}

/**
 * Like `optional`, but refuses an invalid credential instead of ignoring it: for requests about the caller's own data.
 */
const requireValid = (
  presented: PresentedCredentials
): Effect.Effect<Actor, Refusal | StorageUnavailable, Authenticator> =>
  accountSecretOf(presented.headers, "key") !== undefined
    ? account(presented, "key")
    : present(presented.headers["x-admin-key"]) === undefined
    ? Effect.succeed(anonymous)
    : admin(presented)

/**
 * Authenticates the caller by the header that this access requires. Fails with 401 for a missing, unknown or expired
 * credential, with 403 for a valid credential without the required rights, and with 429 after too many unknown
 * credentials from the address. An invalid optional credential is ignored unless the request is about the caller's own
 * data.
 */
export const authenticate = (
  access: Exclude<Access, "none">,
  presented: PresentedCredentials,
  asksAboutCaller = false
): Effect.Effect<Caller, Refusal | StorageUnavailable, Authenticator> => {
  switch (access) {
    case "optional":
      if (!hasCredential(presented.headers)) return Effect.succeed(anonymous)
      return asksAboutCaller ? requireValid(presented) : optional(presented)
    case "admin":
      return admin(presented)
    case "manager":
      return manager(presented)
    case "workspace":
      return workspace(presented)
    default:
      return account(presented, access)
  }
}

/**
 * The actor of an in-process call: the calling code, not a header, identifies the `administrator`. Operations that
 * require an account are refused; operations of a workspace take its key, as over the network. A session belongs to a
 * browser.
 */
export const admit = (
  access: PageAccess,
  administrator: AdminActor,
  presented: PresentedCredentials
): Effect.Effect<Caller, Refusal | StorageUnavailable, Authenticator> => {
  switch (access) {
    case "none":
      return Effect.succeed(anonymous)
    case "key":
    case "human":
      return missingAccount(access)
    case "session":
      return missing("a browser")
    case "workspace":
      return workspace(presented)
    default:
      return Effect.succeed(administrator)
  }
}
